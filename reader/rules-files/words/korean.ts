import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const korean: LanguageRuleWords = {
  addresses: /^당신은/u,
  marks: { boundary: /하지 마/u, principle: /항상/u },
}
