import { type Category, type Kind, kindOf } from '../../domain/kinds.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { addressesModel } from '../../domain/text/model-address.ts'
import { lowerFirst, upperFirst } from '../rules-files/wording.ts'
import { looksLikePerson } from '../transcripts/speaker-words.ts'
import { asSaid, isBroken, pointsElsewhere, withoutHedges } from './as-said.ts'
import { baseOf, type Context, contentWords, firstWord, type Reading, type Rule } from './clause.ts'
import { generalRules, stated } from './general-rules.ts'
import { isDisowned, isMomentary, isQuestion } from './noise.ts'
import { isActionVerb } from './norm-words.ts'
import { habitually, speakerRules } from './speaker-rules.ts'
import { spokenRules } from './spoken-rules.ts'
import { spokenStances } from './spoken-stances.ts'
import { aboutTone, cadence, delivered, shared, watched } from './words/english.ts'

/** A norm or habit that a sentence states about its speaker. */
export type Norm = { kind: Kind; category: Category; statement: string; confidence: number }

const writtenRules: readonly Rule[] = [...speakerRules, ...generalRules, habitually, stated]
const positions: readonly Rule[] = [...speakerRules, ...spokenRules, ...spokenStances]
/** Also for talk; forms with a rule of their own come first. */
const allRules: readonly Rule[] = [...positions, ...generalRules, habitually, stated]

