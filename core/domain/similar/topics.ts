import { irregularForms, synonyms } from './synonyms.ts'
import { emptyWords, scales } from './words.ts'

/** Memoizes the function for at most `maxKnown` texts, since ever new statements and words arrive. */
export function remembering<T>(read: (text: string) => T, maxKnown = 5000): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const reading = read(text)
    if (known.size >= maxKnown) known.clear()
    known.set(text, reading)
    return reading
  }
}

const plainVowels: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u' }

/**
 * The common part of the forms of a word, roughly: "merge", "merging" and "merged" are one. Not `stemmer`, which knows
 * no German ("verwende", "verwenden"), distinguishes "add" from "adding", and confuses "general" with "generic".
 */
const formOf = remembering((word) => {
  const stem = word
    .replace(/(?=er$)(?<=[äöü].*)er/, '')
    .replace(/[äöü]/g, (letter) => plainVowels[letter]!)
    .replace(/(?<=....)ments?$/, '')
    .replace(/(?<=...)(?:ings?|ed|es|en|e|s|n)$/, '')
    .replace(/(\p{L})\1$/u, '$1')
  return stem.replace(/y$/, 'i')
})

const poles = new Map(
  scales.flatMap((sides, scale) =>
    sides.flatMap((names, pole) => names.map((name) => [formOf(name), { scale: `scale ${scale}`, pole }] as const)),
  ),
)

/** The scale that a word is on, and on which of its two sides. */
export const poleOf = (word: string) => poles.get(formOf(word))

/**
 * A word in its compared form, with both poles of a scale the same; undefined for a word without a topic, and for
 * numbers and versions; "k8s" and "s3" are names.
 */
export const topicOf = (word: string): string | undefined => {
  if (emptyWords.has(word) || /^(?:v?\d.*)$/.test(word)) return undefined
  const base = irregularForms.get(word) ?? word
  return poleOf(base)?.scale ?? formOf(base)
}

const meanings = new Map(
  [...synonyms].flatMap(([word, meaning]) => {
    const [topic, common] = [topicOf(word), topicOf(meaning)]
    return topic === undefined || common === undefined ? [] : [[topic, common] as const]
  }),
)

/** The same with synonyms merged, for comparing whole statements. */
export const meaningOf = (word: string): string | undefined => {
  const topic = topicOf(word)
  return topic === undefined ? undefined : (meanings.get(topic) ?? topic)
}
