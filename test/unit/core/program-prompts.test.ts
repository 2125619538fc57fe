import { expect, test } from 'vitest'
import { promptBeginning, recurringBeginnings } from '#core/domain/text/program-prompts.ts'

/** Prompts that a program sends, known by the beginning that they share. */

const rest = ' Answer with a table of prices, volumes and the reason of each.'.repeat(4)

test.each([
  [
    'numbers and dates',
    'You are a futures analyst. Today is 2026-11-20, tick 17.',
    'You are a futures analyst. Today is 2025-01-02, tick 9.',
  ],
  [
    'paths',
    'Review the file /srv/shop/cart.ts as a strict reviewer.',
    'Review the file ~/work/api/src/main.go as a strict reviewer.',
  ],
  [
    'names',
    'You are the tutor of Ada Lovelace, who learns to program.',
    'You are the tutor of Bob, who learns to program.',
  ],
  [
    'links and tickets',
    'Summarize CART-12 for the team: https://a.example/12 now.',
    'Summarize API-7 for the team: https://b.example/x/7 now.',
  ],
  [
    'quotations',
    'Rate the answer “Yes, always” of the model from one to ten.',
    'Rate the answer “No” of the model from one to ten.',
  ],
])('beginnings that differ in %s alone are one', (_, one, other) => {
  expect(promptBeginning(one + rest)).toBeDefined()
  expect(promptBeginning(one + rest)).toBe(promptBeginning(other + rest))
})

test('beginnings in other words differ, in any script', () => {
  const beginnings = [
    'Add a button to the cart and test it.',
    'Add a field to the form and test it.',
    '请分析以下数据',
    '请总结以下文章',
  ].map((text) => promptBeginning(`${text}${'数据'.repeat(100)}`))
  expect(new Set(beginnings).size).toBe(4)
})

test('a text of 150 characters is a request that a person may repeat', () => {
  expect(promptBeginning('a'.repeat(150))).toBeUndefined()
  expect(promptBeginning('a'.repeat(151))).toBe('a'.repeat(60))
})

test('three sessions make a template, however often one repeats it', () => {
  const prompts = (...sessions: string[]) => sessions.map((session) => ({ beginning: 'you are', session }))
  expect(recurringBeginnings(prompts('one', 'two', 'two', 'two'))).toEqual(new Set())
  expect(recurringBeginnings(prompts('one', 'two', 'three'))).toEqual(new Set(['you are']))
})
