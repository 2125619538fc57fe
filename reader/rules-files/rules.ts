import { upperFirst } from '#core/base/strings.ts'
import type { Rule } from '#core/domain/language.ts'
import { maxStatementLength, normalizeStatement } from '#core/domain/statement.ts'
import { gatherLists } from './gathered-lists.ts'
import { judgePassage } from './passage-units.ts'
import { quoteOf } from './quote.ts'
import { parseRulesFile, type RulesDocument } from './rules-document.ts'
import { withConditions } from './statement-context.ts'

/** A rule with the clarity of its wording, and its position. */
export interface RatedRule extends Rule {
  /** 0 to 1. */
  confidence: number
  /** The headings above it and the sentences that introduce its list, outermost first. */
  under: readonly string[]
}

/** `readRules` with the data that is necessary to select rules. */
export const readRatedRules = (text: string): RatedRule[] => ratedRulesIn(parseRulesFile(text))

function ratedRulesIn({ read }: RulesDocument): RatedRule[] {
  const found = new Map<string, RatedRule>()
  for (const passage of gatherLists(read?.passages ?? [])) {
    const under = [...passage.headings, ...passage.leads]
    for (const unit of judgePassage(passage).units) {
      const { verdict } = unit
      const said = normalizeStatement(unit.text).replace(/ ?[:;,]$/, '')
      const statement = upperFirst(withConditions(said, passage.headings))
      if (statement.length > maxStatementLength || !/\p{L}{2}/u.test(statement)) continue
      const key = `${verdict.category}\n${statement}`
      if (!found.has(key)) found.set(key, { ...verdict, statement, under, quote: quoteOf(unit.part, passage) })
    }
  }
  return [...found.values()]
}

/**
 * Reads the rules of a Markdown rules file, a `.cursorrules` file, a JSON or YAML file or a plain prompt:
 * self-contained, normalized statements in document order, each pair of category and statement once. Leaves out prose
 * that only describes; an empty array means that no rule was found. Never throws.
 */
export const readRules = (text: string): Rule[] => rulesIn(parseRulesFile(text))

/** `readRules` of a file that is already parsed. */
export const rulesIn = (document: RulesDocument): Rule[] =>
  ratedRulesIn(document).map(({ type, category, statement, quote }) => ({ type, category, statement, quote }))
