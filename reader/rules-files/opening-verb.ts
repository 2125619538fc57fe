import type { NamedRule } from '../named-rules.ts'
import { hasFiniteVerb } from './finite-verbs.ts'
import { afterVerb, finiteVerbs, neverVerbs, nounLike, particles, verbCategories } from './rule-words.ts'
import { clean } from './word-forms.ts'

/** The beginning of a clause. */
interface Opening {
  words: readonly string[]
  /** The first word without a prefix: "re-run" is "run". */
  first: string
  nextWord: string
}

const isKnown = ({ first }: Opening) => verbCategories.has(first)

/** A determiner or the like, an adverb, code, a quotation or a number. */
const opensObject = ({ words: [, next = ''], nextWord }: Opening) =>
  afterVerb.has(nextWord) || /[^iub]ly$/.test(nextWord) || /^[`"']|\d/.test(next)

/** "Plan and build", "Plan, build". */
const isOneOfTwo = ({ words: [first], nextWord }: Opening) => /^(?:and|or)$/.test(nextWord) || first!.endsWith(',')
const isBesideVerb = ({ words, nextWord }: Opening) => {
  const other = clean(words[nextWord === 'and' || nextWord === 'or' ? 2 : 1] ?? '')
  return verbCategories.has(other) && !nounLike.has(other)
}

/** Whether the first word is the verb of a command; the first rule that holds decides. */
export const openingRules: readonly NamedRule<'verb' | 'noun', (opening: Opening) => boolean>[] = [
  {
    name: 'unknown verb with its object',
    when: (opening) =>
      !isKnown(opening) &&
      /^\p{Lu}?\p{Ll}{2,}$/u.test(opening.words[0]!) &&
      mayBeVerb(opening.first) &&
      /^(?:the|a|an|all|any|every|each|your|it|them)$/.test(opening.nextWord),
    verdict: 'verb',
    example: 'Defrost the fridge',
  },
  {
    name: 'unknown word',
    when: (opening) => !isKnown(opening),
    verdict: 'noun',
    example: 'Parquet files',
  },
  {
    name: 'noun of a phrase',
    when: ({ nextWord }) => /^(?:of|cases?|by|vs|versus)$/.test(nextWord),
    verdict: 'noun',
    example: 'Test cases for the login',
  },
  {
    name: 'verb with its particle',
    when: ({ first, nextWord }) => particles.get(first) === nextWord,
    verdict: 'verb',
    example: 'Default to UTC',
  },
  {
    name: 'verb without its particle',
    when: ({ first }) => particles.has(first),
    verdict: 'noun',
    example: 'Default exports',
  },
  {
    name: 'first of two verbs',
    when: (opening) => isOneOfTwo(opening) && (!nounLike.has(opening.first) || isBesideVerb(opening)),
    verdict: 'verb',
    example: 'Test and validate',
  },
  {
    name: 'first of two nouns',
    when: isOneOfTwo,
    verdict: 'noun',
    example: 'Index and search',
  },
  {
    name: 'no noun',
    when: ({ first }) => !nounLike.has(first),
    verdict: 'verb',
    example: 'Write tests',
  },
  {
    name: 'noun-like verb with its object',
    when: opensObject,
    verdict: 'verb',
    example: 'Test the login',
  },
  {
    name: 'noun-like verb alone',
    when: ({ words }) => words.length === 1,
    verdict: 'noun',
    example: 'Test',
  },
  {
    name: 'noun-like verb with a plural object, and no other verb',
    when: ({ words }) => headNoun(words.slice(1)) === 'object' && !hasFiniteVerb(words.slice(1), true),
    verdict: 'verb',
    example: 'Test skills before publishing',
  },
  {
    name: 'part of a noun',
    when: () => true,
    verdict: 'noun',
    example: 'Test automation',
  },
]

/** Whether a word that is no known verb may be one, by its form. */
export const mayBeVerb = (word: string) =>
  !/(?:ing|ed|ly|s)$/.test(word) && !neverVerbs.has(word) && !finiteVerbs.has(word)

const nominal = /(?:tion|sion|ment|ysis|ing|ance|ence|ity|age|ware|ism|ship|ery|ory)$/
const describer = /^(?:focused|focusing|speciali[sz]ed|speciali[sz]ing|responsible|dedicated)$/
const preposition = new Set(
  'with for to in on before after when against by from via of without at into using through'.split(' '),
)

/**
 * Whether the words after a noun-like opener are its object ("skills before publishing") or complete a noun phrase
 * ("control audit").
 */
function headNoun(words: readonly string[]): 'object' | 'compound' {
  const phrase: string[] = []
  for (const word of words.slice(0, 6)) {
    const plain = clean(word)
    if (preposition.has(plain)) break
    if (describer.test(plain)) return 'compound'
    phrase.push(plain)
    if (/[,;:.]$/.test(word)) break
  }
  const head = phrase.at(-1) ?? ''
  if (head.endsWith('s') && !head.endsWith('ss') && !nominal.test(head)) return 'object'
  return nominal.test(head) || (phrase.length === words.length && phrase.length < 3) ? 'compound' : 'object'
}

/** The rule that decides about the first word. */
export function judgeOpening(words: readonly string[]) {
  const first = clean(words[0]!).replace(/^(?:re|double|cross|fact|sanity|fail|pre|auto)-(?=\p{L})/u, '')
  const opening = { words, first, nextWord: clean(words[1] ?? '') }
  return { first, rule: openingRules.find(({ when }) => when(opening))! }
}

/** The verb that opens an imperative, known or not; undefined if the text does not begin with a verb. */
export function openingVerb(words: readonly string[]): string | undefined {
  const { first, rule } = judgeOpening(words)
  return rule.verdict === 'verb' ? first : undefined
}
