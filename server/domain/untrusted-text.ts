import { redactSecrets } from './secrets.ts'

/**
 * Imported text was written by anybody. Before a person or a model sees it, what the eye cannot see is taken out of
 * it, and what looks like a credential is never stored.
 */

// Written as ranges of code points because the characters themselves could not be seen here.
const invisibleRanges = [
  [0x00, 0x08], // controls but tab and line feed
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // combining grapheme joiner
  [0x61c, 0x61c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f], // Mongolian selectors
  [0x200b, 0x200f], // zero-width space, non-joiner, joiner, direction marks
  [0x202a, 0x202e], // bidirectional embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, isolates
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags: ASCII text in disguise
] as const
const classOf = (ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('')
const invisible = new RegExp(`[${classOf(invisibleRanges)}]`, 'gu')

// Where joiners carry meaning: composed emoji, and the scripts that spell with them.
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u
const joiningScripts =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Sinhala}\p{Script=Khmer}]/u
const zeroWidthNonJoiner = '\u200c'
const zeroWidthJoiner = '\u200d'
const emojiSelector = '\ufe0f'

/** The text without invisible and bidirectional control characters and HTML comments. Idempotent. */
export const cleanText = (text: string): string => withoutComments(withoutInvisible(text))

/**
 * The text without characters that cannot be seen; line ends become line feeds. Joiners stay inside composed emoji and
 * in scripts that are written with them.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(invisible, keepJoiner)

const keepJoiner = (character: string, at: number, text: string): string => {
  const before = text.codePointAt(text[at - 1] === emojiSelector ? at - 2 : precedingPoint(text, at))
  const previous = before === undefined ? '' : String.fromCodePoint(before)
  if (character === emojiSelector) return emoji.test(previous) ? character : ''
  if (character !== zeroWidthJoiner && character !== zeroWidthNonJoiner) return ''
  const next = String.fromCodePoint(text.codePointAt(at + 1) ?? 32)
  const joins = (letters: RegExp) => letters.test(previous) && letters.test(next)
  return joins(joiningScripts) || (character === zeroWidthJoiner && joins(emoji)) ? character : ''
}

/** Index of the code point that ends right before `at`. */
const precedingPoint = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at - 1] ?? '') ? at - 2 : at - 1

/** A scan instead of a pattern: a pattern would try every opening against the whole rest of a hostile text. */
const withoutComments = (text: string): string => {
  let rest = text
  let kept = ''
  for (let open = rest.indexOf('<!--'); open >= 0; open = rest.indexOf('<!--')) {
    const close = rest.indexOf('-->', open + 4)
    const startsLine = open === 0 || rest[open - 1] === '\n'
    // Markdown hides the whole rest after a comment that begins a line and never ends; elsewhere it is plain text.
    if (close < 0 && startsLine) return kept + rest.slice(0, open)
    if (close < 0) return kept + rest
    // A space, so that what stood on both sides cannot become a new comment.
    kept += `${rest.slice(0, open)} `
    rest = rest.slice(close + 3)
  }
  return kept + rest
}

/** Of clean text, with the openings of comments that never end made visible, so that no text that follows ends one. */
export const withoutOpenComments = (text: string): string => text.replaceAll('<!--', '<! --')

/** What is stored of a foreign text. */
export const sanitize = (text: string): string => redactSecrets(cleanText(text.toWellFormed()))

/** Tells whether a quote stands word for word in the content, white space and what `cleanText` removes aside (decisions 8). */
export const quoteFinder = (content: string): ((quote: string) => boolean) => {
  const collapsed = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim()
  const whole = collapsed(content)
  return (quote) => collapsed(quote) !== '' && whole.includes(collapsed(quote))
}
