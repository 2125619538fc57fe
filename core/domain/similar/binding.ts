import { mayBeSame, nameOthers } from './opposites.ts'
import { isNumber, isUnit, quantitiesOf } from './quantities.ts'
import { rewrite } from './rewritings.ts'
import { remembering, topicOf } from './topics.ts'

/**
 * Compares the objects and conditions of two statements, regardless of wording: "never share data with partners" binds
 * differently from "with vendors", and from "never share data", although vectors put all three close together. One of
 * two duplicates is lost, so this objects whenever the wording is doubtful; discovery and consensus lose nothing and
 * skip it.
 */

/** Words that introduce a recipient, place, time or condition. */
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
  /** The first word with a topic, usually the verb, which has many synonyms. */
  head: string | undefined
  /** The object of the verb. */
  objects: string[]
  /** The words of each phrase that names a recipient, place or time. */
  phrases: string[][]
  /** Numbers, times, and words that draw a border by themselves. */
  limits: ReadonlySet<string>
}

/**
 * Whether one of two similar statements may stand for both. Everything that merges, deletes or counts a statement
 * instead of keeping it asks this, however similar the two are.
 *
 * @param losesNone whether both stay, so that it does not matter if one binds in fewer cases than the other.
 */
export const mayReplace = (a: string, b: string, losesNone = false): boolean =>
  mayBeSame(a, b) && !nameOthers(a, b) && (losesNone || bindAlike(a, b))

/** Whether two similar statements also bind the same people, things and occasions. Symmetric. */
export function bindAlike(a: string, b: string): boolean {
  const [one, other] = [readingOf(a), readingOf(b)]
  if (isNarrower(one, other) || isNarrower(other, one)) return false
  if (one.limits.symmetricDifference(other.limits).size > 0) return false
  return missing(one, other).length === 0 || missing(other, one).length === 0
}

/** Whether a whole phrase of one has no counterpart in the other. */
const isNarrower = ({ phrases }: Reading, other: Reading) =>
  phrases.some((phrase) => !phrase.some((word) => isNamed(word, other)))

/** The topics of one that the other does not name. */
const missing = ({ objects, head }: Reading, other: Reading) =>
  objects.filter((word) => word !== head && !isNamed(word, other))

const isNamed = (word: string, { topics }: Reading) =>
  topics.has(word) || topics.values().some((topic) => areForms(word, topic))

/** Long words with the same beginning are one, "requester" and "requested", if they differ only in the last letter. */
const areForms = (a: string, b: string) =>
  (a.length > 4 && a.slice(0, 5) === b.slice(0, 5)) ||
  (Math.min(a.length, b.length) > 2 && Math.abs(a.length - b.length) === 1 && (a.startsWith(b) || b.startsWith(a)))

const readingOf = remembering((statement): Reading => {
  const text = rewrite(statement.toLowerCase().replace(/\bpeople\b/g, 'person'))
  const objects: string[] = []
  const phrases: string[][] = []
  const limits = new Set(
    quantitiesOf(text)
      .keys()
      .filter((value) => !value.startsWith('rhythm ')),
  )
  let phrase: string[] | undefined
  let previous = ''
  for (const word of text.match(/[\p{L}\p{N}]+|[,;:.]/gu) ?? []) {
    if (/[,;:.]/.test(word)) phrase = undefined
    else if (scopes.has(word)) {
      phrase = []
      phrases.push(phrase)
    }
    // Numbers and their units are limits.
    const isOfNumber = isNumber(word) || (isUnit(word) && isNumber(previous))
    const topic = scopes.has(word) || isOfNumber ? undefined : topicOf(word)
    previous = word
    if (borders.has(word)) limits.add(word)
    if (topic !== undefined) (phrase ?? objects).push(topic)
  }
  const named = phrases.filter(({ length }) => length > 0)
  return { topics: new Set([...objects, ...named.flat()]), head: objects[0], objects, phrases: named, limits }
})
