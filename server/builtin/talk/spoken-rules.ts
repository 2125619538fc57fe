import { contentWords, generic, isDeed, match, pronounOnly, type Reading, type Rule } from './clause.ts'
import { isLikelyVerb } from './norm-words.ts'
import { gerund, named } from './spoken-objects.ts'

/**
 * Rules for statements about oneself that are common in talk but rare in writing: tastes, tendencies, comparisons. None
 * is used for commits.
 */
const we = '(?:i|we|i personally|personally,? i)'
const very =
  '(?:really |just |personally |much |very |strongly |generally |definitely |obviously |always |usually |typically |vastly |still |also |pretty |do |more |a lot |almost |often |quite |so |such |too |becoming |turning into |more and more of )*'
/** "I'm", "I've always been", "we are becoming". */
const am = `(?:${we} (?:am|are|have (?:always )?been)|i'm|we're|(?:i|we)'ve (?:always )?been)`
const size = '(?:(?:big|huge|great|strong|firm|massive|pretty big|large) )*'
const supporter = '(?:fans?|proponents?|advocates?|supporters?|lovers?)'
const pointed =
  /^(?:ourselves|myself|having to|trying to|it|this|that|these|those|them|him|her|you|to (?:say|see|hear|know|think|thank|ask))\b/i

const isWhole = (what: string | undefined): what is string =>
  what !== undefined &&
  !pointed.test(what) &&
  contentWords(what) > 0 &&
  what.split(/[,;]| because | so that /)[0]!.split(/\s+/).length <= 16

/** "I'm not a fan of mocks", "I don't like long meetings", "I hate writing YAML", "I'm strongly opposed to …". */
const dislikes: Rule = (clause) => {
  const what =
    match(clause, `^${am} ${very}not ${very}(?:an? |the )?${very}${size}${supporter} of (.+)$`)?.[0] ??
    match(clause, `^${we} ${very}(?:don't|do not) ${very}(?:like|enjoy|believe in) (.+)$`)?.[0] ??
    match(
      clause,
      `^${we} ${very}(?:hate|dislike|can't stand|try not to|tend not to|(?:tend to |try to )?${very}(?:avoid|steer clear of|stay away from)) (.+)$`,
    )?.[0] ??
    match(
      clause,
      `^${am} ${very}(?:opposed to|against|not in favou?r of|skeptical of|an? ${size}opponent of|allergic to) (.+)$`,
    )?.[0] ??
    match(clause, '^(?:big |strong |hard )?-1 (?:on|for|to) (.+)$')?.[0] ??
    match(clause, `^${we}(?:'d| would) ${very}(?:prefer not to|rather not) (.+)$`)?.[0]
  const object = what && named(what.replace(/^to /i, ''))
  if (!object || !isWhole(object)) return undefined
  const tries = /(?:(?:try|tend|prefer) not to|rather not) /i.test(clause)
  const statement = tries ? `Try not to ${object}` : `Avoid ${/^to /i.test(what) ? gerund(object) : object}`
  return { statement, confidence: 0.65, category: 'preference' }
}

