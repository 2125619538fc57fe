import type { Requester } from '#core/base/requester.ts'
import { type Category, categories } from '../kinds.ts'
import type { Rule } from '../language.ts'
import { listPairs, type StatementPairs } from '../similar/statement-pairs.ts'
import type { LostLines } from './format.ts'
import { formatByPath } from './paths.ts'

/**
 * The content of a rules file, found without an account, a database or a language model (behavior: Public analyzer).
 */

export interface Analysis extends LostLines {
  format: string
  beliefs: Pick<Rule, 'category' | 'statement'>[]
  responsibilities: Pick<Rule, 'category' | 'statement'>[]
  by_category: Record<Category, number>
  /** Categories without a statement. */
  gaps: Category[]
  duplicates: { a: string; b: string; similarity: number }[]
  contradictions: { a: string; b: string; reason: string }[]
  tokens: { total: number; rules: number; other: number }
  suggestions: { action: string; reason: string }[]
}

export interface AnalysisRequest {
  content: string
  filename?: string | undefined
}

export type Analyze = (request: AnalysisRequest, requester: Requester) => Promise<Analysis>

/** The types of other files, by the ends of their names. */
const kindsOfFile: [end: RegExp, kind: string][] = [
  [/\.json$/i, 'json'],
  [/\.ya?ml$/i, 'yaml'],
  [/\.(?:md|markdown)$/i, 'markdown'],
]

/** The type of a file by its name, or by its first line if it has none. */
function formatOf({ filename = '', content }: AnalysisRequest): string {
  const path = filename.replaceAll('\\', '/')
  const named = formatByPath(path) ?? kindsOfFile.find(([end]) => end.test(path))?.[1]
  if (named) return named
  return /^[^\S\n\r\u2028\u2029]*(#{1,6} |[-*] |---[^\S\n]*$)/m.test(content.slice(0, 4096)) ? 'markdown' : 'text'
}

/** Combines the results. */
export function analysisOf(
  request: AnalysisRequest,
  rules: readonly Rule[],
  pairs: StatementPairs,
  tokens: { total: number; rules: number },
): Omit<Analysis, keyof LostLines> {
  const found = listPairs(pairs, (position) => rules[position]!.statement)
  const ofKind = (kind: Rule['type']) =>
    rules.flatMap(({ type, category, statement }) => (type === kind ? [{ category, statement }] : []))
  const by_category = Object.fromEntries(
    categories.map((category) => [category, rules.filter((rule) => rule.category === category).length]),
  ) as Analysis['by_category']
  const gaps = categories.filter((category) => by_category[category] === 0)
  const other = Math.max(0, tokens.total - tokens.rules)
  return {
    format: formatOf(request),
    beliefs: ofKind('belief'),
    responsibilities: ofKind('responsibility'),
    by_category,
    gaps,
    ...found,
    tokens: { ...tokens, other },
    suggestions: suggestionsFor({ gaps, other, rules: rules.length, ...found }),
  }
}

function suggestionsFor(found: {
  rules: number
  gaps: Category[]
  other: number
  duplicates: Analysis['duplicates']
  contradictions: Analysis['contradictions']
}): Analysis['suggestions'] {
  const { rules, gaps, other, duplicates, contradictions } = found
  return [
    ...(rules === 0
      ? [{ action: 'write_rules', reason: 'No rule was found; write them as sentences or list items' }]
      : []),
    ...(contradictions.length > 0
      ? [{ action: 'decide', reason: `${contradictions.length} pairs of rules contradict each other` }]
      : []),
    ...(duplicates.length > 0 ? [{ action: 'merge', reason: `${duplicates.length} pairs of rules say the same` }] : []),
    ...(rules > 0 && gaps.includes('boundary')
      ? [{ action: 'add_boundaries', reason: 'Nothing says what the agent must never do' }]
      : []),
    ...(rules > 0 && gaps.includes('ownership')
      ? [{ action: 'add_ownership', reason: 'Nothing says what the agent is responsible for' }]
      : []),
    ...(rules > 0 && other > 2000
      ? [{ action: 'shorten', reason: `${other} tokens are no rules; move reference material out of the prompt` }]
      : []),
  ]
}
