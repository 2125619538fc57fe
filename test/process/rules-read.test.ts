import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findDoubles,
  findTakenAway,
  findTakenAwayBy,
  identityFiles,
  type ReadingTool,
} from '../../cli/coding-tools/rules-read.ts'
import { newFolder, removeFolder } from './running.ts'

/** The files with an identity that a tool reads, by its version and settings, and files of a person that it does not. */

const folder = newFolder()
afterAll(() => removeFolder(folder))

let home: string
let repository: string
beforeEach(() => {
  const base = join(folder, crypto.randomUUID())
  home = join(base, 'home')
  repository = join(base, 'up/repository')
  mkdirSync(join(repository, '.git'), { recursive: true })
  mkdirSync(home)
  vi.stubEnv('PATH', join(base, 'bin'))
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const write = (path: string, text: string, mode = 0o644) => {
  const file = join(repository, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

const identity = '<!-- agent-identity agent=ada.123456789012345 version=123456789012345 -->\n# Ada\n'
const read = (tool: ReadingTool = 'claude-code', start = repository) =>
  identityFiles(tool, start, home).map(({ file }) => file.slice(repository.length + 1))
const option = (mode: string) =>
  JSON.stringify({ pluginConfigs: { 'cc-plugin-agents-md@builtin': { options: { instructionFiles: mode } } } })

describe('Claude Code reads AGENTS.md', () => {
  test.each<[string, Record<string, string>]>([
    ['alone', {}],
    ['beside its rules', { '.claude/rules/own.md': '# Mine' }],
    ['beside the CLAUDE.md of a person', { '../../home/.claude/CLAUDE.md': '# Mine' }],
    ['beside a CLAUDE.md of a folder below', { 'web/CLAUDE.md': '# Mine' }],
    ['with the default as a setting', { '../../home/.claude/settings.json': option('claude-md-or-agents-md') }],
    ['with a setting that does not exist', { '../../home/.claude/settings.json': option('none') }],
    ['with settings that are broken', { '../../home/.claude/settings.json': '{' }],
    [
      'beside a CLAUDE.md if the setting says so',
      { 'CLAUDE.md': '# Mine', '../../home/.claude/settings.json': option('claude-md-and-agents-md') },
    ],
  ])('%s', (_, files) => {
    write('AGENTS.md', identity)
    for (const [path, text] of Object.entries(files)) write(path, text)
    expect(read()).toEqual(['AGENTS.md'])
    expect(read('claude-code', join(repository, 'web'))).toEqual('web/CLAUDE.md' in files ? [] : ['AGENTS.md'])
  })

  test('of the folders above, and in .claude', () => {
    write('../AGENTS.md', identity)
    write('.claude/AGENTS.md', identity)
    expect(read()).toHaveLength(2)
  })
})

describe('Claude Code does not read AGENTS.md', () => {
  test.each<[string, Record<string, string>]>([
    ['beside CLAUDE.md', { 'CLAUDE.md': '# Mine' }],
    ['beside .claude/CLAUDE.md', { '.claude/CLAUDE.md': '# Mine' }],
    ['beside CLAUDE.local.md', { 'CLAUDE.local.md': '# Mine' }],
    ['below a CLAUDE.md above the repository', { '../CLAUDE.md': '# Mine' }],
    ['with the setting claude-md', { '../../home/.claude/settings.json': option('claude-md') }],
    ['with the setting in the project', { '.claude/settings.json': '{"instructionFiles": "claude-md"}' }],
    ['with the setting of one person', { '.claude/settings.local.json': '{"instructionFiles": "claude-md"}' }],
    ['with the setting managed-only', { '../../home/.claude/settings.json': option('managed-only') }],
  ])('%s', (_, files) => {
    write('AGENTS.md', identity)
    for (const [path, text] of Object.entries(files)) write(path, text)
    expect(read()).toEqual([])
  })

  test.each([
    ['the installer', '../bin/../share/claude/versions/2.1.276', undefined],
    ['npm', '../lib/node_modules/@anthropic-ai/claude-code/cli.js', '2.1.276'],
    ['npm, with a program', '../lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe', '2.0.300'],
  ])('in an earlier version of %s', (_, program, version) => {
    write('AGENTS.md', identity)
    write(program, '', 0o755)
    if (version) {
      const manifest = JSON.stringify({ name: '@anthropic-ai/claude-code', version })
      write('../lib/node_modules/@anthropic-ai/claude-code/package.json', manifest)
    }
    mkdirSync(join(repository, '../../bin'))
    const link = join(repository, '../../bin/claude')
    symlinkSync(join(repository, program), link)
    expect(read()).toEqual([])
  })
})

test('all tools in one repository have one file of an identity', () => {
  write('AGENTS.md', identity)
  expect(findDoubles(repository, home)).toEqual([])
  write('.claude/rules/ada.md', identity)
  expect(findDoubles(repository, home)).toMatchObject([{ tools: ['claude-code', 'copilot'] }])
  write('.qwen/rules/ada.md', identity)
  expect(findDoubles(repository, home)).toContainEqual({
    tools: ['qwen'],
    files: [join(repository, 'AGENTS.md'), join(repository, '.qwen/rules/ada.md')],
  })
})

describe('rules of a person that a file of ours takes away', () => {
  const claude = () => join(repository, 'CLAUDE.md')

  test('are named before it is written, and after', () => {
    write('AGENTS.md', '# Ours\n\n- Always greet the porter\n')
    expect(findTakenAwayBy(claude(), repository, home)).toEqual([
      { tool: 'claude-code', files: [join(repository, 'AGENTS.md')], by: [claude()] },
    ])
    expect(findTakenAway(repository, home)).toEqual([])
    for (const end of ['', '<!-- end of agent-identity -->\n']) {
      write('CLAUDE.md', identity + end)
      expect(findTakenAway(repository, home)).toMatchObject([
        { tool: 'claude-code', files: [join(repository, 'AGENTS.md')], by: [claude()] },
      ])
    }
    write('CLAUDE.md', `@AGENTS.md\n\n${identity}<!-- end of agent-identity -->\n`)
    expect(findTakenAway(repository, home)).toEqual([])
  })

  test('are none where nothing of theirs was read', () => {
    expect(findTakenAwayBy(claude(), repository, home)).toEqual([])
    write('AGENTS.md', identity)
    expect(findTakenAwayBy(claude(), repository, home)).toEqual([])
    write('AGENTS.md', '# Ours\n')
    write('CLAUDE.local.md', '# Mine\n')
    expect(findTakenAwayBy(claude(), repository, home)).toEqual([])
  })

  test('are those of CLAUDE.md in OpenCode and Continue, which read AGENTS.md first', () => {
    write('CLAUDE.md', '# Ours\n')
    const taken = findTakenAwayBy(join(repository, 'AGENTS.md'), repository, home)
    expect(taken.map(({ tool }) => tool)).toEqual(['opencode', 'continue'])
  })
})
