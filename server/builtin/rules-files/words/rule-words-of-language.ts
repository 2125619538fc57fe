import type { Category } from '../../../domain/kinds.ts'

/** The words by which rules of one language are recognized, as data. Lists hold alternatives of a pattern; each is a word of its own unless it says otherwise. */
export interface LanguageRuleWords {
  /** Beginning of a sentence that tells the agent who it is: "du bist". */
  addresses?: RegExp
  /** Marks of a rule that count in a sentence of any language, by the category that they give it. */
  marks: { readonly [Name in Exclude<Category, 'axiom'>]?: RegExp }
  /** Prohibitions that are other words in English: only used on sentences known to be foreign. */
  forbids?: RegExp
  /** Marks of an instruction: modal verbs, and infinitives or imperatives at the start. */
  demands?: RegExp
  /** Parts of headings above rules. */
  headings?: RegExp
  /** Headings above rules about what is wrong, as alternatives of a pattern. */
  wrongTitles?: readonly string[]
  /** Beginnings of such headings in a language without spaces. */
  wrongStarts?: readonly string[]
  /** Its commonest words, for a language that is written as English is. */
  common?: readonly string[]
}

/** Any of these alternatives as a word of its own. */
export const word = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu')
export const list = (words: string): readonly string[] => words.split(' ')
