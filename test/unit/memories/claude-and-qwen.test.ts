import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome, removeHomes } from '../sessions/home.ts'
import { claudeFolder, claudeNote, qwenNote, read, statements, writeClaudeNotes } from './notes.ts'

/** One file for each note, and an index that repeats them: Claude Code and Qwen Code. */

removeHomes()

test('a note of Claude Code is one memory, whether it stands in the index, the description or the body', () => {
  const home = newHome()
  writeClaudeNotes(home)
  const { memories, leftOut, skipped } = read(home)
  expect(memories).toMatchObject([
    { statement: 'Comments on every function are wanted', line: 11 },
    {
      ...{ tool: 'claude-code', project: 'srv-shop', statement: 'Run `npm run lint` before each commit', line: 11 },
      ...{ file: join(home.path, claudeFolder, 'lint.md'), at: '2026-11-28T12:12:34.537Z', session: 'session-1' },
      quote: 'Run `npm run lint` before each commit.',
      wordings: ['The linter runs before each commit', 'the linter runs before each commit'],
      ...{ copies: [], repository: null, may_be_own: false, comes_back: null },
    },
  ])
  expect(leftOut).toEqual({ state: 1, account: 0, fact: 1 })
  expect(skipped).toEqual([])
})

test('the project of a folder with dashes is the one that sessions ran in', () => {
  const home = newHome()
  const shop = join(home.path, 'srv/shop')
  home.write('srv/shop/README.md', '')
  const folder = `.claude/projects/${shop.replace(/[^A-Za-z0-9]/g, '-')}/memory`
  writeClaudeNotes(home, folder)
  expect(read(home, { projects: [shop], project: 'shop' }).memories.map(({ project }) => project)).toEqual([shop, shop])
  expect(read(home, { projects: [shop], project: 'other' }).memories).toEqual([])
})

test('a line that is left in the index without its file is a memory', () => {
  const home = newHome()
  home.write(`${claudeFolder}/MEMORY.md`, '- [Tabs](tabs.md) — always use tabs\n- [Gone](gone.md)\n')
  expect(read(home).memories).toMatchObject([{ statement: 'Always use tabs', line: 1 }])
})

test('an index of older versions holds the notes itself', () => {
  const home = newHome()
  home.write(
    `${claudeFolder}/MEMORY.md`,
    '# Shop\n\n## Preferences\n\n- Use tabs, never spaces\n- See [bugs](bugs.md)\n',
  )
  home.write(
    `${claudeFolder}/bugs.md`,
    '# Bugs\n\n- Always test on Windows too\n- The cache is stale after a restart\n',
  )
  expect(statements(home)).toEqual(['Always test on Windows too', 'Use tabs, never spaces'])
})

test('a note with several items has one memory for each', () => {
  const home = newHome()
  const body = '- Always use tabs\n- Never push on a Friday\n- The server listens on port 3000\n'
  home.write(`${claudeFolder}/style.md`, claudeNote('style', { description: 'Style', type: 'feedback', body }))
  const { memories } = read(home)
  expect(memories.slice(0, 2)).toMatchObject([
    { statement: 'Always use tabs', line: 11, cuts: [{ lines: [10, 11] }] },
    { statement: 'Never push on a Friday', line: 12, cuts: [{ lines: [11, 12] }] },
  ])
})

test('settings of the person may name another folder', () => {
  const home = newHome()
  writeClaudeNotes(home, 'notes')
  home.write('.claude/settings.json', '{ "autoMemoryDirectory": "~/notes" }')
  expect(statements(home)).toHaveLength(2)
  home.write('.claude/settings.json', '{ broken')
  expect(statements(home)).toEqual([])
})

test('sub-agents keep notes at home and in the repository, where colleagues share them', () => {
  const home = newHome()
  const repository = join(home.path, 'shop')
  home.write('shop/.git/HEAD', '')
  home.write('shop/src/index.ts', '')
  const body = { description: 'Tabs', type: 'feedback', body: 'Always use tabs.' }
  home.write('.claude/agent-memory/writer/tabs.md', claudeNote('tabs', body))
  home.write('shop/.claude/agent-memory/reviewer/tabs.md', claudeNote('tabs', body))
  home.write(
    'shop/.claude/agent-memory-local/reviewer/names.md',
    claudeNote('names', { ...body, body: 'Never abbreviate names.' }),
  )
  const { memories } = read(home, { projects: [join(repository, 'src')] })
  expect(memories.map(({ statement, project, repository: shared }) => [statement, project, shared])).toEqual([
    ['Always use tabs', null, null],
    ['Always use tabs', repository, repository],
    ['Never abbreviate names', repository, null],
  ])
})

test('Qwen Code keeps notes of the person, of a project and of the team; pinned ones are the person’s own', () => {
  const home = newHome()
  const note = (body: string, type = 'feedback') => qwenNote('A note', { description: 'A note', type, body })
  home.write('.qwen/memories/user/short.md', note('Prefers short answers.', 'user'))
  home.write('.qwen/memories/pinned/own.md', note('Always use tabs.'))
  home.write('.qwen/memories/MEMORY.md', '- [Short](user/short.md) — short answers\n')
  home.write('.qwen/projects/-srv-shop/memory/feedback/lint.md', note('Run the linter before each commit.'))
  home.write('.qwen/projects/-srv-shop/memory/project/state.md', note('The migration is half done.', 'project'))
  home.write('shop/.git/HEAD', '')
  home.write('shop/.qwen/team-memory/feedback/log.md', note('Each change has a line in `CHANGELOG.md`.'))
  const { memories } = read(home, { projects: [join(home.path, 'shop')] })
  expect(memories.map(({ tool, project, statement, repository }) => [tool, project, statement, repository])).toEqual([
    ['qwen', null, 'Prefer short answers', null],
    ['qwen', 'srv-shop', 'Run the linter before each commit', null],
    ['qwen', join(home.path, 'shop'), 'Each change has a line in `CHANGELOG.md`', join(home.path, 'shop')],
  ])
  expect(read(home, { tool: 'claude-code' }).memories).toEqual([])
})

test('an id stays when other lines change, and changes with the rule', () => {
  const home = newHome()
  const note = (body: string, more = '') =>
    home.write(`${claudeFolder}/a.md`, claudeNote('a', { description: `A${more}`, type: 'feedback', body }))
  const idOf = (statement: string) => read(home).memories.find((memory) => memory.statement === statement)?.id
  note('Always use tabs.')
  const id = idOf('Always use tabs')
  note('The port is 3000 (as of 2026-01-01).\n\n- always use tabs', ' changed')
  expect(id).toMatch(/^[\da-f]{10}$/)
  expect(idOf('Always use tabs')).toBe(id)
  note('Always use spaces.')
  expect(idOf('Always use spaces')).not.toBe(id)
})
