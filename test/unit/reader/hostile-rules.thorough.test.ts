import { expect, test } from 'vitest'
import { maxStatementLength } from '#core/domain/statement.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { growthOf, linearGrowth } from '../../support/growth.ts'

/** Rules files of a stranger that are made to be slow to read. */

const length = 32 * 1024
const fill = (text: string) => (size: number) => text.repeat(size / text.length)

function read(text: string) {
  const rules = readRules(sanitize(text))
  return { rules, lines: readLostLines(text, rules) }
}

test.each<[string, (size: number) => string]>([
  ['nested quotes', (size) => Array.from({ length: Math.sqrt(2 * size) }, (_, at) => `${'>'.repeat(at)} a`).join('\n')],
  ['one deeply nested quote', (size) => `${'> '.repeat(size / 2)}Always greet people`],
  ['lazy lines', (size) => `${'> '.repeat(100)}a\n${fill('a\n')(size)}`],
  ['fences that never end', fill('```\nAlways greet\n~~~~\n')],
  ['comments that never end', fill('<!-- a\n')],
  ['NUL characters', fill('a\0b\n')],
  ['line ends of old Macs', fill('- The shop\r')],
  ['lines of Windows', fill('- Always greet people\r\n')],
  ['tabs', fill('\t\t\t- a b\n')],
  ['HTML that never ends', (size) => `<ul>${fill('<li><b>Always greet\n')(size)}`],
  ['front matter that never ends', (size) => `---\n${fill('a: b\n')(size)}`],
  ['tables', (size) => `|a|b|\n|-|-|\n${fill('|c d|e|\n')(size)}`],
  ['brackets', fill('[')],
  ['images', (size) => '!['.repeat(size / 6) + '](a)'.repeat(size / 6)],
  ['stars', fill('*')],
  ['unclosed emphasis', fill('*a **b ')],
  ['backticks', fill('`')],
  ['list markers', fill('- ')],
  [
    'nested lists',
    (size) => Array.from({ length: size / 400 }, (_, at) => `${' '.repeat(Math.min(2 * at, 400))}- a`).join('\n'),
  ],
  ['lists between paragraphs', fill('a:\n- b c\n\n')],
  ['one line without a full stop', fill('If a, when b: ')],
  ['tags', fill('<a1>b</a1>\n')],
  ['lines in small letters', fill('never use var\n')],
  ['labels', fill('Tests: run `a` b\n')],
  ['JSON', (size) => JSON.stringify({ rules: Array.from({ length: size / 22 }, () => 'The shop is in Oslo') })],
])('the work for %s grows with their length', async (_, textOf) => {
  const { rules, lines } = read(textOf(length))
  expect(rules.every((rule) => rule.statement.length <= maxStatementLength)).toBe(true)
  expect(lines.lost.length).toBeLessThanOrEqual(1001)
  expect(lines.line_count).toBeGreaterThanOrEqual(lines.lost_count)
  expect(await growthOf((size) => read(textOf(size)), length)).toBeLessThan(linearGrowth)
})
