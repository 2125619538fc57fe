import type { Category } from '../../domain/kinds.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import type { KnownLanguage } from '../language-of.ts'
import { upperFirst } from '../rules-files/wording.ts'
import type { Reading } from './clause.ts'
import { chineseBeliefs } from './words/chinese.ts'
import { frenchBeliefs } from './words/french.ts'
import type { StatedBeliefs } from './words/language-words.ts'
import { spanishBeliefs } from './words/spanish.ts'

const beliefs: Readonly<Record<Exclude<KnownLanguage, 'en' | 'de'>, StatedBeliefs>> = {
  es: spanishBeliefs,
  fr: frenchBeliefs,
  zh: chineseBeliefs,
}

/** In characters; longer text is an argument, not a belief. */
const maxLength = 220
const minWords = 3
const minHan = 5

/** The belief that a Spanish, French or Chinese sentence states about its speaker, in their words; undefined if none. */
export function readForeignNorm(
  sentence: string,
  spoken: Exclude<KnownLanguage, 'en' | 'de'>,
): (Reading & { category: Category; ends: boolean }) | undefined {
  const language = beliefs[spoken]
  const text = sentence.toLowerCase()
  if (sentence.length > maxLength || language.excludes.some((pattern) => pattern.test(text))) return undefined
  if (!statesBelief(text, language)) return undefined
  const prefers = language.prefers.test(text)
  const statement = upperFirst(normalizeStatement(kept(sentence, language)).replace(/[\s.,!:;。，！]+$/u, ''))
  const size = spoken === 'zh' ? (statement.match(/\p{Script=Han}/gu)?.length ?? 0) : statement.split(/\s+/).length
  if (size < (spoken === 'zh' ? minHan : minWords)) return undefined
  return {
    statement,
    category: categoryOf(text, language, prefers),
    confidence: prefers ? 0.7 : 0.75,
    ends: language.ends.test(text),
  }
}

/** Whether any clause states the speaker's general habits or beliefs, or a rule without a subject. */
function statesBelief(text: string, { clauses, states, bare }: StatedBeliefs): boolean {
  if (bare.test(text)) return true
  const starts = [0, ...[...text.matchAll(clauses)].map((found) => found.index + found[0].length)]
  return starts.slice(0, maxClauses).some((start) => states.test(text.slice(start)))
}
const maxClauses = 12

/** Removes the introduction of the belief and the reason for it, if enough is left. */
function kept(sentence: string, { leadIn, tail }: StatedBeliefs): string {
  const body = sentence.replace(new RegExp(leadIn.source, 'iu'), '')
  const cut = body.replace(new RegExp(tail.source, 'iu'), '')
  return cut.length * 3 >= body.length ? cut : body
}

const categoryOf = (text: string, { denies }: StatedBeliefs, prefers: boolean): Category =>
  prefers ? 'preference' : denies.test(text) ? 'boundary' : 'principle'
