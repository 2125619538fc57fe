import { areForms } from './frames.ts'
import { isNumber, isUnit } from './quantities.ts'

/**
 * Compares what small words say, which vectors and topics leave out: "to the client" and "from the
 * client", "only admins may" and "admins may only", "if they ask" and "even if they ask". Like
 * `opposites.ts` it objects only where the wording is plain.
 */
export interface Contrasts {
  /** The first topics after each preposition. */
  after: ReadonlyMap<string, ReadonlySet<string>>
  /** The topics in front of the first of each preposition. */
  before: ReadonlyMap<string, ReadonlySet<string>>
  topics: ReadonlySet<string>
  /** The topics that "only" restricts; undefined without it. */
  only: ReadonlySet<string> | undefined
  /** Whether it restricts who may do something. */
  onlySome: boolean
  condition: 'if' | 'unless' | 'always' | undefined
  denies: boolean
}

const wordsOf = (list: string): string[] => list.trim().split(/\s+/)

/** Prepositions in one form for each meaning. */
const prepositions = new Map(
  [
    'to into onto zu zum zur',
    'from von vom aus',
    'for für',
    'against gegen',
    'during while während',
    'before vor bevor prior',
    'after nach nachdem following',
    'with mit',
    'without ohne',
    'as als',
    'on at auf bei',
    'by durch',
    'then',
    'inside in within',
    'outside außerhalb',
  ].flatMap((line) => {
    const [first, ...others] = wordsOf(line)
    return [first!, ...others].map((word) => [word, first!] as const)
  }),
)

/** Prepositions that put the same thing on opposite sides. */
const opposites: readonly (readonly [string, string])[] = [
  ['to', 'from'],
  ['for', 'against'],
  ['during', 'before'],
  ['during', 'after'],
  ['during', 'outside'],
  ['with', 'against'],
  ['inside', 'outside'],
]
/** Prepositions around which two things can change places: "replace A with B". */
const exchanging = wordsOf('to from with as by for then')

