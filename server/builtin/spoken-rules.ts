import { contentWords, generic, isDeed, match, pronounOnly, type Rule } from './clause.ts'

/** Rules for what people say of themselves in talk, and hardly write: tastes, tendencies, comparisons. None reads commits. */
const we = '(?:i|we|i personally|personally,? i)'
const very =
  '(?:really |just |personally |much |very |strongly |generally |definitely |obviously |always |usually |still |also |pretty |do )*'
const pointed =
  /^(?:ourselves|myself|having to|trying to|it|this|that|these|those|them|him|her|you|to (?:say|see|hear|know|think|thank|ask))\b/i

const isWhole = (what: string | undefined): what is string =>
  what !== undefined && !pointed.test(what) && contentWords(what) > 0 && what.split(/\s+/).length <= 16

/** "I'm not a fan of mocks", "I don't like long meetings", "I hate writing YAML", "I'm strongly opposed to …". */
const dislikes: Rule = (clause) => {
  const what =
    match(
      clause,
      `^(?:${we} (?:am|are)|i'm|we're) ${very}not ${very}(?:an? )?(?:big |huge |great )?fans? of (.+)$`,
    )?.[0] ??
    match(clause, `^${we} ${very}(?:don't|do not) ${very}(?:like|enjoy|believe in) (.+)$`)?.[0] ??
    match(clause, `^${we} ${very}(?:hate|dislike|can't stand|try not to|tend not to) (?:to )?(.+)$`)?.[0] ??
    match(clause, `^(?:${we} (?:am|are)|i'm|we're) ${very}(?:opposed to|against|not in favou?r of) (.+)$`)?.[0]
  if (!isWhole(what)) return undefined
  const infinitive = /^to /i.test(what) || /(?:try|tend) not to /i.test(clause)
  const statement = infinitive ? `Try not to ${what.replace(/^to /i, '')}` : `Avoid ${what}`
  return { statement, confidence: 0.65, category: 'preference' }
}

/** "I'm a big fan of small functions", "I'm in favor of …", "I'd prefer a title that …", "I would rather write TypeScript". */
const likes: Rule = (clause) => {
  const what =
    match(
      clause,
      `^(?:${we} (?:am|are)|i'm|we're) ${very}(?:an? )?${very}(?:(?:big|huge|great) )?fans? of (.+)$`,
    )?.[0] ??
    match(clause, `^(?:${we} (?:am|are)|i'm|we're) ${very}in favou?r of (.+)$`)?.[0] ??
    match(clause, `^${we}(?:'d| would) ${very}(?:prefer|rather) (.+)$`)?.[0] ??
    match(clause, `^${we} ${very}prefer (.+)$`)?.[0]
  return isWhole(what) ? { statement: `Prefer ${what}`, confidence: 0.65, category: 'preference' } : undefined
}

/** "I tend to start small", "I like to sketch first", "first thing I do is open the data". */
const tends: Rule = (clause) => {
  const deed = match(clause, `^${we} ${very}(?:tend to|like to|try and|try to|make a point of) ${very}(.+)$`)?.[0]
  if (deed && isDeed(deed) && contentWords(deed) >= 2) return { statement: deed, confidence: 0.6 }
  const given = match(clause, `^${we} (?:have )?(?:quit|stopped|no longer) (?:do )?(.+)$`)?.[0]
  if (given && contentWords(given) >= 1 && !pronounOnly(given))
    return { statement: /^\w+ing\b/i.test(given) ? `Avoid ${given}` : `Never ${given}`, confidence: 0.65 }
  const first = match(clause, '^(?:the )?(?:very )?first thing (?:i|we) (?:always )?do is (?:to )?(.+)$')?.[0]
  return first && isDeed(first) ? { statement: `${first} first`, confidence: 0.65 } : undefined
}

/** "No Friday deploys for me", "small changes only from me": whose rule it is stands at the end. */
const mine: Rule = (clause) => {
  const none = match(clause, '^(no .+?) (?:for|from|with) (?:me|us)(?: thanks| please)?$')?.[0]
  if (none && contentWords(none) >= 2) return { statement: none, confidence: 0.65 }
  const only = match(clause, '^(.+) only (?:from|with|for) (?:me|us)$')?.[0]
  return only && contentWords(only) >= 1 && only.split(/\s+/).length <= 6
    ? { statement: `Only ${only}`, confidence: 0.6 }
    : undefined
}

/** "Naming matters more than comments", "a good name beats a comment". */
const compares: Rule = (clause) => {
  const found = match(
    clause,
    "^(?!(?:it|this|that|there|he|she|they|you|what|which|who|if|when)\\b)((?:[\\w'-]+ ){1,5}(?:beats?|matters? more than|(?:is|are) (?:always )?(?:better|more important|worth more) than) (?:[\\w'-]+ ?){1,5})$",
  )?.[0]
  return found && contentWords(found) >= 3 && !/\b(?:my|his|her|their|your|last|the)\b/i.test(found)
    ? { statement: found, confidence: 0.55, category: 'principle' }
    : undefined
}

/** "I always spend the extra minutes", "I never cut before measuring": insisted on, whatever the verb, if nothing is left open. */
const insists: Rule = (clause) => {
  const [adverb, deed] = match(clause, `^${we} (always|never|only ever) (.+)$`) ?? []
  if (!adverb || !deed || pronounOnly(deed) || contentWords(deed) < 2) return undefined
  if (/^(?:\w+ed|been|was|had|saw|thought|knew|heard|got|feel|forget|wonder|wanted|mess)\b/i.test(deed))
    return undefined
  return generic(deed) ||
    /^(?:spend|take|leave|go|come|give|make|bring|call|ask|start|open|sign|write|show|say)\b/i.test(deed)
    ? { statement: `${adverb === 'never' ? 'Never' : 'Always'} ${deed}`, confidence: 0.65 }
    : undefined
}

export const spokenRules: readonly Rule[] = [dislikes, likes, tends, mine, compares, insists]

/** What people leave out or put in as they type, without which a clause reads as it is said. */
export const asSaid = (sentence: string): string =>
  sentence
    .replace(/\b(do|does|did|wo|ca|should|would|could|is|are|was|have|has)nt\b/gi, "$1n't")
    .replace(/\b(i)(m|ve)\b(?=\s)/gi, "$1'$2")
    .replace(/\b(that|what|let)s\b(?= (?:my|why|how|go|the|not|just|always|what|i|it))/gi, "$1's")
    .replace(/\b(?:u)\b/g, 'you')
    .replace(/\b(double|cross|re) (check|test|read)\b/gi, '$1-$2')
    .replace(/\bi\b(?=['\s]|$)/g, 'I')
    .replace(
      /(?:[,.\s]+(?:any ?more|any longer|lol|lmao|haha+|imo|imho|tbh|ngl|fwiw|thanks|thx|ever|honestly|of course|every time|as always|(?:that's|thats) (?:just )?(?:my thing|me|how I roll)|always have|(?:\p{Extended_Pictographic}|[:;]-?[)(DP])+))+[\s.!]*$/iu,
      '',
    )
