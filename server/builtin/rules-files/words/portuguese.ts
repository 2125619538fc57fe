import { type LanguageRuleWords, list } from './rule-words-of-language.ts'

export const portuguese: LanguageRuleWords = {
  addresses: /^você é/iu,
  marks: { boundary: /não\b|\bnunca\b/iu, principle: /\bsempre\b/iu, preference: /\bprefira\b/iu },
  common: list('sem sempre não'),
}
