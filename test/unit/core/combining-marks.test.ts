import { expect, test } from 'vitest'
import { limitMarks, maxMarks, normalized } from '#core/domain/text/combining-marks.ts'
import { visibleText } from '#core/domain/text/visible-text.ts'
import { growthOf, linearGrowth } from '../../support/growth.ts'

const acute = '\u0301'

test('30 marks in a row stay, and more are cut, whatever plane they are from', () => {
  for (const mark of [acute, '\u{1d165}', '\u0f39', '\u20dd']) {
    expect(limitMarks(`a${mark.repeat(maxMarks)}b`)).toBe(`a${mark.repeat(maxMarks)}b`)
    expect(limitMarks(`a${mark.repeat(maxMarks + 9)}b${mark}c`)).toBe(`a${mark.repeat(maxMarks)}b${mark}c`)
  }
})

test('a run of marks goes on behind invisible characters, which are removed later', () => {
  const text = `a${`${acute}\u200b`.repeat(40)}b`
  expect(visibleText(limitMarks(text))).toBe(`\u00e1${acute.repeat(maxMarks - 1)}b`)
})

test('texts of scripts with many marks, emoji and selectors stay', () => {
  const texts = [
    'हमेशा ज़रूर पढ़ें',
    'བསྟན་པ་རྒྱས་པར་ཤོག',
    'שָׁלוֹם',
    '\u2764\ufe0f'.repeat(99),
    'กำลังทำ',
    'Trả lời'.normalize('NFD'),
  ]
  for (const text of texts) expect(limitMarks(text)).toBe(text)
})

test('the time to normalize grows with the length', async () => {
  const texts = [
    (size: number) => `a${'\u0301\u0323'.repeat(size / 2)}`,
    (size: number) => `a${'\u0301\u200b\u0323\u00ad'.repeat(size / 4)}`,
    (size: number) => `a${'\u0301\u0323'.repeat(15)}`.repeat(size / 31),
  ]
  for (const of of texts)
    for (const read of [visibleText, limitMarks, (text: string) => normalized(text, 'NFKD')])
      expect(await growthOf((size) => read(of(size)), 400_000)).toBeLessThan(linearGrowth)
})