const onlyWord = /^(?:only|exclusively|solely|nur|ausschließlich)$/
const modal = /^(?:may|can|could|should|must|shall|will|is|are|do|does|darf|dürfen|kann|können|we|i|you|they)$/
const exception = /\b(?:unless|except|außer|es sei denn|sauf|salvo)\b/
const regardless = /\b(?:even (?:if|when|though)|regardless|no matter|whether or not|auch wenn|selbst wenn)\b/
const condition = /(?<!\p{L})(?:if|when|whenever|wenn|falls)(?!\p{L})/u
const denial = /(?<!\p{L})(?:not|no|never|nobody|none|nie|niemals|nicht|kein\p{L}*|niemand)(?!\p{L})|n['’]t\b/u

/** @param topicOf a word in its compared form; undefined for one without a topic. */
export function readContrasts(text: string, topicOf: (word: string) => string | undefined): Contrasts {
  const words = text.match(/[\p{L}\p{N}]+|[,;:.!?()]/gu) ?? []
  const after = new Map<string, Set<string>>()
  const before = new Map<string, ReadonlySet<string>>()
  const topics = new Set<string>()
  let preposition: string | undefined
  for (const [at, word] of words.entries()) {
    if (/^[,;:.!?()]$/.test(word)) preposition = undefined
    const next = prepositions.get(word)
    // Numbers and their units are compared as quantities.
    const isOfNumber = isNumber(word) || (isUnit(word) && isNumber(words[at - 1] ?? ''))
    const topic = next || isOfNumber ? undefined : topicOf(word)
    if (topic !== undefined) {
      topics.add(topic)
      if (preposition) after.set(preposition, (after.get(preposition) ?? new Set()).add(topic))
      preposition = undefined
    }
    if (!next) continue
    preposition = next
    if (!before.has(next)) before.set(next, new Set(topics))
  }
  const excepts = exception.test(text)
  const denies = denial.test(text)
  return {
    after,
    before,
    topics,
    ...readOnly(words, topicOf),
    // "Never A unless B" asks for B, as "A only if B" does.
    condition:
      excepts && !denies ? 'unless' : regardless.test(text) ? 'always' : condition.test(text) ? 'if' : undefined,
    denies,
  }
}

/**
 * Reads what "only" restricts: the words behind it up to a preposition or a modal, or all of
 * them if it stands before a verb.
 */
function readOnly(words: readonly string[], topicOf: (word: string) => string | undefined) {
  const at = words.findIndex((word) => onlyWord.test(word))
  if (at < 0) return { only: undefined, onlySome: false }
  const rest = words.slice(at + 1)
  const clause = rest.slice(0, ends(rest, /^[,;:.!?]$/))
  const untilModal = clause.slice(0, ends(clause, modal))
  const onlySome = at === 0 && untilModal.length < clause.length
  const isBeforeVerb = at === 0 ? !onlySome : modal.test(words[at - 1]!)
  const first = clause.findIndex((word) => topicOf(word) !== undefined)
  const further = first < 0 ? -1 : untilModal.findIndex((word, index) => index > first && prepositions.has(word))
  const untilPreposition = further < 0 ? untilModal : untilModal.slice(0, further)
  const scope = isBeforeVerb ? clause : untilPreposition
  return { only: new Set(scope.flatMap((word) => topicOf(word) ?? [])), onlySome }
}

const ends = (words: readonly string[], mark: RegExp): number => {
  const end = words.findIndex((word) => mark.test(word))
  return end < 0 ? words.length : end
}

/** Whether the small words of two statements contradict each other. Symmetric. */
export const contrast = (a: Contrasts, b: Contrasts): boolean =>
  (a.denies === b.denies && (onOppositeSides(a, b) || onOppositeSides(b, a) || isExchanged(a, b))) ||
  onlyDiffers(a, b) ||
  conditionsDiffer(a, b)

const onOppositeSides = (a: Contrasts, b: Contrasts): boolean =>
  opposites.some(([one, other]) => {
    const [mine, yours] = [a.after.get(one), b.after.get(other)]
    if (!mine || !yours) return false
    const [myOther, yourOne] = [a.after.get(other), b.after.get(one)]
    return mine.keys().some((topic) => yours.has(topic) && !myOther?.has(topic) && !yourOne?.has(topic))
  })

const isExchanged = (a: Contrasts, b: Contrasts): boolean =>
  exchanging.some((preposition) => {
    const [mine, yours] = [a.after.get(preposition), b.after.get(preposition)]
    if (!mine || !yours) return false
    const isMoved = (from: ReadonlySet<string>, to: ReadonlySet<string>, side: Contrasts) => {
      const moved = from.difference(to)
      return moved.size > 0 && moved.isSubsetOf(side.before.get(preposition)!)
    }
    return isMoved(mine, yours, b) && isMoved(yours, mine, a)
  })

/** Whether all is the same but one topic behind a preposition: "by card" and "by invoice". */
export function isOtherObject(a: Contrasts, b: Contrasts): boolean {
  if (a.denies !== b.denies) return false
  const [one, other] = [onlyMissing(a.topics, b.topics), onlyMissing(b.topics, a.topics)]
  if (one === undefined || other === undefined) return false
  if (areForms(one, other)) return false
  return a.after.entries().some(([preposition, topics]) => topics.has(one) && b.after.get(preposition)?.has(other))
}

/** The topic that the other set lacks, if it is one alone. */
function onlyMissing(topics: ReadonlySet<string>, others: ReadonlySet<string>): string | undefined {
  let missing: string | undefined
  for (const topic of topics) {
    if (others.has(topic)) continue
    if (missing !== undefined) return undefined
    missing = topic
  }
  return missing
}

function onlyDiffers(a: Contrasts, b: Contrasts): boolean {
  if (a.only && b.only) return a.onlySome !== b.onlySome && a.only.isDisjointFrom(b.only)
  const [restricted, other] = a.only ? [a, b] : [b, a]
  if (!restricted.only) return false
  // "Only in tests" and "except in tests"; nobody but admins is admins alone.
  if (other.condition === 'unless' && !restricted.denies) return true
  return restricted.onlySome && !other.denies && restricted.only.isSubsetOf(other.topics)
}

const conditionsDiffer = (a: Contrasts, b: Contrasts): boolean =>
  a.condition !== b.condition &&
  [a, b].some(({ condition }) => condition === 'always') &&
  a.condition !== undefined &&
  b.condition !== undefined
