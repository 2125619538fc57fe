import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const arabic: LanguageRuleWords = {
  marks: {
    boundary: /(?<!\p{L})(?:لا|ممنوع|يمنع|تجنب|أبدا\p{M}?|أبد\p{M}?ا)(?![\p{L}\p{M}])/u,
    principle: /(?<!\p{L})(?:دائما\p{M}?|دائم\p{M}?ا|دوما|يجب|ينبغي|احرص|تأكد)(?![\p{L}\p{M}])/u,
  },
}
