/**
 * Compares who does what to whom, and to how many, apart from the words: "designers approve what developers build" has
 * the words of "developers approve what designers build", "every service" those of "some services", and "weigh every
 * parcel" all but one of "scan every parcel". Like `opposites.ts` it objects only where the wording is plain.
 */
export interface Frame {
  /** The topics in their order, each as one of its synonyms. */
  topics: readonly string[]
  /** The amount that it refers to; `plain` if none is stated. */
  amount: 'every' | 'some' | 'most' | 'plain'
  /** Whether it refers only to what it names. */
  only: boolean
  /** "A is approved by B", where the first noun is not the agent. */
  passive: boolean
  /** Whether it is a list, whose order means nothing. */
  lists: boolean
}

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const everyWords = wordsOf(
  'every each all any anyone anybody everyone everybody alle allen jede jeder jedes jeden jedem todos todas cada chaque tous toutes',
)
const someWords = wordsOf('some several few einige manche algunos algunas quelques')
const mostWords = wordsOf('most majority meisten mayoría plupart')
const onlyWords = wordsOf('only exclusively solely nur ausschließlich solo solamente seulement uniquement')
const byWords = wordsOf('by von durch por par')
const passiveWords = wordsOf('is are was were be been being gets get wird werden wurde es son sont est')
const listWords = wordsOf('and or und oder y ou et')

/** @param topicOf a word in its compared form; undefined for one without a topic. */
export function readFrame(text: string, topicOf: (word: string) => string | undefined): Frame {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word))
  return {
    topics: words.flatMap((word) => (hasAmount(word) ? [] : (topicOf(word) ?? []))),
    amount: has(mostWords) ? 'most' : has(someWords) ? 'some' : has(everyWords) ? 'every' : 'plain',
    only: has(onlyWords),
    passive: has(byWords) && has(passiveWords),
    lists: has(listWords) || text.includes(','),
  }
}

const hasAmount = (word: string) =>
  everyWords.has(word) || someWords.has(word) || mostWords.has(word) || onlyWords.has(word)

/** Whether two statements state different amounts, or exchange agent and object. */
export const framesDiffer = (a: Frame, b: Frame): boolean => amountsDiffer(a, b) || rolesSwapped(a, b)

function amountsDiffer(a: Frame, b: Frame): boolean {
  const part = (frame: Frame) => frame.amount === 'some' || frame.amount === 'most'
  if ((part(a) || part(b)) && a.amount !== b.amount) return true
  const borders = (one: Frame, other: Frame) =>
    one.only && !other.only && other.amount === 'every' && one.amount !== 'every'
  return borders(a, b) || borders(b, a)
}

/** The number of words that name an agent. */
const roleWords = 2

/** Whether the parts before and after a constant middle have changed sides. */
function rolesSwapped(a: Frame, b: Frame): boolean {
  const [mine, yours] = withoutEnds(a.topics, b.topics)
  if (mine.length !== yours.length || mine.length < 3) return false
  if (a.passive !== b.passive || (a.lists && b.lists)) return false
  for (let x = 1; x <= roleWords; x++) {
    for (let y = 1; y <= roleWords && x + y < mine.length; y++) {
      const swapped = [...mine.slice(-y), ...mine.slice(x, -y), ...mine.slice(0, x)]
      if (swapped.every((topic, at) => topic === yours[at])) return true
    }
  }
  return false
}

/** Removes the common beginning and the common end of both. */
function withoutEnds(a: readonly string[], b: readonly string[]) {
  const shorter = Math.min(a.length, b.length)
  let from = 0
  while (from < shorter && a[from] === b[from]) from++
  let end = 0
  while (end < shorter - from && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a.slice(from, a.length - end), b.slice(from, b.length - end)] as const
}

/** Whether one has a single topic where the other has another single one, in the same frame. */
export function isReplaced(a: Frame, b: Frame): boolean {
  const mine = new Set(a.topics)
  const yours = new Set(b.topics)
  const [[one, more], [other, others]] = [[...mine.difference(yours)], [...yours.difference(mine)]]
  if (one === undefined || other === undefined || more !== undefined || others !== undefined) return false
  return mine.size > 1 && !areForms(one, other)
}

/** Long words with the same beginning are forms of one, "requester" and "requested"; so are "untested" and "tested". */
export function areForms(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length < 3) return false
  if (shorter.length > 4 && longer.startsWith(shorter.slice(0, 5))) return true
  // A longer ending may make another name: "java" and "javascript".
  if (longer.startsWith(shorter)) return longer.length < shorter.length + 4
  return longer.endsWith(shorter)
    ? /^(?:e|un|in|im|re|pre|non|co|over)$/.test(longer.slice(0, -shorter.length))
    : longer.startsWith(`ge${shorter}`)
}
