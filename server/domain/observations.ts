import { categories, kindOf } from './kinds.ts'
import type { ExtractedObservation } from './language.ts'
import { maxStatementLength, normalizeStatement } from './statement.ts'
import { quoteFinder } from './untrusted-text.ts'
import { hasVisible } from './visible-text.ts'

/** More than anyone says about itself in one piece of content; each costs a search of the whole of it. */
const maxObservations = 500

/**
 * What may be kept of what was extracted from a content item, whoever extracted it: known categories of their kind, a
 * statement of the allowed length, a quote that stands word for word in the content (behavior: Observations).
 * Statements are normalized, and distinct within the item. The first `maxObservations` are.
 */
export function withVerifiedQuotes(
  extracted: readonly ExtractedObservation[],
  content: string,
): ExtractedObservation[] {
  const kept = new Map<string, ExtractedObservation>()
  const standsInContent = quoteFinder(content)
  for (const { kind, category, statement: text, quote, confidence } of extracted) {
    if (kept.size === maxObservations) break
    const statement = normalizeStatement(text)
    if (!categories.includes(category) || kindOf(category) !== kind) continue
    if (!hasVisible(statement) || [...statement].length > maxStatementLength || !standsInContent(quote)) continue
    const key = `${category} ${statement}`
    if (kept.has(key)) continue
    kept.set(key, { kind, category, statement, quote, confidence: Math.max(0, Math.min(1, confidence || 0)) })
  }
  return [...kept.values()]
}
