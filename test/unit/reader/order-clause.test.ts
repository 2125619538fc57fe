import { expect, test } from 'vitest'
import { orderIn } from '#reader/turns/order-clause.ts'
import { readTurn } from '#reader/turns/turn-rules.ts'

test.each([
  ['Rename the module here as well, we always want one export a file', 'We always want one export a file'],
  ['Update README.md but make sure that links are relative', 'Make sure that links are relative'],
  [
    'One more thing of mine: your notes say comments must give a reason - and both files have none, like #3',
    'Comments must give a reason',
  ],
  [
    'Anything that is postponed should become an issue to ensure that these are not forgotten',
    'Anything that is postponed should become an issue',
  ],
])('one clause of a statement is plainly an order: %s', (statement, order) => {
  expect(orderIn(statement)).toBe(order)
})

test.each([
  'Never push to main, and always squash',
  'Why did you never run the linter?',
  'Fix this, never mind',
  'Rename it, always use tabs in Go, but never use tabs in YAML files',
  'Critical behaviors that should be tested include: hidden commands, empty versions',
])('no clause, or more than one, or the whole can stand: %s', (statement) => {
  expect(orderIn(statement)).toBeUndefined()
})

test('the quote keeps the words around the clause', () => {
  const turn = 'Update README.md but make sure that links are relative'
  const [rule] = readTurn(turn)
  expect(rule).toMatchObject({ statement: 'Make sure that links are relative', quote: turn })
})
