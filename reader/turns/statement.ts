import { upperFirst } from '#core/base/strings.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { listNames, listsOf } from '../weights/word-lists.ts'
import { wordsOf } from '../weights/words.ts'

export type Rewriting = readonly [pattern: RegExp, replacement: string]

/** Words that join a sentence to the one before it, or answer it. */
export const connectives =
  '(?:and|also|but|(?:so|now)(?! that\\b)|instead(?! of\\b)|ok|okay|alright|actually|btw|then|again|however|of course|yes|yeah|yea|yep|oh|hmm+|und(?! zwar\\b)|aber|pero|mais)'
const please = "(?:please|pls|bitte|por favor|s'il (?:te|vous) plaît)"
const smile = '[:;]-?[)D]|\\^\\^|(?<!\\p{Extended_Pictographic})\\p{Extended_Pictographic}+'
export const courtesies = `${please}|thanks|thank you|danke|gracias|merci|${smile}`
const adverb = '((?:always|never|only|also) )?'
const filler = '(?:(?:also|just|really|definitely|then) )*'
const agents = '(?:claude(?: code)?|codex|cursor|copilot|gemini|agent|chatgpt)'

/** Words that end with a comma before the rule: "no, use tabs" is an answer, and forbids nothing. */
export const interjection: Rewriting = [
  new RegExp(
    `^(?:${connectives}|no|nope|nah|well|still|wait|look|hey|hi|hello|i mean|you know|to be fair|sorry|plus|great|perfect|right|sure|simple|one (?:more )?thing|(?:for|from) me|nein|ja|super|gut|bien|muy bien|genial|perfecto|s[ií]|oui|non|好|好的|嗯)\\s*[,:;!.，。！\u2013\u2014-]+(?:\\s+|(?=\\p{Script=Han}))`,
    'iu',
  ),
  '',
]

