import type { Spoken } from './spoken-languages.ts'
import type { Wish } from './wish.ts'
import { wishesForCare } from './wishes-for-care.ts'
import { wishesForDealings } from './wishes-for-dealings.ts'
import { wishesForResults } from './wishes-for-results.ts'

export const wishes: readonly Wish[] = [...wishesForDealings, ...wishesForResults, ...wishesForCare]

/** What a sentence in small letters wishes for; nothing that it only denies, reports, or says that its speaker does. */
export const wishedIn = (text: string, language: Spoken): Wish[] =>
  wishes.filter(({ said, category }) => {
    const found = said[language]?.exec(text)
    if (!found) return false
    const before = text.slice(0, found.index)
    return !(category === 'principle' ? turned : reported)[language].test(before) && !keeps.test(found[0])
  })

const none = /(?!)/
const denials = "don'?t|do not|needn'?t|shouldn'?t|should not|must not|mustn'?t"
const between =
  'can|will|could|just|already|always|ever|actually|really|also|all|the|my|your|our|a|it|do|be|use|write|add|make|create|keep|git'
/** Before what somebody wants: that they do not, or that they do it themselves. */
const turned: Readonly<Record<Spoken, RegExp>> = {
  en: new RegExp(
    [
      String.raw`(?:(?<!\b(?:you(?: are|'re)?|why|u) )\b(?:${denials}|didn'?t|did not|doesn'?t|does not|won'?t|can'?t|cannot|never|not|no|stop|without|avoid|skip|quit|instead of|rather than) `,
      String.raw`\byou (?:${denials}) |\bwhy (?:did|do|are|were|have|would) you (?!not )(?:\w+ )?)(?:(?:${between}|need|have|want|bother|try|ask(?:ed)?|like|going|even|you|me|to|for|please|any|be|so|too|using) ){0,5}$`,
      String.raw`\b(?:i|i'll|i will|i can|i'm going to|i am going to|let me|users?|they) (?:(?:${between}) ){0,5}$`,
    ].join('|'),
  ),
  de: /(?<!\p{L})(?:nicht|keine?n?|nie|niemals|ohne|statt|anstatt|warum hast du) (?:\p{L}+ ){0,2}$/u,
  es: /(?<!\p{L})(?:no|nunca|jamás|sin|en vez de|en lugar de) (?:\p{L}+ )?$/u,
  fr: /(?<!\p{L})(?:ne |n'|sans |jamais |arrête de |au lieu de )(?:\p{L}+ )?$/u,
  zh: /(?:不要|不用|不需要|不必|别|无需|没有|为什么)$/u,
}
/** Before what somebody does not want: that something does not happen, which is what they complain of. */
const reported: Readonly<Record<Spoken, RegExp>> = {
  en: /\b(?:it|they|this|that|which|still|why|(?:it|this|that|they) (?:still|just|also|now)) $/,
  de: none,
  es: none,
  fr: none,
  zh: none,
}
/** What is not to be removed or forgotten is wanted: "don't forget the mock data", "don't delete the emojis". */
const keeps =
  /^(?!.*\b(?:anything|other|else|rest|unrelated|existing)\b)(?:don'?t|do not|never|not) (?:(?:ever|you|please|to) )?(?:forget|remov|delet|strip|drop|los|miss|skip|worry|know|see|have|think|find|get rid)\w*/