const condition =
  /^((?:every|each) (?:\w+ )?(?:day|morning|evening|week|month|quarter|year|sprint|release|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|(?:once|twice|three times|four times) (?:a|per) \w+|(?:before|after|when|whenever|if|once|while|until|unless|for|in|on|at|with|during) .{2,120}?),?\s+((?:i|we)\s.+)$/i

/** "Before any deploy I make sure …": reads the action, then its time; the last clause with "I" that is a norm wins. */
const conditioned = (clause: string, context: Context): Reading | undefined => {
  const starts = [...clause.matchAll(/(?<=[,\s])(?:i|we)\s/gi)].map((found) => found.index).toReversed()
  for (const start of starts) {
    const [, when, deed] = condition.exec(`${clause.slice(0, start).trimEnd()} ${clause.slice(start)}`) ?? []
    if (!when || !deed || `${when.replace(/,$/, '')} ${deed}`.length + 2 < clause.length - 2) continue
    const reading = firstOf(`${withoutTail(deed)} ${lowerFirst(when.replace(/,$/, ''))}`, context)
    if (reading) return reading
  }
  return undefined
}

const firstOf = (clause: string, context: Context): Reading | undefined => {
  for (const rule of context.commit ? writtenRules : allRules) {
    const reading = rule(clause, context)
    if (reading) return reading
  }
  return undefined
}

/** A clause behind a hedge counts if it is the speaker's own position: "I guess I'm not a fan of wizards". */
const hedged = (clause: string, context: Context): Reading | undefined => {
  const plain = context.commit ? clause : withoutHedges(clause)
  return plain === clause ? undefined : positionIn(plain, context)
}

const positionIn = (clause: string, context: Context): Reading | undefined => {
  for (const rule of positions) {
    const reading = rule(clause, context)
    if (reading) return reading
  }
  return undefined
}

/** Positions in a long sentence at which a speaker may start to state their view. */
const turn =
  /(?:(?:[,;:\u2013\u2014]\s+|\s--\s*)(?:(?:and|but|so|because|since|though|although|while|whereas|then|or)\s+)?|\s(?:and|but|so|because|since|though|although|while|whereas|reasons? why|that's why|(?:think|say|saying|agree|agreement|feel|determined|realized|found|mean|believe|know|guess)(?: that)?)\s+)(?=(?:(?:i think|i guess|i mean|again|also|then|honestly|personally),? )*(?:i|we|i'm|we're|i'd|we'd|my|our|it's|it is|it would)\s)/gi
const maxTurns = 8
/**
 * Text before a turn that is only a supposition or is denied: "I'm not saying we should avoid mocks", "it's not because
 * I hate tests".
 */
const disowns =
  /(?:\b(?:not|never|no|nobody|hardly|doubt|if|unless|whether|instead|they|people|he|she|you|some|everyone|everybody)\b|n't\b)[^,;:.]*$/i
const opensSaying =
  /^\s(?:because|since|reasons? why|think|say|saying|agree|agreement|feel|determined|realized|found|mean|believe|know|guess)\b/i

/** The norm or habit that a clause states about its speaker, in similar words; undefined if there is none. */
const readClause = (clause: string, context: Context): Reading | undefined => {
  const ours = clause.replace(
    /^(?:our|my|this|the) team ((?:always |never |only )?)([a-z]+s)\b/i,
    (_, adverb, verb) => `We ${adverb}${baseOf(verb)}`,
  )
  return (context.commit ? undefined : conditioned(ours, context)) ?? firstOf(ours, context) ?? hedged(ours, context)
}

/** Words before a norm that are not part of it. */
const leadIn =
  /^(?:(?:and|but|so|because|cause|cuz|since|also|still|yes|yeah|yep|nope|nah|no|well|ok|okay|sure|right|honestly|tbh|imo|fwiw|lol|haha|actually|basically|as usual|(?:like|as) i said|i mean|you know|i guess|in fact|definitely|from now on|going forward|these days|nowadays|personally|normally|anyway|therefore|though|yet|again|sorry|please|simple|rule|however|here|first|second|third|note|nb|remember|(?:just |please )?remember(?: that)?|as a rule|in general|as always|of course|for me|to me|i think|in my opinion|(?:that|this|which) is (?:also )?why|that's why|(?:my|our|the) (?:\w+ )?rule(?: is)?|unpopular(?: opinion)?|hot take|confession|tl;dr|obviously|basically|generally speaking|frankly|clearly|on top of that|I guess|IMHO|for sure)(?:[,:.]\s*|\s+(?=i\b|we\b|every|each|always|never|no\b|my\b|our\b|all\b|that\b|this is\b|before\b|after\b|when|if\b|once\b))(?:that (?!is\b))?)+/i

/** Start of a norm's reason, exception or comment; each is cut only if enough of the norm remains. */
const tails: readonly RegExp[] = [
  /\s*[;\u2013\u2014]\s.*$|\s--?(?:\s.*)?$|:\s.*$/,
  /,\s+(?:so|because|since|as|or|otherwise|nobody|no one|everyone|everybody|it|this|that|which|they|he|she|you|i|we|there|people|even|not even|sorry|please|right|though|one|at least|around|usually|especially|ideally|yes|says|said)\b.*$/i,
  /\s+(?:because|since (?=it|we|i|the)|so that|even if|even when|even though|although)\b.*$/i,
  /\s+and (?:it|i|they|he|she|my|nobody|that)\b.*$|\s+like other \w+\b.*$/i,
  /\s+in (?:everything|all|anything) (?:that )?(?:i|we) \w+$/i,
  /,\s+always$/i,
]

const withoutTail = (statement: string): string =>
  tails.reduce((kept, tail) => {
    const cut = kept.replace(tail, '')
    return contentWords(cut) >= 2 ? cut : kept
  }, statement)

/** Clauses that may contain a norm: the whole sentence, then the text after a colon, a semicolon or a conjunction. */
const clausesOf = (sentence: string, { commit }: Context): string[] => {
  const whole = sentence.replace(/[\s.!"')\]]+$/, '').replace(/^["'([\s]+/, '')
  const label = /^\S+(?: \S+){0,2}:\s+/.exec(whole)
  const later = [
    ...whole.matchAll(
      /(?::|;|\s[-\u2013\u2014])\s+|,?\s+(?:so|and|but)\s+(?=(?:i|we) (?:always|never|usually|only)\b)|,\s+(?=from now on\b|now (?:i|we) )|,\s+(?=(?:i|we) (?:always|never|usually|only|try|prefer|use|don't|won't|sweep|say)\b|i'd\b|we'd\b|no \w+ (?:for|from) )|,\s+(?:since|because|so|and|but|as|though|while|which means|which is why)\s+|,?\s+(?:which is why|that's why|this is why|and|but|so|because)\s+(?=(?:i'm|we're|i am|we are|(?:i|we)(?:'d|'ve)? (?:\w+ )?(?:prefer|rather|love|hate|dislike|tend|avoid|always been|don't like|do not like))\b)|,\s+(?=(?:i'm|i am) (?:\w+ ){0,4}(?:fan|proponent|advocate|believer|against|opposed)\b|(?:i|we) (?:\w+ )?(?:prefer|love|hate|tend|avoid)\b)|\s--\s+|\s(?:because|so that|since)\s+/gi,
    ),
  ].map((found) => whole.slice(found.index + found[0].length))
  // A few words before a colon are a title or an answer, not the norm.
  const first = label ? whole.slice(label[0].length) : whole
  const clauses = commit
    ? [first, ...later.filter((clause) => /^(?:every|each|all|no)\b/i.test(clause))]
    : [first, ...later]
  return clauses
    .flatMap((clause) => {
      const bare = clause.replace(leadIn, '').trim()
      // "I think" introduces a norm, and makes anything else an opinion.
      return commit || !/^i think\b/i.test(clause.replace(/^(?:and|but|so|yeah|well),? /i, ''))
        ? [bare]
        : [bare, clause.replace(/^(?:and|but|so|yeah|well),? /i, '')]
    })
    .filter((clause) => clause !== '')
}

/**
 * Whether a sentence of a commit message describes the program or the change. Most do, and use "we" for the program:
 * "but we never free it". The remaining ones name no code, draw no conclusion from the text before them, and insist.
 */
const narrates = (sentence: string): boolean =>
  /^(?:but|so|since|because|however|note|when|if|in|as|although|though|while|at|for|normally|this|that|these|those|it|there|instead|and|also|then|now|otherwise|after that|curiously|here)\b/i.test(
    sentence,
  ) ||
  /[_(){}<>=%"$\\/[\]]|(?:^|\s)--?[a-z]|[a-z][A-Z]|\.\w{1,4}\b(?!\s|$)|\b[A-Z]{5,}\b/.test(sentence) ||
  !/\b(?:always|never|must|prefer|every|each|all|no|only|without|until|responsible|make sure|do not|don't|avoid|keep)\b/i.test(
    sentence,
  ) ||
  /\bat all\b/i.test(sentence) ||
  programVerb.test(sentence)
const programVerb =
  /\b(?:we|i) (?:\w+ly |do not |don't |always |never |only |must |should |also |still |just )*(?:allocate|assign|bail|build up|call|cast|check|clear|close|compile|convert|copy|create|define|discard|drop|end up|exit|expect|fail|fall|fetch|fill|find|free|generate|get|handle|have|hit|hold|initialize|insert|iterate|load|look|loop|match|need|open|output|parse|pass|pop|print|process|push|read|receive|record|reset|return|run|see|send|set|skip|spend|start|stop|store|throw|traverse|treat|walk|write)\b(?! (?:tests?|docs?|documentation|reviews?|releases?|on (?:mon|tues|wednes|thurs|fri)day))/i

const maxWords = 45

/** "Tom always skips the tests": someone other than the author does it on purpose. */
const isAboutPerson = (sentence: string): boolean => {
  const [, name, verb] = /^([A-Z][a-z]+) (?:always|never|usually|often) ([a-z]+s)\b/.exec(sentence) ?? []
  return (
    name !== undefined &&
    looksLikePerson(name) &&
    !/^(?:No|Any|Every|Some)/.test(name) &&
    isActionVerb(baseOf(verb!)) &&
    !/^(?:comes|goes|runs|works|starts|means)$/.test(verb!)
  )
}

/**
 * The norms or habits that a sentence states about its speaker, in canonical imperative wording: none for questions,
 * single events, advice to the reader and text that addresses a language model. A commit message states at most one; in
 * talk each clause may state one: "no jargon with patients, I use plain words".
 */
export function readNorms(sentence: string, context: Context): Norm[] {
  const length = sentence.split(/\s+/).length
  if (length < 3 || length > maxWords || isQuestion(sentence) || addressesModel(sentence)) return []
  if (isDisowned(sentence) || isAboutPerson(sentence)) return []
  if (/^(?:you(?! know,)|your)\b/i.test(sentence)) return []
  if (context.commit && narrates(sentence)) return []
  const found: Norm[] = []
  for (const clause of clausesOf(context.commit ? sentence : asSaid(sentence), context)) {
    const norm = normOf(clause, context)
    if (!norm || found.some(({ statement }) => isPartOf(norm.statement, statement))) continue
    found.push(norm)
    if (context.commit || found.length === maxNorms) return found
  }
  if (context.commit) return found
  const said = asSaid(sentence).replace(/[\s.!"')\]]+$/, '')
  for (const start of [...said.matchAll(turn)].slice(0, maxTurns)) {
    if (opensSaying.test(start[0]) && disowns.test(said.slice(0, start.index))) continue
    const reading = positionIn(withoutHedges(said.slice(start.index + start[0].length)), context)
    const norm = reading && normFrom(reading, context)
    if (
      !norm ||
      found.some(({ statement }) => isPartOf(norm.statement, statement) || isPartOf(statement, norm.statement))
    )
      continue
    found.push(norm)
    if (found.length === maxNorms) break
  }
  return found
}

const maxNorms = 3

/** Whether a statement is contained in another one: text after a conjunction is read once with it and once alone. */
const isPartOf = (part: string, whole: string) =>
  whole.toLowerCase().includes(part.toLowerCase().replace(/^(?:always|never|usually|only|avoid|prefer(?: to)?) /, ''))

function normOf(clause: string, context: Context): Norm | undefined {
  const reading = readClause(clause, context)
  return reading && normFrom(reading, context)
}

function normFrom(reading: Reading, context: Context): Norm | undefined {
  const statement = canonical(reading.statement)
  if (!context.commit && (isBroken(statement) || pointsElsewhere(statement))) return undefined
  if (
    isMomentary(statement) ||
    /\byou(?:r|rs|rself)?\b/i.test(statement) ||
    contentWords(statement) < (reading.category === 'ownership' || /^Try not to /.test(statement) ? 1 : 2)
  )
    return undefined
  const category = reading.category ?? categorize(statement)
  return { kind: kindOf(category), category, statement, confidence: reading.confidence }
}

const canonical = (statement: string): string =>
  upperFirst(
    normalizeStatement(withoutTail(statement))
      .replace(/\b(?:my|our) (?:own )?(?=\w)/gi, '')
      .replace(/[\s.,!:;]+$/, ''),
  )

/** The category by a statement's subject, then by whether it forbids. It is the same for all wordings of a habit. */
const categorize = (statement: string): Category => {
  const deed = statement.replace(/^(?:(?:always|usually|regularly|make sure that|only)\s+)+/i, '')
  const verb = firstWord(deed)
  const recurs = cadence.test(deed)
  if (aboutTone.test(statement)) return 'voice'
  if (/^(?:monitor|watch|track|observe|keep (?:an eye|track|tabs))\b/i.test(deed)) return 'monitoring'
  if (/^(?:check|review|look|read|inspect|scan)$/.test(verb) && watched.test(deed)) return 'monitoring'
  if (verb === 'check' && recurs) return 'monitoring'
  if (
    /^(?:send|publish|deliver|post|write|prepare|produce|compile|present|share)$/.test(verb) &&
    delivered.test(deed) &&
    recurs
  )
    return 'deliverables'
  if (shared.test(statement)) return 'collaboration'
  // "Design with real names, never with …": the affirmed part comes first and decides.
  const affirmed = statement.replace(/(?<=\w{3,}.*), (?:and )?(?:never|not)\b.*$/i, '')
  const denies = /\b(?:never|not(?! at all)|no|avoid|mustn't|shouldn't|cannot|refuse)\b|\bout of\b/i.test(affirmed)
  return denies && !/\b(?:without|until|till|unless|before|except|only)\b/i.test(affirmed) ? 'boundary' : 'principle'
}
