import { type LanguageRuleWords, list } from './rule-words-of-language.ts'

export const german: LanguageRuleWords = {
  addresses: /^(?:du bist|sie sind)/iu,
  marks: {
    boundary: /\b(?:niemals|nicht|keine?[nr]?)\b/iu,
    principle: /(?<!\p{L})(?:immer|stets|muss|müssen)(?!\p{L})/iu,
    voice: /\b(?:kurz|knapp|freundlich|höflich)\b/iu,
    preference: /\b(?:bevorzugt?e?|wünscht|mag)\b/iu,
  },
  forbids: /(?<!\p{L})(?:nie|vermeide\w*|verboten\w*)(?!\p{L})/iu,
  demands:
    /(?<!\p{L})(?:muss|müssen|soll(?:en|te|ten)?|darf|dürfen|bitte|nur|immer)(?!\p{L})|^\p{Lu}\p{L}{3,}e(?=\s)|(?<!\p{L})\p{Ll}{2,}(?:en|ern|eln)(?=\s*(?:[,.!;–—-]|$))/iu,
  headings: /regel|richtlinie|vorgabe|konvention|stil\b|grundsätz|prinzip|arbeitsweise/iu,
  wrongTitles: ['verboten', 'niemals', 'nie', 'vermeiden', 'nicht (?:erlaubt|gestattet)'],
  common: list('und der das den dem ein eine einen mit für immer nicht kein keine auf bei ist sind vor nach'),
}
