import { expect, test } from 'vitest'
import { readCommitMessage } from '../../server/domain/sources/commit-message.ts'

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

test('trailers keep their names, and what they refer to if that is no person', () => {
  const message = 'Fix\n\nCloses: #4\nFixes #12\nReported-by: Mira Holt <m@x>\nReported-by: Jo <j@x>'
  expect(readCommitMessage(message).trailers).toEqual(['Closes: #4', 'Fixes #12', 'Reported-by'])
})
