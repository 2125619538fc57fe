import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRules } from '#reader/rules-files/rules.ts'

const statements = (text: string) => readRules(text).map(({ statement }) => statement)
const negator =
  /\b(?:not|never|no|none|nothing|avoid\w*|without|cannot|refuse|forbidden|prohibited|banned|nicht|niemals|keine?|verboten|vermeiden|nunca|prohibido|jamais|pas|interdites?)\b|n['\u2019]t\b|[\u4E0D\u7981]|\u907F\u514D/i

/** Some of these words are not in any table of verbs. */
const verb = fc.constantFrom(
  ...'Use Create Commit Store Write Test Log Mock Run Push Frobnicate Glorp Yeet Splice Inline Refactor Build Handle Cache'.split(
    ' ',
  ),
)
const object = fc.constantFrom(
  'the cache',
  'global state',
  '`foo(bar)`',
  'raw `SELECT *` queries in handlers',
  '`` a `nested` tick `` in prompts',
  'PRs on Fridays',
  'every module, even small ones',
  'code that nobody reads',
  'SQL by hand',
  'them in tests',
)
const tail = fc.constantFrom('', '.', ' when in a hurry', ' (see the wiki)', ': it is slow', ' - it breaks the build')
const positive = fc.tuple(verb, object, tail).map((parts) => `${parts[0]} ${parts[1]}${parts[2]}`)
const mark = fc.constantFrom('- ', '* ', '1. ', '- [ ] ', '- [x] ', '\u2022 ')
const noise = fc.constantFrom('', '## Style\n\n', 'A bot for the harbor.\n\n')

const wrongTitle = fc.constantFrom(
  "## Don't\n\n",
  '## DO NOT\n\n',
  "### DON'T:\n\n",
  '## Avoid\n\n',
  '## \u274C Never\n\n',
  '## \u274C In tests\n\n',
  '## Things to avoid\n\n',
  '## Anti-patterns\n\n',
  '## What not to do\n\n',
  '## Forbidden\n\n### In tests\n\n',
  'Avoid:\n\n',
  'You must never:\n\n',
  'Please do not:\n\n',
  'The following should be avoided:\n\n',
  '**Not allowed:**\n\n',
  '\u274C Bad:\n\n',
  '- Avoid:\n',
  "- Don't, in any module:\n",
)
const prefix = fc.constantFrom(
  'Do not ',
  "Don't ",
  'don\u2019t ',
  'Never ',
  '**NEVER** ',
  'You must not ',
  'Please do not ',
  'Under no circumstances ',
  'We never ',
  'Agents must never ',
  'If the build is red, do not ',
  'IMPORTANT: never ',
  "**Don't**: ",
  '\u274C ',
  '\u26D4 ',
  '**Bad**: ',
  '\u274C **Wrong:** ',
)

describe('readRules \u203A never the opposite', () => {
  test('what is named as wrong by its heading, opening or mark never comes out as advice', () => {
    fc.assert(
      fc.property(
        noise,
        wrongTitle,
        fc.array(fc.tuple(mark, positive), { minLength: 1, maxLength: 4 }),
        (before, title, items) => {
          const indent = title.startsWith('- ') ? '  ' : ''
          const text = `${before}${title}${items.map(([each, item]) => `${indent}${each}${item}`).join('\n')}\n`
          for (const statement of statements(text)) expect(statement, text).toMatch(negator)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a sentence that forbids keeps its negation', () => {
    fc.assert(
      fc.property(noise, fc.oneof(mark, fc.constant('')), prefix, positive, (before, bullet, forbid, item) => {
        const text = `${before}${bullet}${forbid}${item.charAt(0).toLowerCase()}${item.slice(1)}\n`
        for (const statement of statements(text)) expect(statement, text).toMatch(negator)
      }),
      { numRuns: 500 },
    )
  })

  test('prose and tables under what is named as wrong are negated or left out', () => {
    fc.assert(
      fc.property(wrongTitle, positive, (title, item) => {
        if (title.startsWith('- ')) return
        for (const text of [`${title}${item}\n`, `${title}| What | Why |\n|---|---|\n| ${item} | slow |\n`])
          if (title.startsWith('#')) for (const statement of statements(text)) expect(statement, text).toMatch(negator)
      }),
      { numRuns: 300 },
    )
  })

  test('advice gains no negation', () => {
    const title = fc.constantFrom(
      '',
      '## Rules\n\n',
      '## Do\n\n',
      "## Don't repeat yourself\n\n",
      '## Avoid surprises at work\n\n',
      "## Don't\n\n- Block the loop\n\n## Do\n\n",
      'When adding a module:\n\n',
      '\u2705 Good:\n\n',
    )
    const good = fc.constantFrom('', '\u2705 ', '**Good**: ', 'Always ', 'Please ')
    fc.assert(
      fc.property(title, mark, good, positive, (heading, bullet, praise, item) => {
        fc.pre(!negator.test(item))
        const text = `${heading}${bullet}${praise}${item}\n`
        const found = statements(text).filter(
          (statement) => !/the loop|^(?:Don't repeat yourself|Avoid surprises at work)$/.test(statement),
        )
        for (const statement of found)
          expect(statement.replace(/^(?:Don't repeat yourself|Avoid surprises at work): /, ''), text).not.toMatch(
            negator,
          )
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['## VERBOTEN\n\n- Direkt auf `main` pushen', /verboten/i],
    ['### PROHIBIDO\n\n- Usar `var` en el c\u00F3digo', /prohibido/i],
    ['### Commandes interdites\n\n- Lancer le serveur', /interdites/i],
    ['## \u7981\u6B62\n\n- \u5728\u751F\u4EA7\u73AF\u5883\u8C03\u8BD5', /\u7981\u6B62/],
  ])('%j keeps the heading that forbids', (text, word) => {
    expect(statements(text)).toEqual([expect.stringMatching(word)])
  })
})
