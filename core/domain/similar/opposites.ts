import { type Contrasts, contrast, isOtherObject, readContrasts } from './contrasts.ts'
import { type Frame, framesDiffer, isReplaced, readFrame } from './frames.ts'
import { codeDiffers, type Names, namesDiffer, readNames } from './names.ts'
import { type Quantities, quantitiesDiffer, quantitiesOf, timeLimitOf } from './quantities.ts'
import { joinParticles, rewrite } from './rewritings.ts'
import { meaningOf, poleOf, remembering, topicOf } from './topics.ts'
import { actionWords, denials, negationWords, relations } from './words.ts'

/**
 * Embeddings put opposites close together: "reply within 4 hours" and "within 24 hours" share every word but one. This
 * reads what vectors do not show, from closed lists of words: numbers, poles of a scale, negation, and order in time.
 * It knows no meaning, so it objects only where the wording is plain.
 */

/** The parts of a statement that opposites depend on; words are reduced to the common part of their forms. */
interface Stance {
  quantities: Quantities
  /** The pole that is named, the last one of several, by scale. */
  poles: ReadonlyMap<string, number>
  /** The first word with a topic, usually the verb. */
  head: string | undefined
  affirmed: ReadonlySet<string>
  /** Topics that are negated and nowhere affirmed. */
  denied: ReadonlySet<string>
  earlier: ReadonlySet<string>
  later: ReadonlySet<string>
  frame: Frame
  names: Names
  contrasts: Contrasts
  negated: ReadonlyMap<string, string>
  words: ReadonlySet<string>
}

/** The kind of difference in wording by which two statements are not equivalent. */
export type Objection =
  | 'names'
  | 'others'
  | 'quantities'
  | 'order'
  | 'amounts or roles'
  | 'sides'
  | 'denial'
  | 'opposite'

/** Whether two statements about one subject contradict each other; two about different subjects need not. */
export function contradict(a: string, b: string): boolean {
  const objection = objectionTo(a, b)
  return objection !== undefined && objection !== 'others'
}

/**
 * Whether nothing in the wording of two statements forbids that they are equivalent. Symmetric; true of a statement and
 * itself.
 */
export const mayBeSame = (a: string, b: string): boolean => objectionTo(a, b) === undefined

/**
 * Returns the first reason in the wording why two statements are not equivalent: different names in backticks,
 * different numbers, opposite orders in time, other amounts ("every", "some") or exchanged roles, one denies what the
 * other affirms, opposite poles of a scale. Symmetric; undefined for a statement and itself.
 */
export function objectionTo(a: string, b: string): Objection | undefined {
  if (a === b) return undefined
  const [one, other] = [stanceOf(a), stanceOf(b)]
  if (codeDiffers(one.names, other.names)) return 'names'
  if (quantitiesDiffer(one.quantities, other.quantities)) return 'quantities'
  if (ordersDiffer(one, other)) return 'order'
  if (framesDiffer(one.frame, other.frame)) return 'amounts or roles'
  if (contrast(one.contrasts, other.contrasts)) return 'sides'
  const reversals = differentPoles(one, other) + negatedForms(one, other) + (conditionsDiffer(one, other) ? 1 : 0)
  const isOpposite = reversals % 2 === 1
  const denial = relationOf(one, other)
  // "Never fall below" and "stay above" are equivalent: a double reversal cancels out.
  if (denial === 'contradict' && !isOpposite) return 'denial'
  if (denial === 'agree' && isOpposite) return 'opposite'
  return namesDiffer(one.names, other.names) || isOtherObject(one.contrasts, other.contrasts) ? 'others' : undefined
}

/**
 * Whether two statements differ in a single topic, "weigh every parcel" and "scan every parcel", or only one of them
 * denies something. It objects where similar statements are merged; discovery does without it, since people state the
 * same thing with other words each time.
 */
export function nameOthers(a: string, b: string): boolean {
  const [one, other] = [stanceOf(a), stanceOf(b)]
  if (one.denied.size > 0 !== other.denied.size > 0 || differentPoles(one, other) > 0) return true
  return isReplaced(one.frame, other.frame)
}

/** The topics of a statement, whether affirmed or denied. */
export const topicsIn = (statement: string): ReadonlySet<string> => {
  const { affirmed, denied, earlier, later } = stanceOf(statement)
  return new Set([...affirmed, ...denied, ...earlier, ...later])
}

