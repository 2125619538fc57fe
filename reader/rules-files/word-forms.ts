import { verbCategories } from './rule-words.ts'

/** Forms of single words of a sentence. */

const wordEdges = /^[^\p{L}\p{N}`]+|(?<![^\p{L}\p{N}`])[^\p{L}\p{N}`]+$/gu

/** A word in lower case, without the punctuation around it. */
export const clean = (word: string) => word.replace(wordEdges, '').toLowerCase()

/** Base form of a verb in the third person, or undefined: "prioritizes" is "prioritize", "identifies" "identify". */
export function baseOfThirdPerson(word: string): string | undefined {
  if (!word.endsWith('s') || word.endsWith('ss')) return undefined
  const candidates = [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, 'y')]
  return candidates.find((candidate) => verbCategories.has(candidate))
}
