import { describe, expect, test } from 'vitest'
import { maxStatementLength } from '#core/domain/statement.ts'
import { readRules } from '#reader/rules-files/rules.ts'

const read = (text: string) => readRules(text).map(({ category, statement }) => `${category}: ${statement}`)

describe('readRules › data', () => {
  test.each([
    [
      'an array',
      '["Never push to main",\n"Always run the tests"]',
      ['boundary: Never push to main', 'principle: Always run the tests'],
    ],
    [
      'keys as headings',
      '{"version": "1.0", "dont": ["Use var"], "codeStyle": ["Single quotes"], "tone": ["Dry humour"]}',
      ['boundary: Do not use var', 'preference: Use single quotes', 'voice: Tone: Dry humour'],
    ],
    [
      'objects with names and reasons',
      '[{"name":"tests","description":"Always run the tests before merging"},{"rule":"Never log card numbers","reason":"Never forget PCI"}]',
      ['execution: Always run the tests before merging', 'boundary: Never log card numbers'],
    ],
    [
      'a prompt in a field',
      '{"system_prompt":"You are Nils. You never share a phone number.\\n\\n## Tone\\n- Be brief\\n"}',
      ['axiom: You are Nils.', 'boundary: You never share a phone number.', 'voice: Be brief'],
    ],
  ])('JSON: %s', (_, text, rules) => {
    expect(read(text)).toEqual(rules)
  })

  test.each([
    [
      'objects',
      'rules:\n  - name: tests\n    description: Always run the tests before merging\n',
      ['execution: Always run the tests before merging'],
    ],
    [
      'a list of objects',
      '- name: tests\n  description: Always run the tests before merging\n',
      ['execution: Always run the tests before merging'],
    ],
    [
      'nested lists and blocks',
      '# Ours\ninstructions: |\n  You are a reviewer.\n  Never approve your own work.\nrules:\n  never:\n    - Push to main\n',
      ['axiom: You are a reviewer.', 'boundary: Never approve your own work.', 'boundary: Do not push to main'],
    ],
  ])('YAML: %s', (_, text, rules) => {
    expect(read(text)).toEqual(rules)
  })

  test('markdown that YAML could read as well stays markdown', () => {
    expect(read('You must:\n- log in first\n\nTests:\n- run `pnpm test` before pushing')).toEqual([
      'execution: You must log in first',
      'execution: Run `pnpm test` before pushing',
    ])
  })

  test('a manifest holds no rules', () => {
    expect(read('{"name":"ferry","version":"1.0.0","scripts":{"test":"vitest run"},"private":true}')).toEqual([])
  })

  const long = 4 * 1024 * 1024
  const fill = (text: string, length = long) => text.repeat(Math.ceil(length / text.length))
  test.each([
    ['an array', `["${fill('a","', long)}"]`],
    ['open brackets', fill('[')],
    ['nested arrays', `${fill('[', long / 2)}${fill(']', long / 2)}`],
    ['keys', `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":"never ${index}"`).join()}}`],
    ['YAML aliases', `a: &a\n b: 1\n${fill('b: *a\n', 60_000)}`],
    ['YAML brackets', `a:\n b: ${'{a: '.repeat(900)}`],
  ])('%s end in bounded work', (_, text) => {
    expect(readRules(text).every((rule) => rule.statement.length <= maxStatementLength)).toBe(true)
  })
})
