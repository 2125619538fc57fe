import type { Category } from '../domain/kinds.ts'
import { normalizeStatement } from '../domain/statement.ts'
import type { Reading } from './clause.ts'
import { type Spoken, type SpokenLanguage, spokenLanguages } from './spoken-languages.ts'
import { upperFirst } from './wording.ts'

/** Characters; what is longer is argued, not believed. */
const maxLength = 220
const minWords = 3
const minHan = 5

/** What a Spanish, French or Chinese sentence says of its speaker's beliefs, in the speaker's words; undefined if nothing. */
export function readForeignNorm(
  sentence: string,
  spoken: Exclude<Spoken, 'en' | 'de'>,
): (Reading & { category: Category; ends: boolean }) | undefined {
  const language = spokenLanguages[spoken]
  const text = sentence.toLowerCase()
  if (sentence.length > maxLength || language.excludes.some((pattern) => pattern.test(text))) return undefined
  const prefers = language.prefers.test(text)
  if (!(prefers || language.general.test(text)) || !isOwn(text, language)) return undefined
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

/** The speaker says it of themselves, or leaves out whose rule it is: "nunca sin plan", "toujours une relecture". */
const isOwn = (text: string, { self, general, denies }: SpokenLanguage) =>
  self.test(text) ||
  (/^(?:nunca |jamás |siempre |jamais |toujours |por favor )/u.test(text) && (general.test(text) || denies.test(text)))

/** Without what leads to the belief and what argues for it, if enough is left. */
function kept(sentence: string, { leadIn, tail }: SpokenLanguage): string {
  const body = sentence.replace(new RegExp(leadIn.source, 'iu'), '')
  const cut = body.replace(new RegExp(tail.source, 'iu'), '')
  return cut.length * 3 >= body.length ? cut : body
}

const categoryOf = (text: string, { denies }: SpokenLanguage, prefers: boolean): Category =>
  prefers ? 'preference' : denies.test(text) ? 'boundary' : 'principle'
