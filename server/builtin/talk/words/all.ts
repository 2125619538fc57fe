import type { KnownLanguage } from '../../language-of.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { LanguageWords } from './language-words.ts'
import { spanish } from './spanish.ts'

export const languageWords: Readonly<Record<KnownLanguage, LanguageWords>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  zh: chinese,
}
/** All languages, for markers that count in any of them, since people change languages within a talk. */
export const allWords = Object.values(languageWords)
