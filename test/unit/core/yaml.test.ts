import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { readYaml } from '#core/base/yaml.ts'

const limits = { depth: 4, values: 80, aliases: 2 }
const read = (text: string) => readYaml(text, limits)

describe('YAML within the limits has the value that its parser gives it', () => {
  test.each([
    'a: b',
    'a:\n- b\n- c: d\n  e: f\nf: g',
    'a:\n  - - b\n    - c\n  - d\ne: [f, {g: h}]',
    '? a\n: b\n? - c\n: - d',
    '- a: b\n  c: d\n- a: b\n- e',
    'a: |\n  [[[[[[[[\n  - - - - - -\n\nb: >-\n  {{{{{\nc: "[[[[[["\nd: \'{{{{{{\'',
    'a: b [[[[[[ {{{{{{\n  - c',
    '# [[[[[[\na: b # {{{{{{',
    'a: &x b\nc: *x\nd: !!str 1',
    'a: [b, c\n  ]\nd: e',
    '"a": "b\n  c"\nd: e',
    'a: b\n---\nc: d',
    '%YAML 1.2\n---\na: b\n...\n',
    '\ufeffa: b\r\nc:\r\n  - d\r\n',
    'a:\n\n\n\n  b: c',
    '',
    '# nothing',
    'a',
    '- a',
    'über: ☃\n😀: [日, 本]',
  ])('%j', (text) => {
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false })
    expect(document.errors).toEqual([])
    expect(read(text)).toEqual({ value: document.toJS() })
  })
})

describe('beyond the limits nothing is parsed', () => {
  test.each([
    ['brackets', `a: ${'['.repeat(5)}`],
    ['braces', `a: ${'{'.repeat(5)}`],
    ['brackets of both kinds', `a: [{b: [{c`],
    ['lists in one line', '- - - - - a'],
    ['keys in one line', 'a: b: c: d: e: f'],
    ['keys and lists in one line', '- ? - ? - a'],
    ['keys by indentation', 'a:\n b:\n  c:\n   d:\n    e: f'],
    ['lists by indentation', 'a:\n- \n  - \n    - \n      - b'],
    ['lists below keys of the same column', 'a:\n- b:\n  - c:\n    - d'],
    ['brackets below lists', '- - - [[a]]'],
  ])('of depth: %s', (_, text) => {
    expect(read(text)).toEqual({ fault: 'depth' })
  })

  test.each([
    ['texts', 'a: b\n'.repeat(31)],
    ['empty lines', `a: b${'\n'.repeat(80)}`],
    ['comments', `a: b\n${'#\n'.repeat(80)}`],
    ['entries', `a:\n${'- \n'.repeat(80)}`],
    ['texts in brackets', `a: [${'b,'.repeat(80)}]`],
    ['commas', `a: [${','.repeat(80)}]`],
    ['colons in brackets', `a: [${': '.repeat(80)}]`],
    ['quoted texts', `- ${'"a" '.repeat(80)}`],
  ])('of values: %s', (_, text) => {
    expect(read(text)).toEqual({ fault: 'values' })
  })

  test.each([
    ['one anchor', `- &a b\n${'- *a\n'.repeat(3)}`],
    ['aliases of aliases', 'a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]'],
  ])('of aliases: %s', (_, text) => {
    expect(read(text)).toEqual({ fault: 'aliases' })
  })

  test('of anchors and tags', () => {
    for (const mark of ['- &a b\n', '- !a b\n'])
      expect(readYaml(mark.repeat(1001), { ...limits, values: 10_000 })).toEqual({ fault: 'aliases' })
  })
})

test.each(['a: [b', 'a: [b]]', 'a: "b', '- a\nb: c', 'a: b\n c: d: e', '*x'])('%j is no YAML', (text) => {
  expect(readYaml(text, { depth: 32, values: 1000, aliases: 2 })).toEqual({
    fault: text === '*x' ? 'aliases' : 'syntax',
  })
})