/** Words that people put around a rule; each is tried at the beginning until none matches. */
const openings: readonly Rewriting[] = [
  [new RegExp(`^(?:${connectives}|just)\\s+(?=[\\p{L}@/\`"])`, 'iu'), ''],
  [new RegExp(`^(?:@?${agents}\\s*[,:]|@(?:${agents}|workspace)\\b[,:]?)\\s+`, 'i'), ''],
  [new RegExp(`^${please}[,\\s]+`, 'i'), ''],
  [
    /^(?:from now on|going forward|in (?:the )?future|next time|ab jetzt|künftig|de ahora en adelante|désormais|dorénavant)[,:]?\s+/i,
    '',
  ],
  [/^(?:remember|note|keep in mind|important|reminder|merk dir|recuerda)\s*(?::|that)\s+/i, ''],
  [
    /^(?:add|write|put|note|save|update|remember)\b[^.,;:!?]{0,40}\b(?:(?:claude|agents|gemini)\.md|(?:your |the )?(?:memory|rules|instructions|guidelines))\b\s*(?::| (?:that|to (?:say|state|mention)(?: that)?)\s)\s*/i,
    '',
  ],
  [
    /^(?:create|add|make|write|set|save|establish|define)\b[^,;:!?]{0,20}\b(?:rule|guideline|convention|instruction)\b[^,;:!?]{0,30}?(?::| (?:(?:that|which) (?:says|states)(?: that)?|saying(?: that)?|that(?! \p{L}+s\b)|to)\s)\s*/iu,
    '',
  ],
  [/^(?:can|could|would|will) (?:you|we|u) (?:please )?not (.*[^\s?.!])[\s?.!]*$/i, 'do not $1'],
  [
    new RegExp(
      `^(?:can|could|would|will) (?:you|we|u) (?:${please} )?${adverb}${filler}(\\p{L}(?:.*[^\\s?.!])?)[\\s?.!]*$`,
      'iu',
    ),
    '$1$2',
  ],
  [/^(?:let's|lets|let us) (?:please )?not /i, 'do not '],
  [/^(?:let's|lets|let us) (?=\p{L})/iu, ''],
  [/^(?:i think|i believe)(?: that)? (?=(?:you|we) )/i, ''],
  [/^i(?:'d)? suggest(?: that)? (?:you|we) (?=\p{L})/iu, ''],
  [/^(?:i want|i need|i'd like|i would like|i'd prefer) (?:you|us) to (?=\p{L})/iu, ''],
  [/^(?:i (?:don't|dont|do not) want (?:you|us)|we (?:don't|dont|do not) want) to (?!have\b)/i, 'do not '],
  [/^(?:you|we) (?:should|must|need to|have to|ought to) (?:always )?(?:not|never) (?!have\b)/i, 'never '],
  [
    /^(?:you|we) (?:shouldn't|mustn't|must not|may not|are not allowed to|aren't allowed to) (?!have\b|be\b)/i,
    'do not ',
  ],
  [/^(?:you|we) (always|never) (?:need to|have to|should|must) /i, '$1 '],
  [
    new RegExp(
      `^(?:you|we) ${filler}(?:should|must|need to|have to|ought to|want to) ${filler}(?!be(?:en)?\\b|have\\b)`,
      'i',
    ),
    '',
  ],
  [/^(?:make sure|be sure|remember) to (?:always )?(?=\p{L})/iu, ''],
  [/^make sure (?:that )?(?:you|we) (?:always )?(?=\p{L})(?!(?:are|have|can|could|did|were|will|get|got)\b)/iu, ''],
  [/^you forgot to /i, ''],
]

/** Files that a person drops in front of the words or behind them, as coding tools name them. */
const droppedFiles: readonly Rewriting[] = [
  [/^(?:[`"']?@[\w~./-]+[`"']?[,:]?\s+)+(?=\S)/u, ''],
  [/^[`"']?(?:[\w.-]+\/)*[\w-]+\.[a-z]{1,5}[`"']?\s*[:\u2013\u2014-]\s+(?=\p{L})/iu, ''],
  [
    /(?<!(?:\b(?:in|of|from|to|at|see|like|and|or|with|on|by|use|read|follow|using|per)|[,:]))(?:\s+@[\w~./-]*[\w/])+[\s.!]*$/iu,
    '',
  ],
]

export const lastPunctuation: Rewriting = [/(?<![\s.!,;:\u3002\uFF01])[\s.!,;:\u3002\uFF01]+$/, '']

/** A quotation mark that has no other one, where the sentence is part of a quotation. */
const loneMark: readonly Rewriting[] = [
  [/^"([^"]*)$/, '$1'],
  [/^([^"]*)"\**$/, '$1'],
]

const endings: readonly Rewriting[] = [
  ...loneMark,
  [new RegExp(`(?:(?<![,\\s])[,\\s]+(?:${courtesies}|from now on|going forward)|(?:${smile}))\\s*[.!?]*$`, 'iu'), ''],
  [new RegExp(`,\\s*${agents}\\s*[.!?]*$`, 'i'), ''],
  lastPunctuation,
]

const negations = [listNames.indexOf('negation'), listNames.indexOf('never'), listNames.indexOf('forbid')]
export const isNegative = (text: string): boolean =>
  wordsOf(text).some((word) => word.endsWith("n't") || listsOf.get(word)?.some((list) => negations.includes(list)))

/** More words around one rule are a hostile text, of which each round would read everything. */
const maxRounds = 20

export function rewritten(text: string, rules: readonly Rewriting[]): string {
  let before: string | undefined
  let words = text
  for (let round = 0; round < maxRounds && words !== before; round++) {
    before = words
    words = rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), words)
  }
  return words
}

/**
 * Puts a person's sentence into the imperative by removing what surrounds the rule; all other words stay as they were
 * said. A rewriting that would lose a negation is not made.
 */
export function statementOf(sentence: string): string {
  const line = normalizeStatement(sentence.replace(/^\s*(?:[-*•]|\d+ ?[.)-])\s+/, '')).replace(/^\(([^()]*)\)?$/, '$1')
  const said = rewritten(rewritten(line, [...droppedFiles, interjection]), endings)
  const imperative = rewritten(said, openings)
  return upperFirst(imperative !== '' && isNegative(imperative) === isNegative(said) ? imperative : said || line)
}

/** Whether a statement can be read without its session: it begins with no word for what was named before it. */
export const standsAlone = (statement: string): boolean =>
  !/^(?:it|they|he|she|this|that|these|those|es|sie|dies\p{L}*|eso|esto|ça|cela)\b/iu.test(statement)
