import type { Category } from '#core/domain/kinds.ts'
import { toneWords } from './rule-words.ts'

/** Detects what memory files record of the person whom an agent works for: preferences are rules, facts are not. */

const wishes =
  "prefer(?:s|red)?|wants?|likes?|loves?|dislikes?|hates?|expects?|appreciates?|insists?|ask(?:s|ed)|requested|would (?:like|prefer|rather|love)|(?:does(?: not|n['\\u2019]t)|did(?: not|n['\\u2019]t)|do(?: not|n['\\u2019]t)|never) (?:want|wants|like|likes|expect|expects|appreciate)"
const adverbs = '(?:(?:always|usually|generally|also|really|strongly|clearly|explicitly|often|still) )?'
/** A date before an entry: `[2026-01-02]`. */
const stamp = /^\[?\d{4}-\d\d-\d\d[^\p{L}]{0,12}/u
/** "The user wants to export a file" describes a product; "wants to be asked" does not. */
const request = '(?! to (?!be\\b|get\\b|have\\b|hear\\b|know\\b|always\\b|never\\b|see (?:a|the) (?:plan|diff)))'
const byUser = new RegExp(`^(?:the |my |our )?(?:user|human) ${adverbs}(?:${wishes})\\b${request}`, 'iu')
const byPerson = new RegExp(`^(?:\\p{Lu}\\p{L}+|[Hh]e|[Ss]he|[Tt]hey) ${adverbs}(?:${wishes}|needs?)\\b`, 'u')
const memoryHeading = /\b(?:memor(?:y|ies)|remember(?:ed)?|preferences|about (?:me|the user|my user)|user profile)\b/i
const refuses = /\b(?:dislikes?|hates?|never|not|n['\u2019]t) ?(?:wants?|likes?|expects?|appreciates?)?\b/i

/**
 * The category of a sentence that says how a person wants the agent to work; undefined for any
 * other sentence, and for reference material.
 */
export function statedPreference(text: string, headings: readonly string[], isReference = false): Category | undefined {
  const sentence = withoutDate(text)
  const isMemory = headings.some((heading) => memoryHeading.test(heading))
  const isStated = byUser.test(sentence) || (isMemory && byPerson.test(sentence))
  if (!isStated || (isReference && !isMemory)) return undefined
  if (toneWords.test(sentence)) return 'voice'
  return refuses.test(sentence.slice(0, 60)) ? 'boundary' : 'preference'
}

export const withoutDate = (text: string): string => text.replace(stamp, '')