/** "I'm a big fan of small functions", "I'm in favor of …", "I'd prefer a title that …", "I would rather write TypeScript". */
const likes: Rule = (clause) => {
  const what =
    match(clause, `^${am} ${very}(?:an? |the )?${very}${size}${supporter} of (.+)$`)?.[0] ??
    match(clause, `^${am} ${very}in favou?r of (.+)$`)?.[0] ??
    match(clause, `^${am} ${very}an? ${size}believer in (.+)$`)?.[0] ??
    match(clause, `^${we}(?:'d| would) ${very}(?:prefer|rather) (?:if |that )?(?!not )(.+)$`)?.[0]?.replace(
      /^(?=(?:be|have|see|know|hear)\b)/i,
      'to ',
    ) ??
    match(clause, `^${we}(?:'ll| will)? ${very}(?:tend to )?${very}prefer (?!not )(.+)$`)?.[0] ??
    match(clause, `^${we} ${very}(?:like|love|enjoy) (\\w+ing (?!able|the one).+)$`)?.[0] ??
    match(clause, '^my (?:\\w+ )?preference (?:is|would be|here is|has always been) (?:for |to )?(?!not )(.+)$')?.[0]
  const object = what && (/ (?:than|over) /i.test(what) ? what : named(what))
  if (!object || !isWhole(object)) return liked(clause)
  const to = /(?:'d|would) .*?rather /i.test(clause) && isDeed(object) ? 'to ' : ''
  return { statement: `Prefer ${to}${object}`, confidence: 0.65, category: 'preference' }
}

/** "I love TypeScript", "I really like small teams": the object has a name or is more specific than in "I love pizza". */
const liked = (clause: string): Reading | undefined => {
  const what = match(
    clause,
    `^${we} ${very}(?:love|like|enjoy) (?!the |your |his |her |their |my |our |how |seeing |hearing |to |when |you|just |kept |(?:\\w+ed|was|were|went|got|had) )(.+)$`,
  )?.[0]
  const object = named(what)
  const isName = object !== undefined && (/\p{Lu}|\S\s\S/u.test(object.slice(1)) || abstract.test(object))
  return object &&
    isName &&
    isWhole(object) &&
    object.split(/\s+/).length <= 6 &&
    !/\b(?:that|more|better)$/i.test(object)
    ? { statement: `Prefer ${object}`, confidence: 0.5, category: 'preference' }
    : undefined
}

const abstract = /(?:ity|ness|ing|tion|sion|ment|ance|ence|ship|ure|ism|ology)s?$/i

/** "I tend to start small", "I like to sketch first", "first thing I do is open the data". */
const tends: Rule = (clause) => {
  const deed = match(
    clause,
    `^${we}(?:'ll| will)? ${very}(?:tend to|like to|love to|try and|try to|make a point of) ${very}(.+)$`,
  )?.[0]
  const insists = /^\S+(?: \S+)? (?:tend|try|make) /i.test(clause)
  if (deed && isDeed(deed, insists ? isLikelyVerb : undefined) && contentWords(deed) >= 2)
    return { statement: deed, confidence: 0.6 }
  const abandoned = match(clause, `^${we} (?:have )?(?:quit|stopped|no longer) (?:do )?(.+)$`)?.[0]
  if (abandoned && contentWords(abandoned) >= 1 && !pronounOnly(abandoned))
    return { statement: /^\w+ing\b/i.test(abandoned) ? `Avoid ${abandoned}` : `Never ${abandoned}`, confidence: 0.65 }
  const first = match(clause, '^(?:the )?(?:very )?first thing (?:i|we) (?:always )?do is (?:to )?(.+)$')?.[0]
  return first && isDeed(first) ? { statement: `${first} first`, confidence: 0.65 } : undefined
}

/** "I basically never do estimates": any verb, if its object is named. */
const refuses: Rule = (clause) => {
  const deed = match(
    clause,
    `^${we}(?:'ll| will| would)? ${very}never (?:ever )?(?:do|use|go to|go for|go with|reach for|rely on) (.+)$`,
  )?.[0]
  if (isWhole(deed)) return { statement: `Avoid ${deed}`, confidence: 0.65, category: 'boundary' }
  const undone = match(clause, `^i ${very}(?:don't|do not|won't|will not) (?:ever )?(?!${idle})(.+)$`)?.[0]
  const object = named(undone?.replace(/^\w+ (?:the )?/i, ''))
  return undone && object && isDeed(undone, isLikelyVerb) && contentWords(undone) > (/^\w+ the\b/i.test(undone) ? 2 : 1)
    ? { statement: `Never ${undone}`, confidence: 0.6 }
    : undefined
}
/** Things that people do not do, without refusing to do them. */
const idle =
  '(?:have|get|need|want|mind|mean|see|understand|remember|recall|agree|work|use|do|own|own up|go|come|play|watch|speak|talk|listen|live|sleep|drink|eat|wear|pay|buy|spend|say|tell|call|hang|happen|exist|look|sound|fit|belong|deal|blame|envy|disagree|object|claim|pretend|intend|plan|propose|suggest|support|anticipate|foresee|post|read|run|travel|drive)\\b'

/** "We should really write that down": demanded of everyone, not planned. */
const demands: Rule = (clause) => {
  const deed =
    match(
      clause,
      '^we (?:should|must|need to|have to|ought to) (?:really |all |definitely |always |generally )+(.+)$',
    )?.[0] ?? match(clause, '^we (?:always|all|really|definitely) (?:should|must|need to|have to|ought to) (.+)$')?.[0]
  if (
    deed &&
    isDeed(deed, isLikelyVerb) &&
    isWhole(deed) &&
    contentWords(deed) > 1 &&
    !/\b(?:this|that|it|here|now)\b/i.test(deed)
  )
    return { statement: `Always ${deed}`, confidence: 0.6 }
  const denied =
    match(
      clause,
      `^${we} (?:don't|do not) ${very}(?:think|believe|feel) (?:that )?(?:we|people|anyone|anybody|one) should (?:ever )?(?!be\\b|have\\b)(.+)$`,
    )?.[0] ??
    match(
      clause,
      `^${we} (?:${very}|honestly )(?:think|believe|feel)(?: that)? we (?:shouldn't|should not|should never|must not) (?:ever )?(?!be\\b|have\\b)(.+)$`,
    )?.[0]
  const undone = named(denied?.replace(/^\w+ (?=the\b)/, ''))
  if (
    denied &&
    undone &&
    isDeed(denied, isLikelyVerb) &&
    contentWords(denied) > 1 &&
    !/\b(?:this|it|here|now|not|never|any ?more)\b/i.test(denied)
  )
    return { statement: `Do not ${denied}`, confidence: 0.6, category: 'boundary' }
  const insisted = match(clause, `^${we} ${very}insist on (.+)$`)?.[0]
  return isWhole(insisted) ? { statement: `Insist on ${insisted}`, confidence: 0.75 } : undefined
}

/** "I think everybody should learn C", "I believe tests should be boring": the subject is named. */
const opines: Rule = (clause) => {
  const what = match(
    clause,
    `^${we} (?:${very}|honestly |firmly )(?:think|believe|feel strongly|feel like|feel|would argue|would say|would think|would expect|would hope|would love it if|strongly feel)(?: that)? (.+)$`,
  )?.[0]
  const [subject, verb] =
    match(
      what ?? '',
      "^((?!(?:it|this|that|these|those|there|he|she|they|you|i|what|which|who|if|when)\\b)(?:[\\w'/-]+ ){1,5}?)((?:should|shouldn't|must|need to|ought to) .+)$",
    ) ?? []
  const held = what && named(what)
  if (
    !what ||
    !held ||
    !subject ||
    !verb ||
    /\b(?:the|this|that|his|her|their|my)\b/i.test(subject) ||
    /\b(?:have \w+(?:ed|en)|had)\b/i.test(verb)
  )
    return undefined
  return contentWords(held) > 2 ? { statement: held, confidence: 0.55, category: 'principle' } : undefined
}

const judged =
  "(?:i (?:really )?(?:think|find) )?(?:it(?:'s| is| would be|'d be| might be) |it )?(?:probably |really |very |always |usually |generally |often |so |much |absolutely )*"
/** "It's better to ship early", "testing by hand is important to me". */
const rates: Rule = (clause) => {
  const better = match(clause, `^${judged}(?:better|best) to (.+)$`)?.[0]
  if (better && isDeed(better, isLikelyVerb) && contentWords(better) > 1)
    return { statement: / than /i.test(better) ? `Prefer to ${better}` : better, confidence: 0.55 }
  const [link, matters] =
    match(
      clause,
      `^${judged}(?:important|essential|crucial|critical|vital|key) (?:to me |for me |to us |for us )?(that|to) (?!(?:note|remember|say|mention|understand|know|point|realize|recognize|keep in mind)\\b)(.+)$`,
    ) ?? []
  if (link && isWhole(matters) && contentWords(matters) > 1)
    return { statement: `It is important ${link} ${matters}`, confidence: 0.6, category: 'principle' }
  const cared = match(clause, `^${we} ${very}care (?:a lot |deeply |a great deal )?about (.+)$`)?.[0]
  return isWhole(cared) && !/^(?:is|are|more)\b/i.test(cared)
    ? { statement: `Care about ${cared}`, confidence: 0.6, category: 'principle' }
    : undefined
}

/** "No Friday deploys for me", "small changes only from me": the owner of the rule is named at the end. */
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

/** "I always spend the extra minutes", "I never cut before measuring": emphatic, with any verb, if the object is clear. */
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

export const spokenRules: readonly Rule[] = [
  dislikes,
  likes,
  tends,
  refuses,
  demands,
  opines,
  rates,
  mine,
  compares,
  insists,
]
