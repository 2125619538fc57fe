import { upperFirst } from '#core/base/strings.ts'
import type { Category } from '#core/domain/kinds.ts'
import type { Rule } from '#core/domain/language.ts'
import { overridesModel } from '#core/domain/text/model-address.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { saysItLasts } from '#reader/turns/lasting.ts'
import { statementOf } from '#reader/turns/statement.ts'
import type { NoRule, Note } from './memory.ts'

/**
 * Tells notes that are rules from facts, states of a task and accounts of a session. The reader of rules files
 * reads each note alone; a sentence without a command must say that it lasts, that somebody wants it, or stand
 * where the tool keeps what the person prefers.
 */

export interface MemoryRule {
  statement: string
  category: Category
}

const person = '(?:the )?(?:user|person|developer|human)'
const agent = '(?:me|us|you|claude(?: code)?|codex|gemini|qwen|goose|the (?:agent|assistant|model))'

/** Introductions that an agent writes before or in place of the person's words; each is tried in turn. */
const attributions: readonly [RegExp, string][] = [
  [new RegExp(`^${person} (?:said|says|stated|wrote|noted|insists|insisted)(?: that)?\\s*:?\\s+`, 'i'), ''],
  [new RegExp(`^${person} corrected(?: ${agent})?\\s*:\\s*`, 'i'), ''],
  [/^["\u201C](?<words>[^"\u201C\u201D]+)["\u201D]\.?$/, '$<words>'],
  [
    new RegExp(
      `^${person} (?:asked|told|wants|wanted|instructed|requested|expects|likes|would like)(?: ${agent})? not to\\s+`,
      'i',
    ),
    'Do not ',
  ],
  [
    new RegExp(
      `^${person} (?:asked|told|wants|wanted|instructed|requested|expects|likes|would like)(?: ${agent})? to\\s+`,
      'i',
    ),
    '',
  ],
  [new RegExp(`^${person} (?:does not|doesn['’]t) (?:want|like) ${agent} to\\s+`, 'i'), 'Do not '],
  [new RegExp(`^(?:${person} )?(?:strongly |always |generally )?prefers?(?: ${agent} to)?\\s+`, 'i'), 'Prefer '],
]

/** Sentences about a task at hand. */
const states: readonly RegExp[] = [
  /\b(?:half|partly|partially|mostly|nearly|almost) (?:done|finished|complete|moved|migrated|ready)\b/i,
  /\bas of \d{4}\b|\b(?:is|are|comes?) next\b|\bin progress\b|\bunfinished\b|\bso far\b/i,
  /\b(?:is|are|was|were) (?:not )?(?:yet|already|still|now) \p{L}+ed\b/iu,
  /\b(?:has|have) (?:already |now |just )?been \p{L}+ed\b/iu,
  /\b20\d\d-\d\d-\d\d\b/,
  /^(?:done|next|to-?do|left|remaining|open|status|blocked|current(?:ly)?|continue with|resume)\b/i,
]

/** Sentences that tell what somebody did, or was found. */
const finding =
  /^(?:fixed|added|moved|removed|changed|updated|implemented|refactored|migrated|renamed|created|discovered|found|learned|debugged|resolved|tried|ran)\b/i
const account = new RegExp(
  `^(?:${person}|${agent}|i|we|they|he|she) (?:\\p{L}+ly )?(?!need|feed|exceed|proceed|embed)(?:\\p{L}{2,}ed|ran|made|wrote|said|found|told|chose|did|had|was|were|got|went|took|gave|kept|left|began)\\b`,
  'iu',
)

/** Facts about the person, which are no rules and private. */
const personal = new RegExp(
  `^${person}(?:['’]s (?:name|e-?mail|mail|time ?zone|birthday|title|role|job|company|machine|computer|phone|address)\\b|\\s(?:is|works|lives|has|owns|uses|speaks|knows|comes|runs|maintains)\\b)`,
  'i',
)

/** Facts about the code, unless the sentence says that somebody wants it so. */
const ofCode =
  /\b(?:lives?|resides?|is located|are located|is defined|are defined|is tracked|are tracked|can be found) (?:in|at|under|below)\b|\btakes? (?:about )?\d|^\p{L}[\p{L} ]{0,40}: *`[^`]*`\W*$/iu

/** A sentence without a command that says somebody wants it. */
const wanted =
  /\b(?:wanted|preferred|expected|required|mandatory|unwanted|forbidden|prohibited|desired|welcome|wants?|expects?|must|should)\b/i

/** A remark at the end about how the agent came to know it. */
const remark =
  /(?<!\s)\s*\((?=[^()]{0,300}\b(?:user|person|accepted|said|asked|told|diffs?|sessions?|corrected|confirmed|observed|noted|as of|20\d\d-\d\d)\b)[^()]{0,300}\)(?=[.!]?$)/i

/** The rule that a note states, or why it states none. */
export function readMemoryRule({ text, filedAs }: Pick<Note, 'text' | 'filedAs'>): MemoryRule | NoRule {
  const clean = sanitize(text).replace(/\s+/g, ' ').trim()
  if (filedAs === 'knowledge') return sortOf(clean) ?? 'fact'
  if (filedAs === 'state') return 'state'
  const said = attributions.reduce((rest, [pattern, words]) => rest.replace(pattern, words), clean.replace(remark, ''))
  const isAttributed = said !== clean.replace(remark, '')
  const rules = rulesIn(said, filedAs === 'preference' || isAttributed)
  const kept = rules.filter(({ statement }) => sortOf(statement) === undefined && !overridesModel(statement))
  const [first] = kept
  if (!first) return sortOf(clean) ?? (rules[0] && sortOf(rules[0].statement)) ?? 'fact'
  return {
    statement: upperFirst(statementOf(kept.map(({ statement }) => statement).join(' '))),
    category: first.category,
  }
}

/** The sort of a sentence that is no rule; undefined if it may be one. */
function sortOf(sentence: string): NoRule | undefined {
  if (personal.test(sentence)) return 'fact'
  if (account.test(sentence) || finding.test(sentence)) return 'account'
  if (saysItLasts(sentence)) return undefined
  if (states.some((pattern) => pattern.test(sentence))) return 'state'
  return ofCode.test(sentence) && !wanted.test(sentence) ? 'fact' : undefined
}

/** The rules of a note: as in a paragraph of a rules file, or as in a list of nothing but rules. */
function rulesIn(said: string, isPreference: boolean): Rule[] {
  const rules = readRules(said)
  if (rules.length > 0) return rules
  return isPreference || saysItLasts(said) || wanted.test(said) ? readRules(`- ${said}`) : []
}
