import { expect, test } from 'vitest'
import { readCommitMessage } from '#core/domain/sources/commit-message.ts'

test.each([
  ['Fix the tide', 'Fix the tide'],
  ['Fix the tide\n\nIt was low.\n\nSigned-off-by: A <a@x>\nCo-authored-by: B <b@x>\n', 'Fix the tide\n\nIt was low.'],
  ['Fix the tide\r\n\r\nCloses: #4\r\n', 'Fix the tide'],
  ['Fix\n\nA.\n\nReviewed-by: A\n\n(cherry picked from commit 0123abcd)', 'Fix\n\nA.'],
  ['Fix\n\nChange-Id: I8473b95934b5732ac55d26311a706c9c2bde9940', 'Fix'],
  ['Fix\n\nCo-authored-by: A <a@x>\n  and friends', 'Fix'],
])('%j loses its trailers', (message, text) => {
  expect(readCommitMessage(message)).toMatchObject({ subject: text.split('\n')[0], text })
})

test.each([
  'Note: never merge on red',
  'Fix\n\nNote: we always check the tide table first.',
  'Fix\n\nReviewed-by: A\n\nAnd one more word.',
  'Fix\n\nRule: never moor at one end\nRule: always log the depth',
])('%j keeps its sentences', (message) => {
  expect(readCommitMessage(message).text).toBe(message)
})

test('an empty message is empty', () => {
  expect(readCommitMessage(' \n\n ')).toEqual({ subject: '', text: '', trailers: [] })
})

test('a squashed message loses the trailers of each of its commits, and the lines that tools add', () => {
  const message = `Free the berth (#4)

* Set the tide

Co-authored-by: Mae <mae@example.com>

* I never moor without a lookout.
Signed-off-by: Lin <lin@example.com>

---------

🤖 Generated with [Claude Code](https://claude.com/claude-code)

Co-Authored-By: Claude <noreply@anthropic.com>`
  expect(readCommitMessage(message)).toEqual({
    subject: 'Free the berth (#4)',
    text: 'Free the berth (#4)\n\n* Set the tide\n\n* I never moor without a lookout.',
    trailers: ['Co-Authored-By', 'Co-authored-by', 'Signed-off-by'],
  })
})

test('trailers keep their names, and what they refer to if that is no person', () => {
  const message = 'Fix\n\nCloses: #4\nFixes #12\nReported-by: Mira Holt <m@x>\nReported-by: Jo <j@x>'
  expect(readCommitMessage(message).trailers).toEqual(['Closes: #4', 'Fixes #12', 'Reported-by'])
})
