import type { Category } from '#core/domain/kinds.ts'

/**
 * The words by which rules of one language are recognized, as data. Lists hold alternatives of a pattern; each is a
 * separate word unless noted otherwise.
 */
export interface LanguageRuleWords {
  /** The beginning of a sentence that tells the agent who it is: "du bist". */
  addresses?: RegExp
  /** Markers of a rule that count in sentences of any language, by category. */
  marks: { readonly [Name in Exclude<Category, 'axiom'>]?: RegExp }
  /** Prohibitions that mean something else in English: only used on sentences known to be foreign. */
  forbids?: RegExp
  /** Words that mark an instruction: modal verbs, and infinitives or imperatives at the start. */
  demands?: RegExp
  /** Parts of headings above rules. */
  headings?: RegExp
  /** Headings above rules about wrong behavior, as alternatives of a pattern. */
  wrongTitles?: readonly string[]
  /** Beginnings of such headings in a language without spaces. */
  wrongStarts?: readonly string[]
  /** Its most common words, for a language in the Latin alphabet. */
  common?: readonly string[]
}

/** Matches any of these alternatives as a separate word. */
export const word = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu')
export const list = (words: string): readonly string[] => words.split(' ')
