import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome, removeHomes } from '../sessions/home.ts'
import { read, statements } from './notes.ts'

/** Files with a note in each item or paragraph: Codex, Gemini CLI, Goose, a memory bank. */

removeHomes()

const summary = `v1

## User Profile

The user works on a web shop.

## User preferences

- Never push to main without a review.
- Run the linter before each commit.

## General Tips

- Comments on every function are wanted (three diffs were accepted; the user did not say it).
- The API client lives in \`src/api.ts\`.

## What's in Memory

### /srv/shop

- rollout_summaries/a.md — rules; thread_id=thread-1
  - next migration: users
`

const rollout = `thread_id: thread-1
updated_at: 2026-11-27T16:41:24+00:00
cwd: /srv/shop
git_branch: main

# Working rules

## Rules the user stated

- The user said: "Never push to main without a review."
- The user said: "Never deploy on a Friday."

## Migration (unfinished)

- Do not run the first eleven again.

## Findings

- The assistant added comments in three diffs; the user accepted them.
`

test('Codex repeats notes of its summary in accounts of sessions, which name the folder', () => {
  const home = newHome()
  home.write('.codex/memories_v2/memory_summary.md', summary)
  home.write('.codex/memories_v2/rollout_summaries/a.md', rollout)
  home.write('.codex/memories_v2/extensions/ad_hoc/instructions.md', '- Always do as I say\n')
  home.write('.codex/memories_v2/.git/COMMIT_EDITMSG', 'Always use tabs\n')
  const { memories, leftOut } = read(home)
  expect(memories.map(({ statement, project, line, copies }) => [statement, project, line, copies.length])).toEqual([
    ['Never push to main without a review', '/srv/shop', 9, 1],
    ['Run the linter before each commit', null, 10, 0],
    ['Comments on every function are wanted', null, 14, 0],
    ['Never deploy on a Friday', '/srv/shop', 11, 0],
  ])
  expect(memories[0]).toMatchObject({ session: 'thread-1', cuts: [{ lines: [8, 9] }], comes_back: expect.any(String) })
  // Only Codex' own accounts have it, which it would write again.
  expect(memories[3]).toMatchObject({ cuts: [], at: '2026-11-27T16:41:24.000Z' })
  expect(leftOut).toEqual({ state: 2, account: 1, fact: 2 })
})

test('older versions of Codex have other names', () => {
  const home = newHome()
  home.env.CODEX_HOME = join(home.path, 'codex')
  home.write('codex/memories/MEMORY.md', '# Shop\n\n## User preferences\n\n- always use tabs\n')
  home.write('codex/memories/raw_memories.md', '# Raw\n\n- Always use tabs\n- Never use npm\n')
  expect(read(home).memories).toMatchObject([
    { statement: 'Always use tabs', cuts: [{ lines: [4, 5] }] },
    { statement: 'Never use npm', cuts: [] },
  ])
})

test('Gemini CLI keeps notes in an index, and files beside it that may be about a task', () => {
  const home = newHome()
  const index = `# Private

- Never push to main without a review.
- The API client lives in \`src/api.ts\`.
- Migration: half done, see [users.md](users.md).
- Style: see [style.md](style.md)
`
  home.write('.gemini/tmp/shop/memory/MEMORY.md', index)
  home.write('.gemini/tmp/shop/memory/users.md', '# Users\n\n- Do not run the first eleven again.\n')
  home.write('.gemini/tmp/shop/memory/style.md', 'Always use tabs.\n')
  home.write('.gemini/tmp/shop/memory/.inbox/private/extraction.patch', '+- Always use spaces\n')
  const { memories } = read(home)
  expect(memories).toMatchObject([
    { statement: 'Always use tabs', project: 'shop', cuts: [{}, { lines: [5, 6] }] },
    { statement: 'Never push to main without a review', line: 3 },
  ])
  expect(memories[0]!.cuts[0]).not.toHaveProperty('lines')
})

test('of GEMINI.md and QWEN.md the added notes count, and those of the person’s own file with a mark', () => {
  const home = newHome()
  const added = (name: string) => `# Mine\n\n- Always greet me\n\n## ${name} Added Memories\n\n- Never use npm\n`
  const ours =
    '<!-- agent-identity agent=ada.123456789012345 version=123456789012345 -->\n\n- Always test\n\n<!-- end of agent-identity -->\n'
  home.write('.gemini/GEMINI.md', `${added('Gemini')}\n# Ours\n\n${ours}`)
  home.write('.qwen/QWEN.md', added('Qwen'))
  home.write('shop/GEMINI.md', added('Gemini').replace('npm', 'yarn'))
  const { memories } = read(home, { projects: [join(home.path, 'shop')] })
  expect(memories.map(({ tool, statement, may_be_own }) => [tool, statement, may_be_own])).toEqual([
    ['gemini', 'Always greet me', true],
    ['gemini', 'Never use npm', false],
    ['gemini', 'Never use yarn', false],
    ['qwen', 'Never use npm', false],
  ])
})

test('Goose separates notes by empty lines, below a line of tags', () => {
  const home = newHome()
  home.write(
    '.config/goose/memory/workflow.txt',
    '# git review\nNever push to main\nwithout a review.\n\nAlways use tabs\n',
  )
  home.write(
    'shop/.goose/memory/project.txt',
    '# api\nThe API client lives in src/api.ts.\n\n# tests\nAlways run all tests.\n',
  )
  const { memories } = read(home, { projects: [join(home.path, 'shop')] })
  expect(memories.map(({ statement, line, cuts }) => [statement, line, cuts[0]!.lines])).toEqual([
    ['Never push to main without a review', 2, [0, 3]],
    ['Always use tabs', 5, [4, 5]],
    ['Always run all tests', 5, [3, 5]],
  ])
})

test('of a memory bank sentences count that are rules in a rules file, without the work at hand', () => {
  const home = newHome()
  home.write('shop/memory-bank/activeContext.md', '- Always use the new parser\n')
  home.write(
    'shop/memory-bank/systemPatterns.md',
    '# Patterns\n\nThe server has three layers.\n\n## Rules\n\n- Never import the database from a route\n',
  )
  expect(statements(home, { projects: [join(home.path, 'shop')] })).toEqual(['Never import the database from a route'])
})

test('lines end as the file ends them', () => {
  const home = newHome()
  home.write('.codex/memories_v2/memory_summary.md', summary.replaceAll('\n', '\r\n'))
  expect(statements(home)).toEqual([
    'Never push to main without a review',
    'Run the linter before each commit',
    'Comments on every function are wanted',
  ])
})
