import { expect, test } from 'vitest'
import { tidyMarkdown } from '#reader/rules-files/tidy-markdown.ts'

/** The parser takes the square of the longest run of lines, and all of the text that it is given. */

const prepared = (text: string) =>
  tidyMarkdown(text.split('\n'))
    .map((piece) => piece.text)
    .join('\n')
const longestRun = (text: string) =>
  Math.max(
    ...prepared(text)
      .split(/\n[ \t]*\n/)
      .map((run) => run.split('\n').length),
  )
const rows = (count: number) => '|x|y|\n'.repeat(count)

test.each([
  ['bars without a table', `- ${'|\n'.repeat(16_000)}`, 101],
  ['bars in a block quote', `> ${'|\n'.repeat(16_000)}`, 101],
  ['cells without a row of dashes', rows(5000), 101],
  ['a table', `|a|b|\n|-|-|\n${rows(5000)}`, 501],
  ['a table directly below prose', `As follows\n|a|b|\n|-|-|\n${rows(5000)}`, 501],
])('%s is split into parts that the parser can handle', (_, text, most) => {
  expect(longestRun(text)).toBeLessThanOrEqual(most)
})

test('each part of a table begins with its head, also below prose', () => {
  const parts = prepared(`As follows\n|a|b|\n|-|-|\n${rows(1200)}`).match(/\|a\|b\|\n\|-\|-\|/g)
  expect(parts).toHaveLength(3)
})

test('a long head is not repeated, which would make much of a little', () => {
  const text = `${'a'.repeat(30_000)}\n-|-\n${'b\n'.repeat(15_000)}`
  expect(prepared(text).length / text.length).toBeLessThan(1.5)
})
