import { type Category, categories, type Kind, kindOf } from '../kinds.ts'
import type { ExtractedObservation } from '../language.ts'
import type { ForeignContent } from '../sources/foreign-content.ts'
import { maxStatementLength, normalizeStatement } from '../statement.ts'
import { quoteFinder } from '../text/untrusted-text.ts'
import { hasVisible } from '../text/visible-text.ts'

/** More than anyone states about themselves in one piece of content; each costs a search of the whole of it. */
const maxObservations = 500

/** The maximum for one commit in a survey: alone it has little weight (behavior: Surveys of commits). */
export const surveyConfidence = 0.5

/**
 * Validates the extraction of any engine from a content item: known categories of their kind, a statement of the
 * allowed length, a quote that occurs word for word in the content (behavior: Observations). Statements are normalized,
 * and distinct within the item. Keeps the first `maxObservations`.
 */
export function withVerifiedQuotes(
  extracted: readonly ExtractedObservation[],
  content: string,
): ExtractedObservation[] {
  const kept = new Map<string, ExtractedObservation>()
  const standsInContent = quoteFinder(content)
  for (const { kind, category, statement: text, quote, confidence, ends, gives_up } of extracted) {
    if (kept.size === maxObservations) break
    const statement = normalizeStatement(text)
    if (!categories.includes(category) || kindOf(category) !== kind) continue
    if (!hasVisible(statement) || [...statement].length > maxStatementLength || !standsInContent(quote)) continue
    const key = `${category} ${statement}`
    if (kept.has(key)) continue
    kept.set(key, {
      kind,
      category,
      statement,
      quote,
      confidence: Math.max(0, Math.min(1, confidence || 0)),
      ...(ends && { ends }),
      ...(gives_up && { gives_up }),
    })
  }
  return [...kept.values()]
}

/** An agent's own report of something that it noticed about itself (behavior: Reported observations). */
export interface ReportedObservation {
  content: string
  source_quote?: string | undefined
  kind?: Kind | undefined
  category?: Category | undefined
}

/** A report as the text of a content item: the quote is a line of its own, as a quotation. */
export const reportText = ({ content, source_quote }: ReportedObservation): string =>
  source_quote === undefined ? content : `${content}${quoteMark}${source_quote.replace(/\s+/g, ' ').trim()}`

const quoteMark = '\n> '

/** The fields that `reportedObservation` needs later; empty for a report that is read like any other content. */
export const reportMetadata = ({ kind, category, source_quote }: ReportedObservation): Record<string, unknown> =>
  kind && category ? { kind, category, has_quote: source_quote !== undefined } : {}

/**
 * The observation that a stored report states directly, since it came with its kind and category; undefined for other
 * content, which is read by an engine.
 */
export function reportedObservation({
  source_type,
  content,
  metadata: { kind, category, has_quote },
}: Pick<ForeignContent, 'source_type' | 'content' | 'metadata'>): ExtractedObservation | undefined {
  if (source_type !== 'observation' || kind === undefined || category === undefined) return undefined
  const at = has_quote === true ? content.lastIndexOf(quoteMark) : content.length
  const statement = content.slice(0, at)
  const quote = content.slice(at + quoteMark.length) || statement
  return { kind: kind as Kind, category: category as Category, statement, quote, confidence: 1 }
}
