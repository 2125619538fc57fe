import { baseOf, contentWords, isDeed, match, pronounOnly, type Rule } from './clause.ts'
import { isActionVerb } from './norm-words.ts'
import { mentalVerbs, toneAdjectives, toneNouns } from './words/english.ts'

/** Rules for clauses that have a subject of their own or no subject. */
const personLess =
  '(?!(?:it|this|that|these|those|there|here|you|your|he|she|they|his|her|their|i|we|who|what|which|if|when|because|maybe|perhaps|not)\\b)'

/** Sentences about all things of a kind: "Every example must run", "No feature ships without documentation". */
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

/** Norms with a subject of their own: "Secrets must never appear in the logs", "A ticket is closed only after …". */
export const stated: Rule = (clause, { commit }) => {
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
    `^${personLess}((?:a |an )?(?:[\\w'/-]+ ){1,4}?(?:is|are|gets?) (?:always )?(?!when|then|often|been|one|but|about|what|out)\\w+(?:ed|en|wn|nt|lt|ept|ad|ut|ne) (?:.*\\b(?:after|before|until|when|once|within|every|each|the same)\\b.+|.+ or not at all))$`,
  )?.[0]
  if (conditional && (!/^the\b/i.test(conditional) || / always /i.test(conditional)))
    return { statement: conditional, confidence: 0.65 }
  const closing = match(clause, `^${personLess}(.+), always$`)?.[0]
  if (closing && contentWords(closing) >= 2) return { statement: closing, confidence: 0.65 }
  const done = match(clause, `^${personLess}((?:[\\w'/-]+ ){1,4}?gets? \\w+(?:ed|en|t|n) .+)$`)?.[0]
  return done && !/^the\b/i.test(done) ? { statement: done, confidence: 0.6 } : undefined
}

/** Authors who describe their own things: "My replies are warm and honest". */
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

/** In order of priority; `stated` matches the most and comes last. */
export const generalRules: readonly Rule[] = [universal, described, imperative]
