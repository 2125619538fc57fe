import type { Category } from '../../domain/kinds.ts'

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

/** Prohibitions that are other words in English, so that only sentences known to be foreign are searched for them. */
const forbidding =
  /(?<!\p{L})(?:no|nie|ne|sin|evit\w*|\u00E9vit\w*|vermeide\w*|interdit\w*|prohibid\w*|verboten\w*|non)(?!\p{L})|\u4E25\u7981|\u4E0D\u53EF|\u4E0D\u80FD|\u4E0D\u5141\u8BB8|\u4E0D\u51C6|\u4E0D\u8BB8|\u907F\u514D|\u522B|\u52FF|(?:\u306A\u3044|\u306A\u3044\u3053\u3068|\u305A)(?=$|[\u3002\uFF01])/iu
/** What demands something: modal verbs, infinitives and imperatives where they stand in a rule. */
const demanding =
  /(?<!\p{L})(?:muss|m\u00FCssen|soll(?:en|te|ten)?|darf|d\u00FCrfen|bitte|nur|immer|debe[ns]?|deber\u00E1n?|hay que|tienes? que|siempre|solo|doit|doivent|devez|il faut|toujours|deve|devono|sempre|nale\u017Cy|musi\p{L}*|\u043D\u0443\u0436\u043D\u043E|\u0434\u043E\u043B\u0436\p{L}+)(?!\p{L})|^\p{L}{2,}(?:ar|er|ir|are|ere|ire|re|ez|\u0442\u044C)(?:se|lo|la)?(?!\p{L})|^\p{Lu}\p{L}{3,}e(?=\s)|(?<!\p{L})\p{Ll}{2,}(?:en|ern|eln)(?=\s*(?:[,.!;\u2013\u2014-]|$))|^(?:usa|mant\u00E9n|ejecuta|a\u00F1ade|crea|escribe|verifica|haz|pregunta|responde|sigue|define|registra|guarda|prueba|documenta|utilise|\u00E9cris|v\u00E9rifie|garde|demande|scrivi|segui|verifica)(?!\p{L})|;\s(?:define|registra|a\u00F1ade|usa)(?!\p{L})|\u5FC5\u987B|\u5FC5\u9808|\u5E94|\u9700|\u8BF7|\u8ACB|\u52A1\u5FC5|\u53EA|\u7EDF\u4E00|\u4F18\u5148|\u9ED8\u8BA4|\u4F7F\u7528|\u4FDD\u6301|\u9075\u5FAA|\u786E\u4FDD|\u5C3D\u91CF|\u4E3A\u76EE\u6807|\u65F6\u5199|\u307E\u305A|\u3053\u3068|\u304F\u3060\u3055\u3044|\u3079\u304D|\u5FC5\u305A|[\u3046\u304F\u3050\u3059\u3064\u306C\u3080\u308B](?=$|[\u3002\uFF01\uFF08])/iu
/** Headings of rules. */
const ruleHeading =
  /regel|richtlinie|vorgabe|konvention|stil\b|grunds\u00E4tz|prinzip|arbeitsweise|reglas|normas|convenci|estilo|principios|obligatori|r\u00E8gles|principes|consignes|regole|convenzioni|\u89C4\u5219|\u898F\u5247|\u89C4\u8303|\u539F\u5219|\u539F\u5247|\u7EA6\u675F|\u8981\u6C42|\u51C6\u5219|\u7EA6\u5B9A|\u6D41\u7A0B|\u30EB\u30FC\u30EB|\u65B9\u91DD|\u5236\u7D04|\u043F\u0440\u0430\u0432\u0438\u043B|\b(?:rules?|guidelines?|conventions?|code style|coding style)\b/iu
/** A name in code with what it is: "`docs/` → documentación". */
export const entry = /^`[^`]+`(?:\s*(?:[-\u2013\u2014:\u2192=|(,]|$))/

/**
 * The category that a sentence in another language speaks for by itself, and whether it demands anything; undefined
 * where it only describes.
 */
export function readForeign(
  sentence: string,
  { headings, block }: { headings: readonly string[]; block: string },
): { category?: Category } | undefined {
  const plain = sentence.replace(/\([^()]*\)|\uFF08[^\uFF08\uFF09]*\uFF09/g, '').trim()
  if (entry.test(plain)) return undefined
  if (isForbiddenElsewhere(plain)) return { category: 'boundary' }
  const category = otherLanguages.find(([pattern]) => pattern.test(plain))?.[1]
  if (category !== undefined) return { category }
  const isAmongRules = headings.some((heading) => ruleHeading.test(heading))
  return isAmongRules || (block === 'item' && demanding.test(plain.slice(0, tellingLength))) ? {} : undefined
}

/** Whether a sentence in another language forbids. */
export const isForbiddenElsewhere = (text: string) =>
  otherLanguages.some(([pattern, category]) => category === 'boundary' && pattern.test(text)) || forbidding.test(text)

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
