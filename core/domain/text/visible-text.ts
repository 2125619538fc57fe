import { normalized } from './combining-marks.ts'
import { invisible } from './invisible-characters.ts'

/**
 * Removes invisible characters. They carry instructions past a reader (ASCII in Unicode tags), disguise the shown text
 * (bidirectional controls), or make two equal texts differ (zero width). Everything that a reader sees is kept: emoji
 * with their joiners and selectors, keycaps, flags, and the scripts that spell with joiners.
 */

// Flags of regions are the only sequences with tags that mean anything; other emoji may be composed freely, because
// fonts and people use more combinations than the standard recommends.
const face = '\\p{Extended_Pictographic}[\\u{fe0e}\\u{fe0f}]?\\p{Emoji_Modifier}?'
const sequences = [
  '\\p{RGI_Emoji_Tag_Sequence}',
  '\\p{Emoji_Keycap_Sequence}',
  `${face}(?:\\u{200d}${face})*`,
  // A Mongolian letter in the form that a selector chooses.
  '\\p{Script=Mongolian}[\\u{180b}-\\u{180d}\\u{180f}]',
]
const joining = ['Arabic', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Oriya', 'Tamil', 'Telugu', 'Kannada']
  .concat(['Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Mongolian', 'Syriac', 'Nko'])
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const joiner = `(?<=[${joining}])[\\u{200c}\\u{200d}](?=[${joining}])`

const visibleOrNot = new RegExp(`(${sequences.join('|')}|${joiner})|[${invisible}]`, 'gv')

/** Most texts contain nothing that needs a second look; this check costs them a tenth of the full pattern. */
const maybeInvisible = new RegExp(`[${invisible}]`, 'v')

/**
 * Ends of lines, paragraphs, pages and records other than a line feed, as a pattern. They separate words, which would
 * run together without them: Word copies a line break as a vertical tab, and printed text has form feeds.
 */
export const otherLineEnd = '\\r\\n?|[\\v\\f\\u001c-\\u001f\\u0085\\u2028\\u2029]'
const otherLineEnds = new RegExp(otherLineEnd, 'g')

/**
 * Removes invisible characters, turns every kind of line end into a line feed, and combines letters with their accents
 * (NFC), so that texts that look the same are the same. Idempotent.
 */
export function visibleText(text: string): string {
  const lines = text.replace(otherLineEnds, '\n')
  if (!maybeInvisible.test(lines)) return normalized(lines)
  // Last, because an invisible character may separate a letter from its accent.
  return normalized(lines.replace(visibleOrNot, (_, kept: string | undefined) => kept ?? ''))
}

/** As `visibleText`, for a text of one line, such as a name or a title: line ends become spaces. */
export const visibleLine = (text: string): string => visibleText(text).replace(/\n+/g, ' ')

/** Whether any part of a text is visible: a letter, number, sign or emoji. The blank braille pattern is not. */
export const hasVisible = (text: string): boolean => /[[\p{L}\p{N}\p{P}\p{S}\p{M}]--[\u2800\u3164]]/v.test(text)
