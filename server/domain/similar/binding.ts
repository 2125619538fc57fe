import { rewritings } from './opposite-words.ts'
import { remembering, topicOf } from './opposites.ts'
import { quantitiesOf } from './quantities.ts'

/**
 * What a statement is about, apart from how it is worded: "never share data with partners" binds differently from
 * "with vendors", and from "never share data", however alike the three look to vectors. One of two duplicates is lost,
 * so this objects wherever the wording leaves a doubt; discovery and consensus, which lose nothing, do without it.
 */

/** What follows says to whom, where, when or under which condition. */
const scopes = new Set(
  `with to from for of in on at by about against among between across inside outside within beyond during under over through via into onto
  every each before after until till when whenever if unless while without except towards toward
  mit zu von für im in auf an am bei über gegen zwischen innerhalb außerhalb während unter vor nach bis wenn falls ohne außer`
    .trim()
    .split(/\s+/),
)
/** Words that draw a border: "outside the company" is the opposite of "inside the company". */
const borders = new Set('outside beyond außerhalb jenseits'.split(' '))

interface Reading {
  topics: ReadonlySet<string>
  /** The first word with a topic, which mostly says what is done, in one of many words. */
  head: string | undefined
  /** What it is done to. */
  objects: string[]
  /** The words of each phrase that says to whom, where or when. */
  phrases: string[][]
  /** Numbers, times, and words that draw a border by themselves. */
  limits: ReadonlySet<string>
}

/** Whether two statements that look alike bind the same people, things and occasions as well. Symmetric. */
export function bindAlike(a: string, b: string): boolean {
  const [one, other] = [readingOf(a), readingOf(b)]
  if (isNarrower(one, other) || isNarrower(other, one)) return false
  if (one.limits.symmetricDifference(other.limits).size > 0) return false
  return missing(one, other).length === 0 || missing(other, one).length === 0
}

/** Whether a whole phrase of one has nothing in the other. */
const isNarrower = ({ phrases }: Reading, other: Reading) =>
  phrases.some((phrase) => !phrase.some((word) => isNamed(word, other)))

/** What one is about and the other does not name. */
const missing = ({ objects, head }: Reading, other: Reading) =>
  objects.filter((word) => word !== head && !isNamed(word, other))

const isNamed = (word: string, { topics }: Reading) =>
  topics.has(word) || topics.values().some((topic) => areForms(word, topic))

/** Long words that begin alike are one, "requester" and "requested", and what differs in its last letter. */
const areForms = (a: string, b: string) =>
  (a.length > 4 && a.slice(0, 5) === b.slice(0, 5)) ||
  (Math.min(a.length, b.length) > 2 && Math.abs(a.length - b.length) === 1 && (a.startsWith(b) || b.startsWith(a)))

/** Two ways to say one thing that share no word. */
const wordings: typeof rewritings = [
  [/\bpeople\b/g, 'person'],
  [/\bkeep(?:ing|s)? an eye on\b/g, 'monitor'],
]

const readingOf = remembering((statement): Reading => {
  const text = [...wordings, ...rewritings].reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    statement.toLowerCase(),
  )
  const objects: string[] = []
  const phrases: string[][] = []
  const limits = new Set(
    quantitiesOf(text)
      .keys()
      .filter((value) => !value.startsWith('rhythm ')),
  )
  let phrase: string[] | undefined
  for (const word of text.match(/[\p{L}\p{N}]+|[,;:.]/gu) ?? []) {
    if (/[,;:.]/.test(word)) phrase = undefined
    else if (scopes.has(word)) {
      phrase = []
      phrases.push(phrase)
    }
    const topic = scopes.has(word) ? undefined : topicOf(word)
    if (borders.has(word)) limits.add(word)
    if (topic !== undefined) (phrase ?? objects).push(topic)
  }
  const named = phrases.filter(({ length }) => length > 0)
  return { topics: new Set([...objects, ...named.flat()]), head: objects[0], objects, phrases: named, limits }
})
