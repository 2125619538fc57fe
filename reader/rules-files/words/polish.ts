import { type LanguageRuleWords, word } from './rule-words-of-language.ts'

export const polish: LanguageRuleWords = {
  addresses: /^jesteś/iu,
  marks: { boundary: /\bnigdy\b/iu, principle: /\bzawsze\b/iu },
  forbids: word('nie'),
  demands: word('należy|musi\\p{L}*'),
}
