import { type LanguageRuleWords, list } from './rule-words-of-language.ts'

export const portuguese: LanguageRuleWords = {
  addresses: /^você é/iu,
  marks: { boundary: /não\b|\bnunca\b/iu, principle: /\bsempre\b/iu, preference: /\bprefira\b/iu },
  wrongTitles: ['proibid[oa]s?'],
  common: list('sem sempre não'),
}
