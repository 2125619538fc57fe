import type { Category } from '../../domain/kinds.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import type { KnownLanguage } from '../language-of.ts'
import { upperFirst } from '../rules-files/wording.ts'
import { isBroken, pointsElsewhere } from './as-said.ts'
import type { Reading } from './clause.ts'
import { isDisowned, isQuestion } from './noise.ts'
import { isLikelyVerb } from './norm-words.ts'
import { languageWords } from './words/all.ts'
import { chinese } from './words/chinese.ts'
import * as english from './words/english.ts'
import { french } from './words/french.ts'
import * as german from './words/german.ts'
import { spanish } from './words/spanish.ts'

/**
 * Reads beliefs in short messages. People who type one line to somebody describe their habits in words that no list of
 * forms covers; but a line has little room for anything else, so cues of the speaker, of general validity and of a rule
 * add up. In longer talk these cues are in every sentence and prove nothing.
 */

/** Maximum number of words of a short message. */
export const briefMessage = 50
/** Maximum mean number of words of the messages of such a conversation. */
export const briefMean = 20
const minWords = 5
const minHan = 7
const maxWords = 40
const enough = 2.5
/** Maximum number of words of a sentence that depends on the one before it, if its subject is a pronoun. */
const pointing = 8

/** Whether the author does something on purpose, as a habit: by a present-tense verb next to "I". */
const acts: Readonly<Record<KnownLanguage, (text: string) => boolean>> = {
  en: (text) =>
    english.ownWay.test(text) ||
    [...text.matchAll(english.ownVerb)].some(
      ([whole, verb = '']) =>
        (isLikelyVerb(verb) || english.mindfulVerbs.test(verb)) &&
        !english.notDeeds.test(verb) &&
        !(/ (?:have|need) to /.test(whole) && !/always|never/.test(whole)),
    ),
  de: (text) =>
    [...text.matchAll(german.ownVerb)].some(([, after, before]) => {
      const verb = after ?? before ?? ''
      return (
        german.meant.test(verb) ||
        (/(?:e|en|n|t|\p{L}{3,})$/u.test(verb) && !german.involuntary.test(verb) && !german.notVerbs.test(verb))
      )
    }),
  es: (text) => spanish.brief.acts.test(text),
  fr: (text) => french.brief.acts.test(text),
  zh: (text) => chinese.brief.acts.test(text),
}

/** Weighs the evidence that a sentence in a short message describes a habit of its author; `enough` is the threshold. */
function weigh(text: string, language: KnownLanguage): number {
  const { self, standing, obliges, owns, excludes } = languageWords[language].brief
  if (excludes.some((pattern) => pattern.test(text))) return 0
  const held = Math.min(2, standing.filter((pattern) => pattern.test(text)).length)
  const isOwn = self.test(text)
  const own = isOwn ? 0.5 : 0
  return own + held + (acts[language](text) ? 1 : 0) + (obliges.test(text) ? 0.75 : 0) + (owns.test(text) ? 1 : 0)
}

/** Whether a sentence only confirms that the one before it is the author's rule: "That's how I handle any outage". */
export const endorses = (sentence: string, language: KnownLanguage) =>
  languageWords[language].brief.endorses.test(sentence.toLowerCase())

/** The statement of a sentence in which its author gives up a belief; undefined for any other sentence. */
export function readGivenUp(sentence: string, language: KnownLanguage): string | undefined {
  const { givesUp } = languageWords[language].brief
  const text = small(sentence)
  return givesUp.test(text) && !/[?？]\s*$/.test(text) ? upperFirst(normalizeStatement(sentence)) : undefined
}

const small = (text: string) => text.toLowerCase().replace(/[\u2018\u2019]/g, "'")

/** The belief that a sentence in a short message states about its author, in the author's words; undefined if none. */
export function readBrief(
  sentence: string,
  language: KnownLanguage,
  isEndorsed: boolean,
): (Reading & { category: Category }) | undefined {
  if (language === 'en' && (isQuestion(sentence) || isDisowned(sentence))) return undefined
  const body = sentence.replace(languageWords[language].brief.leadIn, '').replace(/[\s.,!:;。，！)-]+$/u, '')
  const size = language === 'zh' ? (body.match(/\p{Script=Han}/gu)?.length ?? 0) : body.split(/\s+/).length
  if (size < (language === 'zh' ? minHan : minWords) || size > (language === 'zh' ? 80 : maxWords)) return undefined
  if (
    language === 'en' &&
    (isBroken(body) || (size <= pointing && pointsElsewhere(body.replace(/^(?:i|we) (?:\w+ to )?/i, ''))))
  )
    return undefined
  if (endorses(body, language)) return undefined
  const { turns } = languageWords[language].brief
  const said = [body, ...(turns ? body.split(turns).slice(1) : [])].find(
    (part) =>
      (part === body || part.split(/\s+/).length >= minWords) &&
      weigh(small(part), language) >= (isEndorsed ? 1 : enough),
  )
  if (said === undefined) return undefined
  const text = small(said)
  const denies = (languageWords[language].brief.standing[2] ?? /$^/).test(text)
  return {
    statement: upperFirst(normalizeStatement(said)),
    confidence: 0.5,
    category: denies ? 'boundary' : 'principle',
  }
}
