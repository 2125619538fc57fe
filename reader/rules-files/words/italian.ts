import { type LanguageRuleWords, list, word } from './rule-words-of-language.ts'

export const italian: LanguageRuleWords = {
  addresses: /^tu sei/iu,
  marks: { principle: /\bsempre\b/iu, voice: /\bbreve\b/iu, preference: /\bpreferisci\b/iu },
  forbids: word('non'),
  demands:
    /(?<!\p{L})(?:deve|devono|sempre)(?!\p{L})|^\p{L}{2,}(?:are|ere|ire)(?:se|lo|la)?(?!\p{L})|^(?:scrivi|segui|verifica)(?!\p{L})/iu,
  headings: /regole|convenzioni/iu,
  wrongTitles: ['vietat[oi]', 'evitare'],
  common: list('gli sempre senza'),
}
