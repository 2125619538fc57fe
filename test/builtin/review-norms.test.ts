import { expect, test } from 'vitest'
import { observe } from '../../server/builtin/talk/observe.ts'

const seenIn = (content: string) =>
  observe({ source_type: 'github_review', title: null, content, agent_name: 'Mira' }).map(({ statement }) => statement)

test.each([
  ['In general I prefer short functions over clever ones.', 'Prefer short functions over clever ones'],
  ['Nice work! We never merge without a test, so please add one.', 'Never merge without a test'],
  ['We should never log a token.', 'Never log a token'],
  ['Please avoid unrelated changes.', 'Avoid unrelated changes'],
  ["I don't like comments that repeat the code.", 'Avoid comments that repeat the code'],
])('a review tells what its author holds beyond the change: %s', (content, statement) => {
  expect(seenIn(content)).toContain(statement)
})

test.each([
  'We should split this function in two.',
  'I propose that we move the lock into the pump.',
  'Each message should carry an index.',
  'I prefer the second option.',
  'I suggest giving names to the nodes.',
  'In this case I always get an error.',
  'The pump is never stopped here.',
])('and nothing that tells only what is wrong with one change: %s', (content) => {
  expect(seenIn(content)).toEqual([])
})