/** The number of words that two sets share; written as a loop because comparisons call it often. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  if (b.size > 0) for (const word of a) if (b.has(word)) shared++
  return shared
}

/** Whether most of the topics that one puts earlier or later are on the other side in the other. */
function ordersDiffer(a: Stance, b: Stance): boolean {
  if (a.earlier.size === 0 || b.earlier.size === 0) return false
  const crossed = overlap(a.earlier, b.later) + overlap(a.later, b.earlier)
  const straight = overlap(a.earlier, b.earlier) + overlap(a.later, b.later)
  const smaller = Math.min(a.earlier.size + a.later.size, b.earlier.size + b.later.size)
  return crossed > straight && crossed * 2 > smaller
}

function differentPoles({ poles: a }: Stance, { poles: b }: Stance): number {
  let different = 0
  if (b.size > 0) for (const [scale, pole] of a) if (b.has(scale) && b.get(scale) !== pole) different++
  return different
}

/** The number of words that the other statement has with a negating prefix: "signed" and "unsigned". */
const negatedForms = (a: Stance, b: Stance): number => countNegated(a, b) + countNegated(b, a)

function countNegated({ negated }: Stance, { words, negated: others }: Stance): number {
  let count = 0
  for (const [bare, word] of negated) if (words.has(bare) && !others.has(bare) && !words.has(word)) count++
  return count
}

