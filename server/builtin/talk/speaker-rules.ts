import { lowerFirst, upperFirst } from '../rules-files/wording.ts'
import { contentWords, firstWord, generic, isDeed, match, pronounOnly, type Reading, type Rule } from './clause.ts'
import { isLikelyVerb } from './norm-words.ts'
import { ambiguousVerbs, toneAdjectives, weakVerbs } from './words/english.ts'

/** Rules for clauses whose subject is the speaker or the speaker's team. */
const we = '(?:i|we|our team|my team|the team|all of us|each of us|us)'

const prefers: Rule = (clause) => {
  const plain = match(
    clause,
    `^(?:${we} )?(?:(?:strongly|generally|usually|always|much|still|really) )?(?:prefer|favou?r)s? (.+)$`,
  )?.[0]
  if (plain && contentWords(plain) > 0 && !/^(?:it|that|this|not to say)\b/i.test(plain))
    return { statement: `Prefer ${plain}`, confidence: 0.85, category: 'preference' }
  const rather = match(clause, `^${we}(?:'d| would) (?:much )?(?:rather|sooner) (.+ (?:than|over) .+)$`)?.[0]
  return rather && isDeed(rather)
    ? { statement: `Prefer to ${rather}`, confidence: 0.85, category: 'preference' }
    : undefined
}

const owns: Rule = (clause) => {
  const what =
    match(
      clause,
      `^(?:${we}(?: am| are|'m|'re) )(?:\\w+ly )?(?:responsible for|accountable for|in charge of) (.+)$`,
    )?.[0] ??
    match(clause, `^${we} (?:own|oversee) (.+)$`)?.[0] ??
    match(clause, '^(.+) (?:is|are) (?:\\w+ly )?(?:my|our) (?:job|responsibility|duty|task|area)$')?.[0]
  if (what && !/^(?:it|this|that|they|what|which)\b/i.test(what) && contentWords(what) > 0) {
    return { statement: `Own ${lowerFirst(what)}`, confidence: 0.85, category: 'ownership' }
  }
  const duty = match(
    clause,
    "^(?:it is |it's )?(?:my|our) (?:\\w+ )?(?:job|role|task|responsibility|duty|mission|goal) (?:here |in the team )?(?:is )?(?:to |making sure (?:that )?)(.+)$",
  )?.[0]
  if (duty)
    return {
      statement: / is making sure /i.test(clause) ? `Make sure that ${duty}` : duty,
      confidence: 0.85,
      category: 'ownership',
    }
  const verb = match(clause, `^${we} ((?:lead|maintain|manage|run|head) (?:the|our|my|all) .+)$`)?.[0]
  return verb ? { statement: verb, confidence: 0.7, category: 'ownership' } : undefined
}

const believes: Rule = (clause) => {
  const truth = match(clause, `^${we} (?:(?:firmly|strongly|truly|really|deeply) )?believe (?:that (.+)|(in .+))$`)
  const what = truth?.[0] ?? (truth?.[1] && `believe ${truth[1]}`)
  return what && !/\b(?:was|were|had|did|will|would|is going to)\b/i.test(what)
    ? { statement: what, confidence: 0.7, category: 'axiom' }
    : undefined
}

