import { describe, expect, test } from 'vitest'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { lostReasons } from '#reader/rules-files/lost-reasons.ts'
import { readRules } from '#reader/rules-files/rules.ts'

/** Lines of rules files from which nothing was read, by the built-in engine and by quotes of a language model. */

const lostIn = (text: string) => readLostLines(text, readRules(sanitize(text)))
const linesLost = (text: string) => lostIn(text).lost.map(({ line, reason }) => [line, reason])
const { noRule, struck, takenBack, example, permission, question, include, caption, code, command } = lostReasons

describe('a reason for each line', () => {
  test.each<[string, string, [number, string][]]>([
    ['facts', '# Shop\n\nThe shop is in Oslo.\n\n- Always greet people\n', [[3, noRule]]],
    [
      'facts in a list',
      '## About\n\n- Always greet people\n- The shop is in Oslo\n- Founded in 1987\n',
      [
        [4, noRule],
        [5, noRule],
      ],
    ],
    ['a row of a table', '| Day | Rule |\n|---|---|\n| Monday | Never open late |\n| Oslo | 1987 |\n', [[4, noRule]]],
    [
      'struck out',
      '- ~~Never open late~~\n- <s>Sell on credit</s>\n- Always greet people\n',
      [
        [1, struck],
        [2, struck],
      ],
    ],
    ['taken back', '# Veraltet\n\n- Niemals anrufen\n\n# Rules\n\n- Always greet people\n', [[3, takenBack]]],
    [
      'retired below another heading',
      '# Retired\n\n## Tills\n\nAlways count twice.\n\n# Tills\n\nAlways count the till.\n',
      [[5, takenBack]],
    ],
    ['an example', '- Always greet people\n\n## Example\n\nAlways say "Hello".\n', [[5, example]]],
    ['a permission', '## Allowed\n\n- Closing early\n\n## Always\n\n- Greet people\n', [[3, permission]]],
    ['a permission by its words', '- Always greet people\n- Feel free to close early\n', [[2, permission]]],
    ['a question', '- Always greet people\n- Is the shop open?\n', [[2, question]]],
    ['an include', '@docs/till.md\n\n- Always greet people\n', [[1, include]]],
    ['a caption of code', 'Start the till:\n\n```sh\ntill start\n```\n\n- Always greet people\n', [[1, caption]]],
    [
      'indented code',
      '- Always greet people\n\nText.\n\n    till.open()\n',
      [
        [3, noRule],
        [5, code],
      ],
    ],
    ['a bare command', '- `till --open`\n- Always greet people\n', [[1, command]]],
    [
      'the same line again',
      '- Always greet people\n\n## Again\n\n* Always greet people\n',
      [[5, 'says the same as line 1']],
    ],
    [
      'HTML',
      '<ul>\n<li>Always greet people</li>\n<li>Oslo</li>\n<li><del>Never open late</del></li>\n</ul>\n',
      [
        [3, noRule],
        [4, struck],
      ],
    ],
    ['a quotation', '> The shop is in Oslo.\n\n- Always greet people\n', [[1, noRule]]],
    ['a second line of a paragraph', 'The shop is in Oslo.\nAlways greet people.\n', [[1, noRule]]],
    ['French', '# Style\n\n- La boutique est à Oslo\n- Always greet people\n', [[3, lostReasons.language]]],
    ['Arabic', '- المتجر في أوسلو\n- Always greet people\n', [[1, lostReasons.language]]],
    ['TOML', '[shop]\ncity = "Oslo is large"\nrule = "Always greet people"\n', [[2, noRule]]],
    ['JSON', '{"about": [\n"Always greet people",\n"Oslo is \\"large\\""\n]}', [[3, noRule]]],
  ])('%s', (_, text, expected) => {
    expect(linesLost(text)).toEqual(expected)
  })

  test.each([
    ['headings', '# Shop\n\nTills\n=====\n\n- Always greet people\n\nOther\n---\n'],
    ['code', '- Always greet people\n\n```sh\ntill start\n```\n\n~~~\nNever\n~~~\n'],
    ['comments', '<!-- Never\nopen late -->\n- Always greet people <!-- really -->\n'],
    ['front matter', '---\nname: clerk\ndescription: Runs the shop\n---\n\n- Always greet people\n'],
    ['heads of tables', '| Day | Rule |\n|:--|--:|\n| Monday | Never open late |\n'],
    ['links', '- Always greet people, see [tills]\n\n[tills]: https://example.com/tills\n'],
    [
      'decoration',
      '***\n\n- Always greet people\n\n✂ — ✂\n\n[![Build](https://example.com/b.svg)](https://example.com)\n',
    ],
    ['a title of a list', 'Everybody:\n\n- Always greet people\n'],
    ['a condition above a list', 'Before you close the shop:\n\n- Count the till\n- Lock the door\n'],
    ['a wrapped item', '- Always greet people\n  who come in\n'],
    [
      'items of one statement',
      'Every receipt must list:\n\n- the date\n- the sum\n\n## Others\n\n- Always greet people\n',
    ],
  ])('nothing is stated by %s', (_, text) => {
    expect(linesLost(text)).toEqual([])
  })
})

