import { expect, test } from 'vitest'
import { saysItLasts } from '#reader/turns/lasting.ts'

test.each([
  'Always run the linter before you commit',
  'let’s always put fixtures beside their tests',
  'Please never push to main',
  'can you always ask before you install a package?',
  'I want the database to be never exposed to the internet',
  'make sure that this never happens again',
  'From now on use pnpm',
  'every time you change the schema, write a migration',
  'Add to CLAUDE.md that we squash commits',
  'Append each prompt to the log',
  'Änderungen sind immer kleinschrittig durchzuführen',
  'Usa siempre comillas simples',
  'Réponds toujours en français',
])('lasts: %s', (sentence) => {
  expect(saysItLasts(sentence)).toBe(true)
})

test.each([
  'The button is always visible',
  'you don’t always have to restart it',
  'it always returns 404',
  'this never worked on Windows',
  'The only endpoints I will always call are these two',
  'would that always be active?',
  'In the future we may need a second queue',
  'every time I click it, the page reloads',
  'Das wird noch immer nicht angezeigt',
  'toujours pas',
  'Test that with the standard library',
  'never mind',
  'never would have guessed',
  'I pay on time and you never answer',
])('does not last: %s', (sentence) => {
  expect(saysItLasts(sentence)).toBe(false)
})
