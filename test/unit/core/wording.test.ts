import { expect, test } from 'vitest'
import { isForNow, needsWording } from '#core/domain/wording.ts'

test.each([
  'Why did you remove the tests?',
  'Can the build run without a network?',
  'Warum hast du das geändert',
  'You forgot to run the linter',
  'I told you to use pnpm',
  'Du hast schon wieder die Tests gelöscht',
  'src/app.ts, src/main.ts and README.md',
  '@docs/plan.md',
  'Continue',
  'Commit',
  'Fix the login form',
  "Let's start with the parser",
  'Use the same colors here',
  'Keep this file short',
  'Move the header above the',
  'Run the tests and',
  'It should be blue',
  'Name it like the others (see the list',
  'I want the instructions in one file',
  'We probably do not need the cache',
  'Update the plan in the folder docs',
  'Read @docs/plan.md and work',
])('words that cannot stand as a rule need an edit: %s', (statement) => {
  expect(needsWording(statement)).toBe(true)
})

test.each([
  'Use bun not npm',
  'No SQL, only AL',
  'Never push to main',
  'Write tests in Vitest',
  'Answer in German',
  'Keep functions under 20 lines (comments aside)',
  'We deploy on Tuesdays',
  'Ask before you delete data',
  'Read docs/style.md before you write CSS',
  'Commit each step with its test',
  'Verwende niemals any',
  'Update the changelog with every change',
  'Check the types before you commit',
  '始终使用中文回答',
])('words that can stand need none: %s', (statement) => {
  expect(needsWording(statement)).toBe(false)
})

test.each([
  'Skip the tests just this once',
  'For now, use the mock',
  'Only today deploy by hand',
  'Use npm this time',
  'Nur dieses Mal ohne Review',
  "Pour l'instant, pas de tests",
])('what holds this time alone is a task: %s', (said) => {
  expect(isForNow(said)).toBe(true)
})

test.each([
  'From now on use pnpm',
  'Always use pnpm, not just this time',
  'Run the linter every time',
  'Keep notes for today’s standup short',
  'Say what this time of year costs',
])('what lasts is none: %s', (said) => {
  expect(isForNow(said)).toBe(false)
})
