import { type LanguageRuleWords, list, word } from './rule-words-of-language.ts'

export const french: LanguageRuleWords = {
  addresses: /^(?:tu es|vous êtes)/iu,
  marks: {
    boundary: /\bjamais\b/iu,
    principle: /\btoujours\b/iu,
    voice: /\b(?:poli|gentil)\b/iu,
    preference: /\bpréfère\b/iu,
  },
  forbids: word('ne|évit\\w*|interdit\\w*'),
  demands:
    /(?<!\p{L})(?:doit|doivent|devez|il faut|toujours)(?!\p{L})|^\p{L}{2,}(?:er|ir|re|ez)(?:se|lo|la)?(?!\p{L})|^(?:utilise|écris|vérifie|garde|demande)(?!\p{L})/iu,
  headings: /règles|principes|consignes/iu,
  wrongTitles: ['interdit(?:e?s)?', 'interdictions', 'à éviter', 'ne pas(?: faire)?', 'jamais'],
  common: list('et les des une pour avec sans toujours jamais dans'),
}