const never: Rule = (clause) => {
  const absolute = match(
    clause,
    `^${we} (?:still |also |simply |just |would |will )?(?:(?:must|should|may) )?never (?:ever )?(.+)$`,
  )?.[0]
  if (absolute) {
    const verb = firstWord(absolute)
    const base = isLikelyVerb(verb) && absolute.includes(' ')
    return base && !ambiguousPast(absolute) && !pronounOnly(absolute)
      ? { statement: `Never ${absolute}`, confidence: 0.85 }
      : undefined
  }
  const refused = match(
    clause,
    `^${we} (?:still |also |simply |just |generally |usually )?(?:do not|don't|must not|mustn't|should not|shouldn't|refuse to|won't|will not) (?:ever )?(.+)$`,
  )?.[0]
  const intends = /^\S+ (?:still |also )?(?:won't|will not)/i.test(clause)
  if (refused && isDeed(refused) && !pronounOnly(refused) && (!intends || generic(refused))) {
    return { statement: `Never ${refused}`, confidence: generic(refused) ? 0.8 : 0.65 }
  }
  const avoided = match(clause, `^${we} (?:always |try to |generally |usually )?avoid (.+)$`)?.[0]
  return avoided && !/^(?:it|this|that|you)\b/i.test(avoided)
    ? { statement: `Avoid ${avoided}`, confidence: 0.8 }
    : undefined
}
/** "never read about it": a base form that is also a past form, without an object that makes it a habit. */
const ambiguousPast = (phrase: string) =>
  ambiguousVerbs.has(firstWord(phrase)) && !generic(phrase.replace(/\bnever\b/i, '')) && contentWords(phrase) < 2

const ensures: Rule = (clause) => {
  const what = match(
    clause,
    `^${we} (?:always |also |personally |try to )?(?:make sure|ensure|see to it|insist(?! on\\b)|require)(?: that)? (.+)$`,
  )?.[0]
  return what && contentWords(what) > 0 && !/^(?:on it|it|this|that) /i.test(what)
    ? { statement: `Make sure that ${what}`, confidence: 0.8 }
    : undefined
}

const always: Rule = (clause) => {
  const [adverb, deed] =
    match(
      clause,
      `^${we} (?:should |must |would |have to |need to )?(always|consistently|routinely|regularly|usually|generally|typically|normally|strictly)(?: try to)? (.+)$`,
    ) ?? []
  if (adverb && deed && isDeed(deed, isLikelyVerb)) {
    const firm = /^(?:always|consistently|strictly)$/i.test(adverb)
    return { statement: firm ? `Always ${deed}` : `${upperFirst(adverb)} ${deed}`, confidence: firm ? 0.85 : 0.7 }
  }
  const trait =
    match(
      clause,
      `^${we} (?:try to always be|always try to be|(?:am|are) always|try to be) ((?:${toneAdjectives})\\b.*)$`,
    )?.[0] ?? match(clause, `^(?:i'm|we're) always ((?:${toneAdjectives})\\b.*)$`)?.[0]
  return trait ? { statement: `Always be ${trait}`, confidence: 0.75, category: 'voice' } : undefined
}

export const habitually: Rule = (clause, { commit }) => {
  if (commit) return obliged(clause)
  const caused = match(clause, `^${we} (?:always )?(have (?:every|each|all) .+ (?:by|before|after) .+)$`)?.[0]
  if (caused) return { statement: caused, confidence: 0.7 }
  const deed = match(
    clause,
    `^${we} (?:(?:also|only|still|personally|try to|aim to|mostly|therefore|then) )?(.+)$`,
  )?.[0]
  if (!deed || !isDeed(deed)) return obliged(clause)
  const verb = firstWord(deed)
  const firm = generic(clause)
  if ((ambiguousVerbs.has(verb) || weakVerbs.has(verb)) && !firm) return undefined
  if (contentWords(deed) < 2) return undefined
  const only = /^\S+ only /i.test(clause) ? 'Only ' : ''
  return { statement: `${only}${deed}`, confidence: firm ? 0.75 : 0.6 }
}
/** "We have to …" is a plan unless something makes it general. */
const obliged = (clause: string): Reading | undefined => {
  const deed = match(clause, `^${we} (?:all )?(?:must|should|have to|need to|ought to) (?:all )?(.+)$`)?.[0]
  return deed && isDeed(deed) && generic(deed) && !/\b(?:it|this|that) \w+$/i.test(deed)
    ? { statement: `Always ${deed}`, confidence: 0.7 }
    : undefined
}

/** In order of priority, except `habitually`, which matches any action and comes late. */
export const speakerRules: readonly Rule[] = [prefers, owns, believes, never, ensures, always]
