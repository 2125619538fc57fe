/** A full stop after one of these, or after a single letter, does not end a sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs cf approx resp incl excl no fig dr mr mrs ms st inc ltd corp jr sr dept est a.k.a u.s ca min max'.split(
    ' ',
  ),
)
/** The lookbehind makes each run of marks be tried only once. */
const end = /(?<![.!?\u3002\uFF01\uFF1F])[.!?\u3002\uFF01\uFF1F]+["'\u2019\u201D)\]]*(?=\s|$)|[\u3002\uFF01\uFF1F]/g

const wholeQuotation = /^["“«„'][^"”»“]*["”»“'][.!?]?$/u

/** Whether all of a sentence stands in quotation marks: its author repeats somebody else. */
export const isQuotation = (sentence: string): boolean => wholeQuotation.test(sentence)

/**
 * Splits prose into sentences, in linear time. Code in backticks and parentheses stay whole, and abbreviations,
 * decimals and file names do not end a sentence, nor does a line break inside the text: callers decide about lines. In
 * typed chat, a sentence may begin with a lower-case letter.
 */
export function splitSentences(text: string, typed = false): string[] {
  const sentences: string[] = []
  let start = 0
  let parsed = 0
  let inCode = false
  let open = 0
  for (const match of text.matchAll(end)) {
    const at = match.index
    for (; parsed < at; parsed++) {
      const character = text[parsed]
      if (character === '`') inCode = !inCode
      else if (inCode) continue
      else if (character === '(') open++
      else if (character === ')' && open > 0) open--
    }
    if (inCode || (open > 0 && !match[0].includes(')'))) continue
    // 'Print "!!!" before the answer' goes on behind the quotation.
    if (
      !typed &&
      /["'\u2019\u201D]$/.test(match[0]) &&
      /^\s+\p{Ll}/u.test(text.slice(at + match[0].length, at + match[0].length + 3))
    )
      continue
    if (match[0].startsWith('.')) {
      const word = /[^\s(]*$/.exec(text.slice(Math.max(start, at - 24), at))![0].toLowerCase()
      if (abbreviations.has(word) || /^\p{L}$/u.test(word)) continue
      if (!typed && match[0] === '.' && /^\s+\p{Ll}/u.test(text.slice(at + 1, at + 4))) continue
    }
    const sentence = text.slice(start, at + match[0].length).trim()
    if (sentence !== '') sentences.push(sentence)
    start = at + match[0].length
  }
  const rest = text.slice(start).trim()
  if (rest !== '') sentences.push(rest)
  return sentences
}
