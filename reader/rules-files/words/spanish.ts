import { type LanguageRuleWords, list, word } from './rule-words-of-language.ts'

export const spanish: LanguageRuleWords = {
  addresses: /^(?:eres|usted es)/iu,
  marks: {
    boundary: /\bnunca\b/iu,
    principle: /\bsiempre\b/iu,
    voice: /\b(?:breve|amable|conciso|cortés)\b/iu,
    preference: /\bprefiere\b/iu,
  },
  forbids: word('no|sin|evit\\w*|prohibid\\w*'),
  demands:
    /(?<!\p{L})(?:debe[ns]?|deberán?|hay que|tienes? que|siempre|solo)(?!\p{L})|^\p{L}{2,}(?:ar|er|ir)(?:se|lo|la)?(?!\p{L})|^(?:usa|mantén|ejecuta|añade|crea|escribe|verifica|haz|pregunta|responde|sigue|define|registra|guarda|prueba|documenta)(?!\p{L})|;\s(?:define|registra|añade|usa)(?!\p{L})/iu,
  headings: /reglas|normas|convenci|estilo|principios|obligatori/iu,
  wrongTitles: ['prohibid[oa]s?', 'prohibiciones', 'no hacer', 'nunca', 'evitar'],
  common: list('el los las una con sin para por siempre nunca'),
}
