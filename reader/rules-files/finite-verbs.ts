import type { NamedRule } from '../named-rules.ts'
import { afterVerb, finiteVerbs, nounLike, verbalThirdPersons, verbCategories } from './rule-words.ts'
import { baseOfThirdPerson, clean } from './word-forms.ts'

/** Number of words that are examined: the verb of a sentence is near its beginning. */
export const verbWindow = 24

/** A word behind the first one, between its neighbors as they are written. */
interface Word {
  before: string
  plain: string
  next: string
  /** Its base form, if it looks like a verb in the third person. */
  base: string | undefined
  /** Only words that cannot be nouns count. */
  strict: boolean
}

/** "tests fail", "users copy": a plural noun, and a verb in its base form. */
const isVerbOfPlural = ({ before, plain, base, strict }: Word) =>
  base === undefined && !strict && verbCategories.has(plain) && /[^s]s$/.test(clean(before)) && !/[,:;]$/.test(before)

/** Whether a word completes the words before it to a sentence; the first rule that holds for a word decides. */
export const finiteVerbRules: readonly NamedRule<'verb' | 'other clause', (word: Word) => boolean>[] = [
  {
    name: 'another clause begins',
    when: ({ plain }) => /^(?:that|which|who|when|if|where|so|because|how|what|whether)$/.test(plain),
    verdict: 'other clause',
    example: 'files that are large',
  },
  {
    name: 'auxiliary or usual verb',
    when: ({ before, plain }) => finiteVerbs.has(plain) && clean(before) !== 'to',
    verdict: 'verb',
    example: 'the build is green',
  },
  {
    name: 'third person that is no plural',
    when: ({ plain, base, strict }) =>
      base !== undefined && !strict && (!nounLike.has(base) || verbalThirdPersons.has(plain)),
    verdict: 'verb',
    example: 'the team prioritizes tests',
  },
  {
    name: 'third person behind an adverb',
    when: ({ before, base }) => base !== undefined && clean(before).endsWith('ly'),
    verdict: 'verb',
    example: 'the team carefully tests',
  },
  {
    name: 'third person before its object',
    when: ({ next, base, strict }) =>
      base !== undefined &&
      !strict &&
      (/^(?:the|a|an|all|its|how|which|what|only)$/.test(clean(next)) || next.startsWith('`')),
    verdict: 'verb',
    example: 'the script tests the build',
  },
  {
    name: 'verb of a plural',
    when: (word) => isVerbOfPlural(word) && (!nounLike.has(word.plain) || verbalThirdPersons.has(`${word.plain}s`)),
    verdict: 'verb',
    example: 'developers prioritize tests',
  },
  {
    name: 'verb of a plural, before its object',
    when: (word) =>
      isVerbOfPlural(word) &&
      (word.next.startsWith('`') || /^\p{Lu}/u.test(word.next) || afterVerb.has(clean(word.next))),
    verdict: 'verb',
    example: 'developers test the build',
  },
]

/** The indexes of words outside of code and brackets, without the first word. */
function* proseWords(words: readonly string[]): Generator<number> {
  let inCode = false
  let open = 0
  for (const [index, word] of words.slice(0, verbWindow).entries()) {
    const ticks = word.split('`').length - 1
    const isCode = inCode || ticks > 0
    if (ticks % 2 === 1) inCode = !inCode
    if (word.startsWith('(')) open++
    const isBracketed = open > 0
    if (word.includes(')')) open = 0
    if (index > 0 && !isCode && !isBracketed) yield index
  }
}

/** The rule for the first word that has one. */
export function judgeWords(words: readonly string[], strict = false) {
  for (const index of proseWords(words)) {
    const plain = clean(words[index]!)
    const base = baseOfThirdPerson(plain)
    const word = { before: words[index - 1]!, plain, next: words[index + 1] ?? '', base, strict }
    const rule = finiteVerbRules.find(({ when }) => when(word))
    if (rule) return rule
  }
  return undefined
}

/** Whether the words contain a verb with a subject before it. `strict` counts only words that cannot be nouns. */
export const hasFiniteVerb = (words: readonly string[], strict = false): boolean =>
  judgeWords(words, strict)?.verdict === 'verb'
