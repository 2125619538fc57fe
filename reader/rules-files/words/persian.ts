import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const persian: LanguageRuleWords = {
  marks: {
    boundary: /(?<!\p{L})(?:هرگز|نباید|نکنید|ممنوع)(?!\p{L})/u,
    principle: /(?<!\p{L})(?:همیشه|باید|حتما)(?!\p{L})/u,
  },
}
