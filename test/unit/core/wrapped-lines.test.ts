import { expect, test } from 'vitest'
import { joinWrappedLines } from '#core/domain/text/wrapped-lines.ts'

const joined = (text: string) => joinWrappedLines(text).split('\n')

test('a sentence that was wrapped stands on one line, at the same offsets', () => {
  const text = `Nice. Please work on the second package. Update the
LEARNING_PLAN.md to say that it is done, and create a commit
to make sure that all tests pass.

- a list item that is nearly as long as the lines above it is
- a second one`
  expect(joined(text)).toEqual([
    'Nice. Please work on the second package. Update the LEARNING_PLAN.md to say that it is done, and create a commit to make sure that all tests pass.',
    '',
    '- a list item that is nearly as long as the lines above it is',
    '- a second one',
  ])
  expect(joinWrappedLines(text)).toHaveLength(text.length)
})

test.each([
  ['short lines', 'run the linter\nrun the tests\ncommit'],
  ['a sentence that ends', 'we keep comments for reasons that the code cannot show.\nthey state why'],
  [
    'a thought after the longest line',
    'Move the equal treatment of custom types into its own module\nMove its tests too',
  ],
  ['long lines', `${'we keep comments for reasons '.repeat(8)}\nand not for names`],
  ['what a program printed', 'the build says this on every one of our machines since today\n[INFO] compiling'],
])('%s are not joined', (_, text) => expect(joinWrappedLines(text)).toBe(text))
