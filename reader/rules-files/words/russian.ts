import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const russian: LanguageRuleWords = {
  addresses: /^(?:ты |вы )/iu,
  marks: { boundary: /никогда|нельзя/iu, principle: /всегда/iu },
  demands: /(?<!\p{L})(?:нужно|долж\p{L}+)(?!\p{L})|^\p{L}{2,}ть(?!\p{L})/iu,
  headings: /правил/iu,
}
