import type { Category } from '../domain/kinds.ts'

/** The plainest marks of a rule in other languages; what has none of them is left alone. */
export const otherLanguages: readonly [RegExp, Category][] = [
  [
    /^(?:du bist|sie sind|tu es|vous \u00EAtes|eres|usted es|voc\u00EA \u00E9|tu sei|jeste\u015B|\u0442\u044B |\u0432\u044B |\u4F60\u662F|\u60A8\u662F|\u3042\u306A\u305F\u306F|\uB2F9\uC2E0\uC740)/iu,
    'axiom',
  ],
  [
    /\b(?:niemals|nicht|keine?[nr]?|jamais|nunca|nigdy)\b|n\u00E3o\b|\u043D\u0438\u043A\u043E\u0433\u0434\u0430|\u043D\u0435\u043B\u044C\u0437\u044F|\u4E0D\u8981|\u4E0D\u5F97|\u7981\u6B62|\u5207\u52FF|\u3057\u306A\u3044|\uD558\uC9C0 \uB9C8/iu,
    'boundary',
  ],
  [
    /\b(?:immer|stets|toujours|siempre|sempre|zawsze)\b|\u0432\u0441\u0435\u0433\u0434\u0430|\u603B\u662F|\u59CB\u7EC8|\u5FC5\u987B|\u5FC5\u305A|\uD56D\uC0C1/iu,
    'principle',
  ],
  [
    /\b(?:kurz|knapp|freundlich|h\u00F6flich|breve|amable|conciso|poli|gentil|cort\u00E9s)\b|\u793C\u8C8C|\u7B80\u6D01|\u53CB\u597D|\u4E01\u5BE7/iu,
    'voice',
  ],
  [/\b(?:bevorzuge|prefiere|pr\u00E9f\u00E8re|prefira|preferisci)\b|\u4F18\u5148/iu, 'preference'],
]

const foreignWords =
  /(?<!\p{L})(?:und|der|das|den|dem|ein|eine|einen|mit|f\u00FCr|immer|nicht|kein|keine|auf|bei|ist|sind|vor|nach|et|les|des|une|pour|avec|sans|toujours|jamais|dans|el|los|las|una|con|sin|para|por|siempre|nunca|sem|sempre|n\u00E3o|gli|senza|het|een|altijd|niet|zonder)(?!\p{L})/giu
const englishWords =
  /\b(?:the|and|to|of|a|an|is|are|in|for|with|before|after|not|never|always|use|when|all|or|on|your|you|do|be|no|only)\b/gi
/** Enough to tell; a pattern with many words is not let loose on more. */
const tellingLength = 300

/** Whether a text is in another language than English, by its letters and its commonest words. */
export function isForeign(text: string): boolean {
  // Addresses and code have words of no language.
  const start = text
    .slice(0, tellingLength)
    .split(/\s+/)
    .filter((word) => !/[`/\\@]/.test(word))
    .join(' ')
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters > 0 && latin * 2 < letters) return true
  const foreign = start.match(foreignWords)?.length ?? 0
  const english = start.match(englishWords)?.length ?? 0
  return foreign > english || (english === 0 && /[\u00E0-\u017F]/u.test(start))
}
