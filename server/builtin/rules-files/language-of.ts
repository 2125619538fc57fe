import { commonWords, type Spoken } from '../talk/spoken-languages.ts'

/** Enough to tell. */
const tellingLength = 2000

const english =
  /\b(?:the|and|to|of|a|an|is|are|in|for|with|before|after|not|never|always|use|when|all|or|on|your|you|do|be|no|only|i|we|my|it|that|this|what|have|just|from|but|don't|dont|i'm|im|if|so|at|by|every|me|our|as|was|how|can|one)\b/g

/** The commonest words of languages whose beliefs nobody reads here, where no language that is read has them too. */
const others =
  /(?<!\p{L})(?:il|gli|che|di|sono|non|perch\u00e9|sempre|mai|anche|della|nel|ho|\u00e8|n\u00e3o|s\u00e3o|uma|voc\u00ea|eu|nunca|com|muito|meu|minha|mas|isso|em|ao|aos|pelo|pela|tamb\u00e9m|foi|seu|sua|ent\u00e3o|tem|\u00e9|j\u00e1|at\u00e9|essa|esse|fazer|s\u00f3|h\u00e1|dele|dela|\u00e0s|het|een|niet|ik|altijd|nooit|wij|voor|maar|ook|mijn|jest|nie|si\u0119|zawsze|nigdy|\u017ce|jestem|och|att|inte|jag|alltid|aldrig|f\u00f6r|med|som|vi|ikke|jeg|alltid|og|bir|ve|ben|her|zaman|asla|olan|bu|nem|mindig|soha|egy|hogy|az|som|v\u017edy|nikdy|aby|kdy\u017e|jsem)(?!\p{L})/gu

/** Half of the commonest words of Portuguese are Spanish too, these letters are not; a name or two may have them anywhere. */
const portuguese = /[\u00e3\u00f5]/gu
const minPortuguese = 2
const portugueseWeight = 5

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * The language of a text by its letters and its commonest words: one whose beliefs are read, `other`, or undefined where
 * too little tells.
 */
export function languageOf(text: string): Spoken | 'other' | undefined {
  const start = text.slice(0, tellingLength).toLowerCase()
  const letters = count(start, /\p{L}/gu)
  if (letters === 0) return undefined
  const han = count(start, /\p{Script=Han}/gu)
  if (count(start, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * 5 > letters) return 'other'
  if (han * 3 > letters) return 'zh'
  if (count(start, /\p{Script=Latin}/gu) * 2 < letters) return 'other'
  const counts: [Spoken | 'other', number][] = [
    ['en', count(start, english)],
    ...Object.entries(commonWords).map(([name, common]): [Spoken, number] => [name as Spoken, count(start, common)]),
    ['other', count(start, others) + portugueseWeight * Math.max(0, count(start, portuguese) - minPortuguese)],
  ]
  const [best, second] = counts.sort(([, a], [, b]) => b - a)
  return best![1] > second![1] ? best![0] : undefined
}
