import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome, removeHomes } from '../sessions/home.ts'
import { claudeFolder, read, statements } from './notes.ts'

/** Files that nobody expects in a folder of notes, and that a repository of a stranger may hold. */

removeHomes()

const reasons = (home: ReturnType<typeof newHome>, projects: string[] = []) =>
  read(home, { projects }).skipped.map(({ tool, reason, count }) => `${tool} ${reason} ${count}`)

test('files that are too large, binary or not UTF-8 are counted, and others are read', () => {
  const home = newHome()
  home.write(`${claudeFolder}/large.md`, `- Always use tabs\n${'x'.repeat(300_000)}`)
  home.write(`${claudeFolder}/binary.md`, '- Always use tabs\0\n')
  home.write(`${claudeFolder}/latin.md`, Buffer.from('- Toujours des tabulations, déjà\n', 'latin1'))
  home.write(`${claudeFolder}/good.md`, '- Never use npm\n')
  expect(statements(home)).toEqual(['Never use npm'])
  expect(reasons(home)).toEqual(['claude-code not_text 2', 'claude-code large_file 1'])
})

test('links may not lead out of the folder, or its project out of the repository', () => {
  const home = newHome()
  home.write('secret/private.md', '- Always use tabs\n')
  home.write(`${claudeFolder}/good.md`, '- Never use npm\n')
  symlinkSync(join(home.path, 'secret/private.md'), join(home.path, claudeFolder, 'leak.md'))
  symlinkSync(join(home.path, 'nowhere'), join(home.path, claudeFolder, 'broken.md'))
  symlinkSync('good.md', join(home.path, claudeFolder, 'same.md'))
  home.write('shop/.git/HEAD', '')
  symlinkSync(join(home.path, 'secret'), join(home.path, 'shop/memory-bank'))
  const projects = [join(home.path, 'shop')]
  expect(statements(home, { projects })).toEqual(['Never use npm'])
  expect(reasons(home, projects)).toEqual([
    'claude-code unreadable_file 1',
    'claude-code outside_link 1',
    'memory-bank outside_link 1',
  ])
})

test('a home whose folders are links themselves is read', () => {
  const home = newHome()
  home.write('dotfiles/claude/projects/-srv-shop/memory/a.md', '- Never use npm\n')
  symlinkSync(join(home.path, 'dotfiles/claude'), join(home.path, '.claude'))
  expect(statements(home)).toEqual(['Never use npm'])
})

test('pipes and folders with the name of a note are no notes, and unreadable ones are counted', () => {
  const home = newHome()
  home.write(`${claudeFolder}/good.md`, '- Never use npm\n')
  mkdirSync(join(home.path, claudeFolder, 'folder.md'))
  execFileSync('mkfifo', [join(home.path, claudeFolder, 'pipe.md')])
  chmodSync(home.write(`${claudeFolder}/locked.md`, '- Always use tabs\n'), 0)
  expect(statements(home)).toContain('Never use npm')
  // A user who may read everything has no unreadable files.
  if (process.getuid?.() !== 0) expect(reasons(home)).toEqual(['claude-code unreadable_file 1'])
})

test('only so many files of a folder are read', () => {
  const home = newHome()
  for (let at = 0; at < 1001; at++)
    home.write(`${claudeFolder}/${String(at).padStart(4, '0')}.md`, `- Never use npm ${at}\n`)
  expect(read(home).memories.length).toBeLessThanOrEqual(1000)
  expect(reasons(home)).toEqual(['claude-code many_files 1'])
})

test('only so many notes of a folder are read', () => {
  const home = newHome()
  home.write(`${claudeFolder}/MEMORY.md`, '- a b\n'.repeat(5001))
  expect(reasons(home)).toEqual(['claude-code many_notes 1'])
})

test('text of odd shapes is read in time that grows with its length', () => {
  const home = newHome()
  const shapes = [
    '#'.repeat(100_000),
    '- '.repeat(60_000),
    `# ${' '.repeat(100_000)}x`,
    '['.repeat(100_000),
    `- [a](${'b'.repeat(100_000)}.md)`,
    '<!--'.repeat(30_000),
    '```\n'.repeat(30_000),
    `---\n${'a: b\n'.repeat(20_000)}`,
    '- x\n'.repeat(60_000),
    '(user '.repeat(20_000),
    ' \t'.repeat(60_000),
  ]
  for (const [at, shape] of shapes.entries()) home.write(`${claudeFolder}/${at}.md`, shape)
  home.write(`${claudeFolder}/MEMORY.md`, shapes.map((shape) => shape.slice(0, 20_000)).join('\n'))
  home.write('.codex/memories_v2/memory_summary.md', shapes[7]!)
  home.write('.config/goose/memory/a.txt', '\n# '.repeat(60_000))
  expect(() => read(home)).not.toThrow()
})

test('a note behind a comment or in code is none', () => {
  const home = newHome()
  home.write(
    `${claudeFolder}/a.md`,
    '<!--\n- Always use tabs\n-->\n\n```\n- Always use spaces\n```\n\n| Always | use npm |\n\n- Never use yarn\n',
  )
  expect(statements(home)).toEqual(['Never use yarn'])
})

test('a front matter that is broken, or never ends, is no reason to fail', () => {
  const home = newHome()
  home.write(`${claudeFolder}/open.md`, '---\nname: open\ntype: feedback\n')
  home.write(`${claudeFolder}/bad.md`, '---\nname: [bad: {yaml\n  modified: yesterday\n---\n\nAlways use tabs.\n')
  const { memories } = read(home)
  expect(memories).toMatchObject([{ statement: 'Always use tabs', at: expect.stringMatching(/^20\d\d-/) }])
})
