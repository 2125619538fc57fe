import type { Category } from '../../domain/kinds.ts'
import {
  ambiguousVerbs,
  general,
  isActionVerb,
  mentalVerbs,
  pastForms,
  toneAdjectives,
  toneNouns,
  weakVerbs,
} from './norm-words.ts'

/** A statement in the making; `category` only where the wording itself decides it. */
export type Reading = { statement: string; confidence: number; category?: Category }
type Rule = (clause: string, context: Context) => Reading | undefined
/** In a commit message "we" is mostly the program, and an imperative tells a change: only plain norms count there. */
export type Context = { commit: boolean }

const we = '(?:i|we|our team|my team|the team|all of us|each of us|us)'
const match = (clause: string, pattern: string) =>
  new RegExp(pattern, 'i').exec(clause)?.slice(1) as string[] | undefined
export const firstWord = (text: string) => /^[\w'-]+/.exec(text)?.[0].toLowerCase() ?? ''
export const contentWords = (text: string) => text.split(/\s+/).filter((word) => word.length > 3).length
const pronounObject = /^\S+ (?:it|this|that|these|those|them|him|her|you|me|us|so|there|here)\b(?! \w+s?\b)/i
const generic = (text: string) => general.test(text)

/** Verb phrase in the base form that a person does on purpose: "merge a change without a test". */
const isDeed = (phrase: string): boolean => {
  const verb = firstWord(phrase)
  return isActionVerb(verb) && contentWords(phrase) >= 1 && !(pronounObject.test(phrase) && !generic(phrase))
}

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

const never: Rule = (clause) => {
  const absolute = match(
    clause,
    `^${we} (?:still |also |simply |just |would |will )?(?:(?:must|should|may) )?never (?:ever )?(.+)$`,
  )?.[0]
  if (absolute) {
    const verb = firstWord(absolute)
    const base =
      isActionVerb(verb) ||
      (!mentalVerbs.has(verb) &&
        !pastForms.has(verb) &&
        !/(?:ed|en|ne|wn|ought)$/.test(verb) &&
        /^\w{3,}$/.test(verb) &&
        absolute.includes(' '))
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
const pronounOnly = (phrase: string) =>
  pronounObject.test(phrase) && !/\b(?:without|until|before|unless|when|after)\b/i.test(phrase)
/** "never read about it": a base form that is also a past, without an object that makes it a habit. */
const ambiguousPast = (phrase: string) =>
  ambiguousVerbs.has(firstWord(phrase)) && !generic(phrase.replace(/\bnever\b/i, '')) && contentWords(phrase) < 2

const ensures: Rule = (clause) => {
  const what = match(
    clause,
    `^${we} (?:always |also |personally |try to )?(?:make sure|ensure|see to it|insist|require)(?: that)? (.+)$`,
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
  if (adverb && deed && isDeed(deed)) {
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

const habitually: Rule = (clause, { commit }) => {
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

const personLess =
  '(?!(?:it|this|that|these|those|there|here|you|your|he|she|they|his|her|their|i|we|who|what|which|if|when|because|maybe|perhaps|not)\\b)'

/** Sentences about all of something: "Every example must run", "No feature ships without documentation". */
const universal: Rule = (clause, { commit }) => {
  if (/\b(?:was|were|had|did|been|would|could|might|i've|we've)\b/i.test(clause)) return undefined
  const rest = match(
    clause,
    '^(?:every|each|all|any|no) (?!idea|problem|worries|matter|doubt|way|need|thanks|chance|one|question|rush|pressure|hurry|luck|news|wonder|good|the best|of (?:it|this|that|them)|right|set|done|clear)(.+)$',
  )?.[0]
  if (rest) {
    const obliges =
      /\b(?:must|should|needs?|has to|have to|requires?|deserves?|belongs?|goes|go|comes|come|gets?|ships?) \w/i.test(
        rest,
      )
    const isDone =
      /\b(?:is|are) (?:always |only |never )?\w+(?:ed|en|wn|ad|lt|nt|ne|ble)\b/i.test(rest) &&
      (/^(?:every|each|no)\b/i.test(clause) || /\b(?:before|after|until|within|by|unless)\b/i.test(rest))
    const acts =
      !commit &&
      /^(?:every|each|no)\b/i.test(clause) &&
      rest
        .split(/\s+/)
        .slice(1, 5)
        .some((word) => /[a-z]s$/.test(word) && isActionVerb(baseOf(word)))
    const banned = /^no\b/i.test(clause) && /\b(?:without|before|until|unless)\b/i.test(rest)
    if ((obliges || isDone || acts || banned) && contentWords(rest) >= 2) return { statement: clause, confidence: 0.75 }
  }
  return undefined
}
const baseOf = (word: string) =>
  (/(?:ss|sh|ch|x|z)es$/.test(word)
    ? word.slice(0, -2)
    : /ies$/.test(word)
      ? `${word.slice(0, -3)}y`
      : word.replace(/s$/, '')
  ).toLowerCase()

/** Norms with a subject of their own: "Secrets must never appear in the logs", "A ticket is closed only after …". */
const stated: Rule = (clause, { commit }) => {
  if (/\b(?:was|were|had|did|been|would|could|might)\b/i.test(clause)) return undefined
  const [subject, verb, rest] =
    match(
      clause,
      `^${personLess}((?:[\\w'/-]+ ){1,6}?)(must(?: not| never| always)?|should(?: not| never| always)?|shouldn't|mustn't|may not|(?:is|are|gets?) (?:always|never|only)|(?:always|never) \\w+) (.+)$`,
    ) ?? []
  if (subject && verb && rest) {
    const definite =
      /^(?:the|my|our)\b/i.test(subject) &&
      (commit || !/(?:must|should|our).*(?:always|never)|never be\b/i.test(`${subject}${verb} ${rest}`))
    if (
      !definite &&
      !(commit && /^(?:should|should not|shouldn't|always \w+|never \w+)$/i.test(verb)) &&
      !/^(?:be|have) (?:been|\w+ed (?:now|by now))/i.test(rest) &&
      contentWords(clause) >= 2 &&
      !mentalVerbs.has(verb.split(' ').at(-1)!.toLowerCase())
    ) {
      return { statement: clause, confidence: /(?:must|always|never)/i.test(verb) ? 0.75 : 0.6 }
    }
  }
  const conditional = match(
    clause,
    `^${personLess}((?:a |an )?(?:[\\w'/-]+ ){1,4}?(?:is|are|gets?) \\w+ (?:only (?:after|when|once|if|by|with)\\b.+|within .+|.+ or not at all))$`,
  )?.[0]
  if (conditional && !/^the\b/i.test(conditional)) return { statement: conditional, confidence: 0.65 }
  const closing = match(clause, `^${personLess}(.+), always$`)?.[0]
  if (closing && contentWords(closing) >= 2) return { statement: closing, confidence: 0.65 }
  const done = match(clause, `^${personLess}((?:[\\w'/-]+ ){1,4}?gets? \\w+(?:ed|en|t|n) .+)$`)?.[0]
  return done && !/^the\b/i.test(done) ? { statement: done, confidence: 0.6 } : undefined
}

/** How the author says that things of theirs are: "My replies are warm and honest". */
const described: Rule = (clause) => {
  const found = match(
    clause,
    `^(?:my|our) ((?:\\w+ )?(?:${toneNouns})) (?:is|are|stays?|should be|must be) ((?:always |kept )?(?:${toneAdjectives})\\b.*)$`,
  )
  return found
    ? {
        statement: `Keep ${found[0]} ${found[1]!.replace(/^(?:always|kept) /i, '')}`,
        confidence: 0.75,
        category: 'voice',
      }
    : undefined
}

/** "Never design with placeholder text", "No jargon, please", "Use plain language and short sentences". */
const imperative: Rule = (clause, { commit }) => {
  const insists = match(clause, '^(always|never) (.+)$')
  if (insists && isDeed(insists[1]!) && !pronounOnly(insists[1]!) && contentWords(insists[1]!) > 0)
    return { statement: clause, confidence: 0.75 }
  const forbids = match(clause, "^(?:do not|don't|avoid) (.+)$")?.[0]
  const pointed = /^(?:\w+ )?(?:the|this|that|it|these|those|them|him|her|me|us)\b/i
  if (!commit && forbids && !pointed.test(forbids)) {
    const avoids = /^avoid/i.test(clause)
    if (avoids ? contentWords(forbids) > 0 : isDeed(forbids) && contentWords(forbids) > 1) {
      return { statement: avoids ? clause : `Never ${forbids}`, confidence: 0.65 }
    }
  }
  const none = match(
    clause,
    '^no ((?!problem|worries|idea|thanks|more\\b|one\\b|need|rush|way)\\w+(?: \\w+){0,6}?),? please$',
  )?.[0]
  if (none) return { statement: `Avoid ${none}`, confidence: 0.65 }
  const keptOut = match(clause, '^(keep .+ out of .+)$')?.[0]
  if (keptOut && !pointed.test(keptOut)) return { statement: clause, confidence: 0.7 }
  const wish = clause.replace(/,? please$|^please /i, '')
  const timeless =
    !/\b(?:the|this|that|it|its|these|those|them|him|her|his|me|us|you|your|my|here|there|now|then)\b|\d/i.test(wish)
  if (
    !commit &&
    timeless &&
    /^(?:keep|use|write|test|review|measure|document|automate|prefer|check|validate|design|explain|say|show|ask|share|publish|plan|start|treat|respect|name|label|cite)\b/i.test(
      wish,
    ) &&
    contentWords(wish) >= 3
  ) {
    return { statement: wish, confidence: 0.5 }
  }
  return undefined
}

const rules: readonly Rule[] = [
  prefers,
  owns,
  never,
  ensures,
  always,
  universal,
  described,
  imperative,
  habitually,
  stated,
]

const condition =
  /^((?:every|each) (?:\w+ )?(?:day|morning|evening|week|month|quarter|year|sprint|release|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|(?:before|after|when|whenever|if|once|while|until|unless|for|in|on|at|with|during) .{2,120}?),?\s+((?:i|we)\s.+)$/i

/** "Before any deploy I make sure …": what is done, then when; the last clause with "I" that reads as a norm is it. */
const conditioned = (clause: string, context: Context): Reading | undefined => {
  const starts = [...clause.matchAll(/(?<=[,\s])(?:i|we)\s/gi)].map((found) => found.index).toReversed()
  for (const start of starts) {
    const [, when, deed] = condition.exec(`${clause.slice(0, start).trimEnd()} ${clause.slice(start)}`) ?? []
    if (!when || !deed || `${when.replace(/,$/, '')} ${deed}`.length + 2 < clause.length - 2) continue
    const reading = firstOf(`${deed} ${lowerFirst(when.replace(/,$/, ''))}`, context)
    if (reading) return reading
  }
  return undefined
}

const firstOf = (clause: string, context: Context): Reading | undefined => {
  for (const rule of rules) {
    const reading = rule(clause, context)
    if (reading) return reading
  }
  return undefined
}

/** What a clause says of its speaker's norms and habits, in words close to its own; undefined if nothing. */
export const readClause = (clause: string, context: Context): Reading | undefined => {
  const ours = clause.replace(
    /^(?:our|my|this|the) team ((?:always |never |only )?)([a-z]+s)\b/i,
    (_, adverb, verb) => `We ${adverb}${baseOf(verb)}`,
  )
  return (context.commit ? undefined : conditioned(ours, context)) ?? firstOf(ours, context)
}

export const lowerFirst = (text: string) =>
  /^(?:I\b|[A-Z]{2})/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
