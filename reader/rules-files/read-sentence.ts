import { memoizeOn } from '#core/base/memoize-on.ts'
import { type Category, type Kind, kindOf } from '#core/domain/kinds.ts'
import type { NamedRule } from '../named-rules.ts'
import { headingCategories, headingStances, type Stance } from './heading-words.ts'
import { markedCategory, readForeign } from './languages.ts'
import { type Mood, readMood } from './mood.ts'
import { madeThings, toneWords, verbCategories } from './rule-words.ts'

/** Sentences in their documents as the rules of `classify.ts` see them, and what these rules say. */

/** The context of a sentence in its document. */
export interface SentenceContext {
  /** Headings and list titles above it, outermost first. */
  headings: readonly string[]
  block: 'paragraph' | 'item' | 'row'
  /** The sentence that introduces it names an event: "When adding an agent". */
  occasion?: boolean
}

export interface Verdict {
  type: Kind
  category: Category
  /** 0 to 1: how clearly mood and wording show it; a verdict from the heading alone stays below 0.5. */
  confidence: number
}

export const verdict = (category: Category, confidence: number): Verdict => ({
  type: kindOf(category),
  category,
  confidence,
})

/** A sentence before its mood is read. */
export interface Sentence {
  sentence: string
  context: SentenceContext
  stance: Stance | undefined
}

export interface ReadSentence extends Sentence, Mood {
  /** The category that its heading suggests. */
  hint: Category | undefined
  /** The category of the verb that opens it. */
  own: Category | undefined
  /** It is about tone. */
  isToned: boolean
}

/** A row of the tables of `classify.ts`; undefined: the sentence demands nothing. */
export type SentenceRule<Subject = ReadSentence> = NamedRule<
  Verdict | undefined | ((read: Subject) => Verdict | undefined),
  (read: Subject) => boolean,
  string | ({ sentence: string } & Partial<SentenceContext>)
>

/** Rules that share a condition. */
export interface SentenceTable {
  when: (read: ReadSentence) => boolean
  rules: readonly SentenceRule[]
}

/** The condition of the last row of a table, and of a table for all sentences that come so far. */
export const always = () => true

/** The category of the heading, or else this one. */
export const ofHeading =
  (category: Category, confidence: number) =>
  ({ hint }: ReadSentence): Verdict =>
    verdict(hint ?? category, confidence)

/** The stance of the deepest heading that characterizes the prose under it. */
export function stanceOf(headings: readonly string[]): Stance | undefined {
  const stances = headings.map((heading) => headingStances.find(([pattern]) => pattern.test(heading))?.[1])
  return stances.includes('skip') ? 'skip' : stances.findLast((stance) => stance !== undefined)
}

/** Whether any heading above announces reference material, in which noun phrases are common. */
export const refers = ({ headings }: SentenceContext): boolean =>
  headings.some((heading) => headingStances.find(([pattern]) => pattern.test(heading))?.[1] === 'reference')

/** The category suggested by the deepest heading that suggests one. */
export const headingCategory = (headings: readonly string[]): Category | undefined =>
  headings
    .map((heading) => headingCategories.find(([pattern]) => pattern.test(heading))?.[1])
    .findLast((category) => category !== undefined)

/** Whether a sentence is about tone; words inside code and quotes do not count. */
const isToned = (main: string) =>
  toneWords.test(main.replace(/`[^`]*`|"[^"]*"/g, '')) &&
  !(/^(?:write|implement|build|create|add|design|keep)\b/i.test(main) && madeThings.test(main))

export function readSentence(unread: Sentence): ReadSentence {
  const { sentence, context } = unread
  const mood = readMood(sentence)
  return {
    ...unread,
    ...mood,
    conditional: mood.conditional || context.occasion === true,
    hint: headingCategory(context.headings),
    own: verbCategories.get(mood.verb ?? ''),
    isToned: isToned(mood.main),
  }
}

/** The category by the words of another language. */
export const markOf = memoizeOn(({ sentence }: ReadSentence) => markedCategory(sentence))

/** The demand of a sentence in another language, by itself or among rules. */
export const foreignOf = memoizeOn(({ sentence, context }: ReadSentence) => ({
  demand: readForeign(sentence, context),
}))
