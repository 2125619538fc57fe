import { expect, test } from 'vitest'
import { typedText } from '#reader/transcripts/typed-text.ts'

/** Words that a person typed, in a message with pastes and text of tools. */

const typed = (message: string) => typedText(message).text

test.each([
  ['Please keep `npm test` green, and use\n\n- short names\n- no classes'],
  ['Call it like this:\n```ts\nshow(cart)\n```\nand never otherwise.'],
  ['1) use tabs\n2) never log\n3) be brief'],
  ['If a < b or c > d, stop. <b>Never</b> guess.'],
  ['use the path /srv/shop/cart.ts, not /tmp'],
  ['error: do not print it twice'],
  [
    `I dictate this. ${'We always talk to the team before we touch the data of a customer, and I mean it. '.repeat(30)}`.trim(),
  ],
])('%s is typed as it stands', (message) => {
  expect(typedText(message)).toEqual({ text: message, hasPaste: false })
})

test.each([
  [
    'a long block of code',
    'This is wrong:\n```ts\nconst a = 1\nconst b = 2\n// Always add both\nadd(a, b)\n```\nWe add with `sum`.',
    'This is wrong:\n\n[…]\nWe add with `sum`.',
  ],
  ['a block that does not end', 'Look:\n```\nalways\nretry\nthree\ntimes', 'Look:'],
  ['a quotation', '> I will always add comments.\n\nNo, never.', 'No, never.'],
  [
    'the output of a program',
    'It fails again\n[10:02:11] start\n[10:02:12] always retry\nError: never reached\n    at run (/srv/a.ts:1:2)\nfix the cause',
    'It fails again\n[…]\nfix the cause',
  ],
  ['rows of a table', 'Sort it\n| a | b |\n|---|---|\n| always | never |', 'Sort it'],
  [
    'a document with headings',
    'Please review this plan:\n\n# Plan\n\nAlways migrate.\n\n## Steps\n\n- never skip',
    'Please review this plan:',
  ],
  ['a document without introduction', '# Plan\n\nAlways migrate first, never skip.', ''],
  [
    'a list that is too long to type',
    Array.from({ length: 40 }, (_, n) => `- Always check item number ${n}, and never skip it.`).join('\n'),
    '',
  ],
  ['text that is too long to type', 'Always check. '.repeat(500), ''],
])('%s is left out', (_, message, words) => {
  expect(typedText(message)).toEqual({ text: words, hasPaste: true })
})

test.each([
  ['<user_query>\nUse tabs.\n</user_query>', 'Use tabs.'],
  ['<user_input mode="act">Use tabs.</user_input>', 'Use tabs.'],
  ['<context>\nAlways.\n</context>\n<userRequest>\nUse tabs.\n</userRequest>', 'Use tabs.'],
  ['<environment_details>\nAlways.\n</environment_details>Use tabs.', 'Use tabs.'],
  ['[Image #1] Use tabs.', 'Use tabs.'],
  ['/review the cart, never the prices', 'the cart, never the prices'],
  ['/compact', ''],
  ['!ls -l', ''],
  ['# Files mentioned by the user:\n\n## a.md: /a.md\n', ''],
  ['   \n ', ''],
])('%s', (message, words) => {
  expect(typed(message)).toBe(words)
})

test('hostile text of a megabyte is read within the time of a test', () => {
  for (const part of ['```\n', '<context>', '<user_query>', '> ', '\n# a', '[Image #1', 'a at (', '{\n', '<rules ']) {
    typedText(part.repeat(100_000))
  }
  for (const space of [' ', '\t']) typedText(`Use tabs.\n${space.repeat(1_000_000)}\nBe brief.`)
  for (const part of ['`', '~', '<command-args>']) typedText(part.repeat(1_000_000 / part.length))
  typedText(`<command-name>${'<command-args>'.repeat(70_000)}`)
})