/** The words with a negating prefix, by the word without it. */
const negatedIn = (words: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map(
    [...words].flatMap((word) => {
      const bare = /^(?:un|in|im|ir|il|non|dis|de)(\p{L}{4,})/u.exec(word)?.[1]
      return bare === undefined || words.has(bare) || poleOf(bare) ? [] : [[bare, word] as const]
    }),
  )

const conditionsDiffer = ({ contrasts: a }: Stance, { contrasts: b }: Stance): boolean =>
  (a.condition === 'if' && b.condition === 'unless') || (a.condition === 'unless' && b.condition === 'if')

/** How negated and affirmed parts relate, where the wording shows it. */
function relationOf(a: Stance, b: Stance): 'agree' | 'contradict' | 'unknown' {
  if (a.denied.size === 0 && b.denied.size === 0) return 'agree'
  if (overlap(a.denied, b.denied) > 0) return 'agree'
  if (contradicts(a, b) || contradicts(b, a)) return 'contradict'
  return overlap(a.denied, b.affirmed) + overlap(b.denied, a.affirmed) === 0 ? 'agree' : 'unknown'
}

/**
 * Whether a statement denies what another affirms: all of it, or more. If each has words that the other lacks, or the
 * other does something else, they may be two phrasings of one thing: "never write vague messages" and "write clear
 * messages", "never deploy on Fridays" and "postpone deploys on Fridays".
 */
function contradicts({ denied, affirmed: kept }: Stance, { affirmed, head }: Stance): boolean {
  const shared = overlap(denied, affirmed)
  if (shared === 0 || head === undefined) return false
  if (!denied.has(head) && !kept.has(head) && !deedForms.has(head)) return false
  if (denied.isSubsetOf(affirmed)) return true
  // Topics that a statement affirms itself are no argument against it.
  const rest = affirmed.difference(kept)
  return rest.isSubsetOf(denied) && shared * 2 > denied.size
}

const stanceOf = remembering(readStance)

const deedForms = new Set([...actionWords].flatMap((word) => topicOf(word) ?? []))

const topicsOf = (words: readonly string[]) => words.flatMap((word) => topicOf(word) ?? [])

function readStance(statement: string): Stance {
  const text = statement.toLowerCase().trim()
  const rewritten = joinParticles(rewrite(text))
  const words = new Set(text.match(/\p{L}+/gu) ?? [])
  const stance = {
    quantities: quantitiesOf(text),
    head: topicsOf(rewritten.match(/[\p{L}\p{N}]+/gu) ?? [])[0],
    poles: new Map<string, number>(),
    affirmed: new Set<string>(),
    denied: new Set<string>(),
    earlier: new Set<string>(),
    later: new Set<string>(),
    frame: readFrame(rewritten, meaningOf),
    names: readNames(statement),
    contrasts: readContrasts(text, meaningOf),
    words,
    negated: negatedIn(words),
  }
  for (const clause of clausesOf(rewritten)) readClause(clause, stance)
  const prefers = words.values().some((word) => relations.preference.has(word))
  for (const word of rewritten.match(/\p{L}+/gu) ?? []) {
    const { scale, pole } = (word === 'over' && prefers ? undefined : poleOf(word)) ?? {}
    if (scale !== undefined && pole !== undefined && !negationWords.has(word)) stance.poles.set(scale, pole)
  }
  const limit = timeLimitOf(text)
  if (limit !== undefined) stance.poles.set('time limit', limit)
  for (const word of stance.affirmed) stance.denied.delete(word)
  return stance
}

const clausesOf = (text: string): string[][] =>
  text
    .split(
      /(?<![,;:.!?()\u2013\u2014])[,;:.!?()\u2013\u2014]+(?:\s|$)|\sbut\s|\saber\s|\s(?:and|und)\s(?=(?:never|not|no|do not|avoid|nie|niemals|nicht|kein\w*)\s)/,
    )
    .map((clause) => clause.match(/[\p{L}\p{N}]+/gu) ?? [])

type Reading = Record<'affirmed' | 'denied' | 'earlier' | 'later', Set<string>>

function readClause(clause: readonly string[], stance: Reading): void {
  const add = (side: keyof Reading, from: number, to = clause.length) => {
    for (const topic of topicsOf(clause.slice(from, to))) stance[side].add(topic)
  }
  const order = orderOf(clause)
  const refuses = clause.some((word) => negationWords.has(word) && !denials.has(word))
  if (order && !refuses) {
    for (const [at, side] of order.entries()) if (side !== 0) add(side > 0 ? 'earlier' : 'later', at, at + 1)
    return
  }
  const denial = clause.findIndex((word) => negationWords.has(word))
  const denies = clause.filter((word) => negationWords.has(word)).length % 2 === 1
  const lack = clause.findIndex((word) => relations.without.has(word))
  const prefers = clause.some((word) => relations.preference.has(word))
  const loser = clause.findIndex(
    (word, at) => relations.instead.has(word) || (prefers && at > 1 && /^(?:over|to|than)$/.test(word)),
  )
  const excepts = lack >= 0 || clause.some((word, at) => relations.exception.has(word) && at > denial)
  if (denial < 0) {
    const end = Math.max(lack, loser)
    add('affirmed', 0, end < 0 ? undefined : end)
    if (end >= 0) add('denied', end)
  } else if (!denies || excepts) add('affirmed', 0)
  else if (topicsOf(clause.slice(denial)).length === 0) {
    // "Logging must be disabled": the negated part comes first.
    add('denied', 0, denial)
  } else {
    const end = loser > denial ? loser : clause.length
    add('affirmed', 0, denial)
    add('denied', denial, end)
    add('affirmed', end)
  }
}

/**
 * The earlier (1) and later (-1) parts of a clause that puts two things in order, by word index; 0 for the word that
 * does so. Undefined without such an order. Something that must not come before another comes after it: "never merge
 * before the tests pass".
 */
function orderOf(clause: readonly string[]): number[] | undefined {
  const marker = clause.findIndex(
    (word, at) =>
      relations.before.has(word) ||
      relations.until.has(word) ||
      (relations.after.has(word) && (word !== 'once' || at > 0)),
  )
  if (marker < 0) return undefined
  // At the beginning, one word that counts is what the rest is related to.
  const leads = marker === 0
  const end = leads ? clause.findIndex((word, at) => at > 0 && topicOf(word) !== undefined) + 1 : clause.length
  const isOther = (at: number) => (leads ? at < end : at > marker)
  const negated = clause.filter((word, at) => denials.has(word) && !isOther(at)).length % 2 === 1
  const isUntil = relations.until.has(clause[marker]!)
  if (isUntil && !negated) return undefined
  const side = !isUntil && relations.before.has(clause[marker]!) !== negated ? 1 : -1
  const order = clause.map((_, at) => (at === marker ? 0 : isOther(at) ? -side : side))
  const says = (wanted: number) => order.some((each, at) => each === wanted && topicOf(clause[at]!) !== undefined)
  return says(1) && says(-1) ? order : undefined
}
