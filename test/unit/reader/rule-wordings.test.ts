import { describe, expect, test } from 'vitest'
import { readRules } from '#reader/rules-files/rules.ts'

const read = (text: string) => readRules(text).map(({ category, statement }) => `${category}: ${statement}`)

describe('readRules › rules in few words', () => {
  test.each([
    [
      'The agent MUST NOT share customer data with third parties.',
      'boundary: The agent MUST NOT share customer data with third parties.',
    ],
    [
      'It is your duty to report outages to the on-call engineer.',
      'ownership: It is your duty to report outages to the on-call engineer.',
    ],
    ['DB access only through `internal/store`', 'boundary: DB access only through `internal/store`'],
    ['## Data\n\n- DB access only through `internal/store`', 'boundary: DB access only through `internal/store`'],
    ['- English only', 'voice: English only'],
    ['Responses: max 3 sentences', 'voice: Responses: max 3 sentences'],
    ['- Responses: max 3 sentences', 'voice: Responses: max 3 sentences'],
    ['Customer data stays in the EU', 'boundary: Customer data stays in the EU'],
    ['Tests: run `pnpm test` before pushing', 'execution: Tests: run `pnpm test` before pushing'],
    ['- Amounts are kept in cents', 'axiom: Amounts are kept in cents'],
    ['- Always test', 'principle: Always test'],
  ])('%s', (text, rule) => {
    expect(read(text)).toEqual([rule])
  })

  test('noun phrases under a heading about style', () => {
    expect(
      read('## Code style\n\n- 2-space indentation\n- Single quotes\n- Naming of tests in full sentences'),
    ).toEqual([
      'preference: Use 2-space indentation',
      'preference: Use single quotes',
      'preference: Code style: Naming of tests in full sentences',
    ])
  })

  test.each([
    'The factory stays in the valley. It employs only locals.',
    'Usage: run `npm start` in the folder',
    '## Project layout\n\n- Docs only in English',
    'The bakery opened in 1987: run by a family.',
  ])('nothing in %j', (text) => {
    expect(read(text)).toEqual([])
  })

  test('a tag on one line names the section', () => {
    expect(read('<tone>Warm, patient, plain language</tone>\n<example>Never say hello.</example>')).toEqual([
      'voice: Warm, patient, plain language',
    ])
  })
})

describe('readRules › tables', () => {
  test('a column that says why or whence is no part of the rule', () => {
    const rows = '| Rotate keys every 90 days | policy |\n| Never log card numbers | PCI |'
    for (const header of ['| Rule | Source |', '| A | B |'])
      expect(read(`${header}\n|---|---|\n${rows}`)).toEqual([
        'execution: Rotate keys every 90 days',
        'boundary: Never log card numbers',
      ])
  })

  test('a cell that completes the one before it is', () => {
    expect(read('| What | When |\n|---|---|\n| Run the slow tests | before a release |')).toEqual([
      'execution: Run the slow tests before a release',
    ])
  })

  test('what is wrong comes out as wrong', () => {
    expect(read("| Do | Don't |\n|---|---|\n| Use `const` everywhere | Use `var` |")).toEqual([
      'preference: Use `const` everywhere',
      'boundary: Do not use `var`',
    ])
  })
})

describe('readRules › one rule a line, without marks', () => {
  test('in small letters', () => {
    expect(
      read('always write tests first\nnever use var\nkeep prs under 300 lines\ndont add dependencies without asking'),
    ).toEqual([
      'principle: Always write tests first',
      'boundary: Never use var',
      'principle: Keep prs under 300 lines',
      'boundary: Dont add dependencies without asking',
    ])
  })

  test('labels among them', () => {
    expect(read('Tests: run `pnpm test` before pushing\nCommits: never skip the hooks')).toEqual([
      'execution: Tests: run `pnpm test` before pushing',
      'boundary: Commits: never skip the hooks',
    ])
  })

  test('wrapped prose stays together', () => {
    expect(read('Before you publish, run the\ntests and\nfix what fails, always\nkeep the log.')).toEqual([
      'execution: Before you publish, run the tests and fix what fails, always keep the log.',
    ])
  })
})

describe('readRules › in the words of the kind', () => {
  test('what is wrong: verbs are forbidden, things avoided', () => {
    expect(read("## Don'ts\n\n- Hard-code credentials\n- Magic numbers\n- Commits without tests")).toEqual([
      'boundary: Do not hard-code credentials',
      'boundary: Avoid magic numbers',
      'boundary: Avoid commits without tests',
    ])
  })

  test('how things are made is no voice', () => {
    expect(
      read('- Implement proper error logging and user-friendly messages.\n- Write concise, technical TypeScript code'),
    ).toEqual([
      'execution: Implement proper error logging and user-friendly messages.',
      'execution: Write concise, technical TypeScript code',
    ])
  })

  test.each([
    [
      '## Regeln\n\n- Führe immer die Tests aus\n- Antworte kurz und freundlich',
      ['principle: Führe immer die Tests aus', 'voice: Antworte kurz und freundlich'],
    ],
    ['## 规则\n\n- 不要提交密钥\n- 合并前务必运行测试', ['boundary: 不要提交密钥', 'principle: 合并前务必运行测试']],
    ['## Reglas\n\n- Prefiere funciones pequeñas', ['preference: Prefiere funciones pequeñas']],
  ])('no topic before other languages: %j', (text, rules) => {
    expect(read(text)).toEqual(rules)
  })
})
