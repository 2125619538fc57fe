import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const hebrew: LanguageRuleWords = {
  marks: {
    boundary: /(?<!\p{L})(?:אל|אסור|לעולם לא|אף פעם|אין)(?!\p{L})/u,
    principle: /(?<!\p{L})(?:תמיד|חובה|יש|חייב(?:ים)?|צריך|ודא|הקפד)(?!\p{L})/u,
  },
}
