import { irregularForms } from '../../domain/similar/synonyms.ts'
import { finiteVerbs, neverVerbs, verbCategories } from '../rules-files/rule-words.ts'
import { mentalVerbs, moreVerbs, pastForms } from './words/english.ts'

/** Whether the word is the base form of a verb for something that people do on purpose. */
export const isActionVerb = (word: string): boolean =>
  word !== 'never' &&
  !mentalVerbs.has(word) &&
  (verbCategories.has(word) ||
    moreVerbs.has(word) ||
    (/^(?:re|pre|double-|cross-)\w/.test(word) && verbCategories.has(word.replace(/^(?:re|pre|double-|cross-)/, ''))))

/** Whether a word that is in no table may be such a verb; for positions where the wording leaves few alternatives. */
export const isLikelyVerb = (word: string): boolean =>
  isActionVerb(word) ||
  (/^[a-z]{3,}$/.test(word) &&
    !/(?:ed|ing|ly|ous|ful|less|able|ible|ive|ic)$/.test(word) &&
    ![mentalVerbs, pastForms, neverVerbs, finiteVerbs].some((list) => list.has(word)) &&
    !irregularForms.has(word) &&
    word !== 'never')
