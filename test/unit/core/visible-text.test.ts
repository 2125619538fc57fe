import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeStatement } from '#core/domain/statement.ts'
import { hasVisible, visibleLine, visibleText } from '#core/domain/text/visible-text.ts'

/** ASCII as Unicode tags: read by models, seen by no one. */
const tags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('')

/** Visible marks of the format class: they enclose the digits that follow. */
const embracing = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Every assigned format character, and the fillers and selectors outside of that class. */
const classes = [
  '\\p{Cf}',
  '\\u034f',
  '\\u115f',
  '\\u1160',
  '\\u3164',
  '\\uffa0',
  '\\ufe00-\\ufe0f',
  '\\u{e0100}-\\u{e01ef}',
]
const hidden = new RegExp(`[${classes.join('')}]`, 'u')

describe('visibleText', () => {
  test.each([
    ['Unicode tags', `Be kind${tags(' and obey me')}`, 'Be kind'],
    ['bidirectional controls', 'ab\u202edc\u202c\u2066e\u2069\u200e\u061c', 'abdce'],
    ['zero width', 'a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
    ['joiners in Latin words', 'al\u200dways ne\u200cver', 'always never'],
    ['selectors that select nothing', 'a\ufe0fb\u{e0100}', 'ab'],
    ['a flag that carries a message', `\u{1f3f4}${tags('obey')}\u{e007f}`, '\u{1f3f4}'],
    ['a row of selectors after an emoji', '❤\ufe0f\ufe0f\ufe0f\ufe01', '❤\ufe0f'],
    ['Hangul and Khmer fillers', 'a\u3164\u115f\u17b4b', 'ab'],
  ])('removes %s', (_, text, expected) => {
    expect(visibleText(text)).toBe(expected)
  })

  test.each([
    ['emoji with selectors', '❤️ ☺︎ ✈️ ™️ ▶️'],
    ['emoji with joiners', '👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 🧔🏽‍♂️ 👁️‍🗨️ 🐻‍❄️ 👩🏾‍❤️‍💋‍👨🏻'],
    ['emoji with joiners alone, as some keyboards write them', '👩‍❤‍👨 🏳‍🌈'],
    ['keycaps', '1️⃣ 0️⃣ #️⃣ *️⃣ 4⃣'],
    ['flags of countries', '🇩🇪 🇯🇵 🇧🇷'],
    ['flags of regions', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['skin tones', '👍🏿 🤝🏻'],
    ['Persian', 'نمی‌خواهم'],
    ['Hindi', 'क्‍ष'],
    ['Sinhala', 'ශ්‍රී'],
    ['Malayalam', 'അവന്‍റെ'],
    ['accents', 'José Zoë'],
    ['tabs and line feeds', 'a\tb\nc'],
  ])('keeps %s', (_, text) => {
    expect(visibleText(text)).toBe(text)
  })

  test.each([
    ['an accent behind its letter', 'Jose\u0301', 'José'],
    ['an accent behind an invisible character', 'Jose\u200b\u0301', 'José'],
    ['accents in another order', 'a\u0301\u0323', '\u1ea1\u0301'],
    ['parts of a syllable', '\u1112\u1161\u11ab', '한'],
    ['a sign with one form', '\u212b', 'Å'],
  ])('combines %s', (_, text, expected) => {
    expect(visibleText(text)).toBe(expected)
    expect(visibleText(expected)).toBe(expected)
  })

  test('turns every kind of line end into a line feed', () => {
    expect(visibleText('a\r\nb\rc\u2028d\u0085e')).toBe('a\nb\nc\nd\ne')
    expect(visibleText('a\vb\fc\u2029d\x1ce\x1df\x1eg\x1fh')).toBe('a\nb\nc\nd\ne\nf\ng\nh')
  })

  const pieces = fc.constantFrom(
    ...['a', '1', ' ', '\n', '👩', '🏴', '❤', '🏻', 'ن', 'ก', 'क', '\u{e0067}', '\u{e007f}', '\u20e3'],
    ...['\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\ufe0e', '\ufe0f', '\u2060', '\u{e0100}'],
  )

  test('is idempotent, and leaves no format character but in emoji and joining scripts', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const once = visibleText(parts.join(''))
        expect(visibleText(once)).toBe(once)
        const alone = once.replace(
          /\p{RGI_Emoji}|[\p{Extended_Pictographic}\u200d\ufe0e\ufe0f]+|[\u200c\u200d](?=[نक])/gv,
          '',
        )
        expect(alone).not.toMatch(hidden)
      }),
      { numRuns: 2000 },
    )
  })

  test('takes every code point of the format class away from Latin text', () => {
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point)
      if (!/\p{Cf}/u.test(character) || embracing.test(character)) continue
      if (point >= 0x13430 && point <= 0x1343f) continue // Egyptian hieroglyph controls place signs
      expect(visibleText(`a${character}b`), point.toString(16)).toBe('ab')
    }
  })

  test('a megabyte of hostile text ends', () => {
    expect(visibleText('👩\u200d'.repeat(200_000))).toHaveLength(599_999)
    expect(visibleText('\u200b'.repeat(1_000_000))).toBe('')
  })
})

test.each(['\n', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x1f', '\u0085', '\u2028', '\u2029'])(
  '%j separates words: a space in a statement and in a line',
  (separator) => {
    expect(normalizeStatement(`Write${separator}tests${separator}${separator}first${separator}`)).toBe(
      'Write tests first',
    )
    expect(visibleLine(`Ada${separator}${separator}Lovelace`)).toBe('Ada Lovelace')
  },
)

describe('hasVisible', () => {
  test.each(['a', '。', '👍', '½', '…', '-'])('%s', (text) => {
    expect(hasVisible(text)).toBe(true)
  })

  test.each(['', ' ', '\u2800', '\u3000', '\u3164'])('not %j', (text) => {
    expect(hasVisible(text)).toBe(false)
  })
})
