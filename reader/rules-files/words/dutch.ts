import { type LanguageRuleWords, list } from './rule-words-of-language.ts'

export const dutch: LanguageRuleWords = { marks: {}, common: list('het een altijd niet zonder') }
