import { type Category, categories, type Kind, kindOf } from '../kinds.ts'
import type { ExtractedObservation } from '../language.ts'
import type { ForeignContent } from '../sources/foreign-content.ts'
import type { Manner, SessionSource } from '../sources/sessions.ts'
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
  for (const { kind, category, statement: text, quote, confidence, told, how, ends } of extracted) {
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
      ...(told && { told }),
      ...(how && { how }),
      ...(ends && { ends }),
    })
  }
  return [...kept.values()]
}

/**
 * A report of something that was noticed about an agent, by itself or in its sessions
 * (behavior: Reported observations).
 */
export interface ReportedObservation {
  content: string
  source_quote?: string | undefined
  kind?: Kind | undefined
  category?: Category | undefined
  /** 0 to 1; how sure the reader is. */
  confidence?: number | undefined
  /** The session that it was read in; absent for what an agent reports of itself. */
  source?: SessionSource | undefined
  how?: Manner | undefined
  /** Identifies the report: sent again, it is the same one. */
  external_id?: string | undefined
}

/** A report as the text of a content item: the quote is a line of its own, as a quotation. */
export const reportText = ({ content, source_quote }: ReportedObservation): string =>
  source_quote === undefined ? content : `${content}${quoteMark}${source_quote.replace(/\s+/g, ' ').trim()}`

const quoteMark = '\n> '

/** Confidence in a report without one: a person confirmed neither, but what was said explicitly needs no guess. */
const defaultConfidence: Record<Manner, number> = { explicit: 1, implied: 0.5 }

/** The fields that reading the stored report needs later. */
export function reportMetadata(report: ReportedObservation): Record<string, unknown> {
  const { kind, category, source_quote, source, how = source ? 'implied' : 'explicit' } = report
  const { confidence = defaultConfidence[how] } = report
  return {
    ...(kind && category && { kind, category, has_quote: source_quote !== undefined, confidence }),
    ...(source && { tool: source.tool, session: source.session, project: source.project, ref: source.ref, how }),
  }
}

/**
 * The observation that a stored report states directly, since it came with its kind and category; undefined for other
 * content, which is read by an engine.
 */
export function reportedObservation({
  source_type,
  content,
  metadata: { kind, category, has_quote, confidence },
}: Pick<ForeignContent, 'source_type' | 'content' | 'metadata'>): ExtractedObservation | undefined {
  if (!reportTypes.includes(source_type) || kind === undefined || category === undefined) return undefined
  const at = has_quote === true ? content.lastIndexOf(quoteMark) : content.length
  const statement = content.slice(0, at)
  return {
    kind: kind as Kind,
    category: category as Category,
    statement,
    quote: content.slice(at + quoteMark.length) || statement,
    // Reports that were stored by an earlier version have none.
    confidence: typeof confidence === 'number' ? confidence : 1,
  }
}

const reportTypes: readonly string[] = ['observation', 'session']
