import { expect, test } from 'vitest'
import type { Memory } from '../../../cli/memories/memory.ts'
import { describeContradictions, relationsTo } from '../../../cli/memories/relation.ts'
import { findSayings } from '../../../cli/memories/sayings.ts'

/** Who said what a tool noted, and what the identity says to it. */

const memoryOf = (statement: string, more: Partial<Memory> = {}) =>
  ({ statement, wordings: [], session: null, ...more }) as unknown as Memory

const turn = (text: string, session = 's1', at = '2026-11-25T09:00:00.000Z') => ({
  ...{ tool: 'claude-code' as const, session, project: '~/shop', id: text, at, text },
})

const quotes = (memory: Memory, ...texts: string[]) =>
  findSayings(
    [memory],
    texts.map((text) => turn(text)),
  )[0]!.map(({ quote }) => quote)

test.each([
  [
    'Never push to main without a review; open a pull request first',
    'Ok. Never push to main without a review.',
    'Never push to main without a review.',
  ],
  ['Prefer short answers; no summary of what was done', 'I prefer short answers.', 'I prefer short answers.'],
  [
    'Short answers, no summary at the end',
    'I never deploy on a Friday, and I prefer short answers.',
    'I never deploy on a Friday, and I prefer short answers.',
  ],
])('%s', (statement, text, quote) => {
  expect(quotes(memoryOf(statement), text)).toEqual([quote])
})

test.each([
  ['Never push to main without a review', 'push it to main'],
  ['Comments on every function are wanted', 'can you add comments to this function?'],
  ['Comments on every function are wanted', 'No, do not add comments to the code.'],
  ['The linter runs before each commit', 'looks good, run the linter'],
])('nobody said: %s (%s)', (statement, text) => {
  expect(quotes(memoryOf(statement), text)).toEqual([])
})

test('any wording of the memory counts, and the session that it names comes first', () => {
  const memory = memoryOf('Run `npm run lint` before each commit', {
    wordings: ['The linter runs before each commit'],
    session: 's2',
  })
  const turns = [
    turn('Run the linter before every commit.', 's1', '2026-11-28T09:00:00.000Z'),
    turn('Always run the linter before you commit.', 's2', '2026-11-20T09:00:00.000Z'),
    turn('Always run the linter before you commit!', 's3', '2026-11-29T09:00:00.000Z'),
  ]
  expect(findSayings([memory], turns)[0]!.map(({ session }) => session)).toEqual(['s2', 's3', 's1'])
})

const relationOf = (note: string, ...identity: string[]) =>
  relationsTo(
    [memoryOf(note)],
    identity.map((statement) => ({ statement, isProposed: false })),
  )[0]!.kind

test.each([
  ['Comments on every function are wanted', 'Do not add comments to the code', 'contradicts'],
  ['Comments on every function are wanted', 'Avoid comments', 'contradicts'],
  ['No comments in the code', 'Comment every function', 'contradicts'],
  ['Use bun, not npm', 'Use npm', 'contradicts'],
  ['Use emojis in commit messages', 'Never use emojis', 'contradicts'],
  ['Run the linter before each commit', 'Always run the linter before you commit', 'says_the_same'],
  ['Never push to main without a review', 'Use tabs', 'new'],
  ['Dependencies are pinned', 'Do not add dependencies', 'new'],
  ['Keep secrets in the vault', 'Do not commit secrets', 'new'],
  ['Push to main after a review', 'Never push to main without a review', 'says_the_same'],
])('%s: %s', (note, statement, kind) => {
  expect(relationOf(note, statement)).toBe(kind)
})

test('a proposal is named as one, contradicts nothing, and counts behind the prompt', () => {
  const note = [memoryOf('Run the linter before each commit')]
  const [same, proposed] = [
    { statement: 'Always run the linter before you commit', isProposed: false },
    { statement: 'Run the linter before every commit', isProposed: true },
  ]
  expect(relationsTo(note, [proposed])).toEqual([
    { kind: 'says_the_same', statement: proposed.statement, is_proposed: true },
  ])
  expect(relationsTo(note, [proposed, same])).toEqual([{ kind: 'says_the_same', statement: same.statement }])
  const opposite = { statement: 'Never use emojis', isProposed: true }
  const contradicts = { kind: 'contradicts', statement: opposite.statement, is_proposed: true }
  const noted = [memoryOf('Use emojis')]
  expect(relationsTo(noted, [opposite])).toEqual([contradicts])
  expect(relationsTo(noted, [opposite, { statement: 'Use emojis', isProposed: true }])).toMatchObject([
    { kind: 'says_the_same' },
  ])
  const valid = { statement: 'Avoid emojis', isProposed: false }
  expect(relationsTo(noted, [opposite, valid])).toEqual([{ kind: 'contradicts', statement: valid.statement }])
})

test('counts contradictions of the identity and of proposals apart', () => {
  const said = [
    { statement: 'Never use emojis', isProposed: false },
    { statement: 'Do not add comments to the code', isProposed: true },
  ]
  const notes = ['Use emojis', 'Comments on every function are wanted', 'Use tabs'].map((note) => memoryOf(note))
  expect(describeContradictions(relationsTo(notes, said), 'the identity')).toEqual([
    '1 contradicts the identity',
    '1 contradicts a proposal',
  ])
})

test('without memories, turns or an identity there is nothing to compare', () => {
  expect(findSayings([], [turn('Use tabs')])).toEqual([])
  expect(findSayings([memoryOf('Use tabs')], [])).toEqual([[]])
  expect(relationsTo([memoryOf('Use tabs')], [])).toEqual([{ kind: 'new', statement: null }])
})