describe('lines of the file as it arrived', () => {
  const body = '- Always greet people\n\nThe shop is in Oslo.\n'
  test.each([
    ['after front matter', `---\nname: clerk\n---\n\n${body}`, 7],
    ['after a comment', `<!--\nNever\n-->\n${body}`, 6],
    ['after a comment of MDX', `{/* a\nb\nc */}\n\n${body}`, 7],
    ['after a mark of the byte order', `\uFEFF${body}`, 3],
    ['of Windows', `# Shop\n\n${body}`.replaceAll('\n', '\r\n'), 5],
    ['of an old Mac', `# Shop\n\n${body}`.replaceAll('\n', '\r'), 5],
    ['in a fence', `\`\`\`markdown\n${body}\`\`\`\n`, 4],
    ['indented', `\n\t# Shop\n\n${body.replace(/^/gm, '\t')}`, 6],
    [
      'after a key that is not stored',
      `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n${'B'.repeat(64)}\n-----END PRIVATE KEY-----\n${body}`,
      7,
    ],
  ])('%s', (_, text, line) => {
    expect(linesLost(text)).toContainEqual([line, noRule])
  })

  test('a secret is not repeated', () => {
    const { lost } = lostIn('- Always greet people\n\nThe password is `hunter2hunter2`, password=hunter2hunter2\n')
    expect([lost.length, JSON.stringify(lost).includes('password=hunter2')]).toEqual([1, false])
  })

  test('a comment that never ends is one entry with everything after it', () => {
    const { lost, lost_count, line_count } = lostIn(
      '- Always greet people\n\n<!-- Never\n\n- Always count\n- Always lock\n',
    )
    expect([lost_count, line_count]).toEqual([3, 4])
    expect(lost).toMatchObject([{ line: 3, reason: expect.stringContaining(lostReasons.openComment) }])
  })

  test('beyond the size that is read', () => {
    const wares = 'wool, salt and oil, '.repeat(15)
    const rules = Array.from({ length: 2000 }, (_, at) => `- Always check parcel ${at} of ${wares}before it leaves us`)
    const { lost, lost_count, line_count } = lostIn(rules.join('\n'))
    const read = readRules(rules.join('\n')).length
    expect([lost_count, line_count]).toEqual([2000 - read, 2000])
    expect(lost).toMatchObject([{ line: read + 1, reason: expect.stringContaining(lostReasons.beyond) }])
  })

  test('at most 1,000 entries, and the number of all', () => {
    const facts = Array.from({ length: 3000 }, (_, at) => `- Parcel ${at} is blue`)
    const { lost, lost_count, line_count } = lostIn(`- Always greet people\n\n## Facts\n\n${facts.join('\n')}`)
    expect([lost.length, lost_count, line_count]).toEqual([1000, 3000, 3001])
  })
})

describe('quotes of a language model', () => {
  const lostBut = (text: string, quotes: string[]) =>
    readLostLines(
      text,
      quotes.map((quote) => ({ type: 'belief', category: 'principle', statement: quote, quote })),
    ).lost.map(({ line }) => line)
  const text = '# Shop\n\nWe are in Oslo.\nPlease greet people. It matters.\n\n- Lock the door\n- Count the till\n'

  test.each<[string[], number[]]>([
    [['greet people'], [3, 6, 7]],
    [['We are in Oslo.\nPlease greet people.'], [6, 7]],
    [['Count the till', 'Lock the door', 'Please greet people'], [3]],
    [['- Lock the door\n- Count the till'], [3, 4]],
    [['words that are nowhere'], [3, 4, 6, 7]],
  ])('%j', (quotes, lines) => {
    expect(lostBut(text, quotes)).toEqual(lines)
  })

  test('a line that is repeated where it was taken back is not the one that was read', () => {
    const twice = '# Superseded\n\n- Lock the door\n\n# Rules\n\n- Lock the door\n'
    expect(lostBut(twice, ['- Lock the door'])).toEqual([3])
  })
})
