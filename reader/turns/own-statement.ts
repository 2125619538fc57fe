import { upperFirst } from '#core/base/strings.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { verbCategories } from '../rules-files/rule-words.ts'
import { lowerFirst } from '../rules-files/wording.ts'
import { wordsOf } from '../weights/words.ts'
import {
  connectives,
  courtesies,
  interjection,
  isNegative,
  lastPunctuation,
  type Rewriting,
  rewritten,
} from './statement.ts'

/** Words that lead to a statement and add nothing to it. */
const openings: readonly Rewriting[] = [
  [
    new RegExp(
      `^(?:${connectives}|honestly|personally|generally|basically|obviously|frankly|imo|imho|tbh|as always|as a rule|in general|in my opinion|to be honest)\\b[,:;.!\\s\u2013\u2014-]+(?=\\p{L})`,
      'iu',
    ),
    '',
  ],
  interjection,
  [/^(?:because|cause|porque)\s+(?=[^,]+$)/i, ''],
  [
    /^(?:i think|i believe|i guess|i'd say|i would say|my rule is|the rule is|that is why|that's why)(?: that)?[,:]?\s+(?=\p{L})/iu,
    '',
  ],
]

const endings: readonly Rewriting[] = [
  [
    new RegExp(
      `(?<![,\\s])[,\\s]+(?:${courtesies}|lol|haha+|imo|imho|tbh|ever|period|sorry|though|honestly)\\s*[.!]*$`,
      'iu',
    ),
    '',
  ],
  lastPunctuation,
]

/** Reasons and asides; each is cut if enough of the statement remains. */
const reasons: readonly RegExp[] = [
  /(?<!\s)\s*[;\u2013\u2014]\s.*$|\s--?\s.*$/s,
  /,\s+(?:so|because|since|as|otherwise|nobody|no one|everybody|it|this|that|which|they|there|even|not even|at least|right|though|weil|denn|sonst|da|porque|parce que|car)\b.*$/is,
  /(?<!\s)\s+(?:because|so that|even (?:if|when|though)|although|and (?:it|they|nobody|that)|porque|parce que)\b.*$/is,
  /[，,]?(?:因为|否则|不然).*$/s,
]
const minWords = 4
/** A rest that is a clause without its main clause, or a sentence without its end. */
const incomplete: readonly RegExp[] = [
  /^(?:because|since|as long as|while|although|unless|weil|wenn|bevor|nachdem|obwohl|si|cuando|porque|aunque|quand|lorsque|parce que|puisque)\b[^,]*$/i,
  /^(?:if|when|whenever|before|after)\b(?!.* (?:i|we) .* (?:i|we) )[^,]*$/i,
  /\b(?:a|an|the|and|or|but|to|of|in|for|with|that|which|if|is|are|was|do|should|would|not|just|simply|dass|que)$/i,
]

const adverb =
  '(?:always|never|usually|generally|normally|only|rarely|seldom|often|still|also|just|simply|really|mostly|consistently|religiously)'
const subject = new RegExp(
  `^(?:i|we|our team|my team) (?<rest>(?<adverbs>(?:${adverb} )*)(?<verb>[a-z'-]+)\\b.*)$`,
  'is',
)
const denial =
  /^(?:i|we) (?:(?:really|still|simply|just) )?(?:don't|dont|do not|won't|will not) (?:ever )?(?<verb>[a-z]+)/i
const rhythm = /^(?<when>(?:every|each) \w+),? (?<rest>(?:i|we) .+)$/is
/** Verbs of states, which nobody can be told, and auxiliary ones. */
const noCommand =
  /^(?:think|believe|guess|know|feel|hope|wish|want|need|like|love|hate|mean|see|worry|say|find|tend|understand|agree|am|do|don't|have|had|can|could|would|should|will|was|were)$/
const lastingAdverb = /\b(?:always|never|usually|rarely|seldom|only|normally)\b/i

/**
 * Puts what somebody says of themselves into the imperative where that takes only the removal of
 * its subject and of reasons: "i never ship on a friday, because …" becomes "Never ship on a
 * friday". All other words stay as they were said.
 */
export function ownStatementOf(sentence: string): string {
  const said = rewritten(rewritten(normalizeStatement(sentence), openings), endings)
  const statement = withoutSubject(reasons.reduce(cut, said))
  return upperFirst(isNegative(statement) === isNegative(said) ? statement : withoutSubject(said))
}

function cut(statement: string, reason: RegExp): string {
  const rest = statement.replace(reason, '').replace(/(?<![\s,;:])[\s,;:]+$/, '')
  return wordsOf(rest).length >= minWords && !incomplete.some((pattern) => pattern.test(rest)) ? rest : statement
}

function withoutSubject(text: string): string {
  const timed = rhythm.exec(text)?.groups
  if (timed) return `${withoutSubject(timed.rest!)} ${lowerFirst(timed.when!)}`
  const denied = denial.exec(text)?.groups?.verb
  if (denied !== undefined && !noCommand.test(denied)) return text.replace(denial, 'Never $<verb>')
  const { rest, adverbs, verb } = subject.exec(text)?.groups ?? {}
  if (rest === undefined) return text
  const isHabit = lastingAdverb.test(adverbs!) && !verb!.endsWith('ed')
  return !noCommand.test(verb!) && (isHabit || verbCategories.has(verb!.toLowerCase())) ? rest : text
}
