import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { read, run, sendJson, strangerOfTests, type Workspace, write } from './command.ts'

/** The command against a hostile service, and in a hostile repository. */

const timeout = 60_000
const marker = (digit = '0') =>
  `<!-- agent-identity agent=01a2149a-dc85-7520-8981-321f06332dc7 version=${digit.repeat(12)} hash=${digit.repeat(64)} -->`
const content = `${marker()}\n\n# Ada\n`

const world = strangerOfTests()
const { newWorkspace } = world

const exportOf = (...files: { path: unknown; content?: unknown }[]) => {
  world.answer = (response) => sendJson(response, { files: files.map((file) => ({ content, ...file })), lost: [] })
}
const list = (workspace: Workspace, entry: object) =>
  write(workspace, 'agent-identity.json', JSON.stringify({ files: [entry] }))
/** The names in a folder that the test itself did not create. */
const written = ({ cwd }: Workspace) =>
  readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'agent-identity.json')
    .map(({ parentPath, name }) => join(parentPath, name).slice(cwd.length + 1))

describe('a path that a service names', { timeout }, () => {
  test.each([
    '.git/config',
    '.npmrc',
    '.envrc',
    '.vscode/tasks.json',
    '.husky/pre-commit',
    '.github/workflows/ci.yml',
    '../CLAUDE.md',
    '/tmp/CLAUDE.md',
    'C:\\CLAUDE.md',
    '.git\\config',
    './CLAUDE.md',
    'docs/CLAUDE.md',
    'CLAUDE.md/../.git/config',
    'AGENTS.md',
    7,
  ])('is written only where the format has its files, not to %s', async (path) => {
    const workspace = newWorkspace()
    write(workspace, '.git/config', 'mine')
    exportOf({ path })
    const { status, error } = await run(workspace, 'export', 'ada', '--format', 'claude_md', '--output', '.', '--force')
    expect([status, error]).toEqual([1, expect.stringContaining('which is not an export in claude_md')])
    expect(written(workspace)).toEqual(['.git/config'])
    expect(read(workspace, '.git/config')).toBe('mine')
  })

  test('of a second file neither', async () => {
    const workspace = newWorkspace()
    for (const second of ['.npmrc', 'x/.npmrc', '.git/config', 'SOUL.md']) {
      exportOf({ path: 'SOUL.md' }, { path: second })
      const { status, error } = await run(workspace, 'pull', 'ada', '--format', 'soul_md')
      expect([status, error]).toEqual([1, expect.stringContaining('is not an export in soul_md')])
    }
    exportOf({ path: 'SOUL.md' }, { path: 'IDENTITY.md' }, { path: '.npmrc' })
    expect((await run(workspace, 'pull', 'ada', '--format', 'soul_md')).status).toBe(1)
    expect(written(workspace)).toEqual([])
  })

  test('with an agent in it has a slug', async () => {
    const workspace = newWorkspace()
    for (const slug of ['..', '../../x', 'a/b', '.git', '']) {
      exportOf({ path: `.claude/skills/${slug}/SKILL.md` })
      expect((await run(workspace, 'export', 'ada', '--format', 'skill', '--output', '.')).status).toBe(1)
    }
    exportOf({ path: '.claude/skills/ada-2/SKILL.md' })
    expect((await run(workspace, 'export', 'ada', '--format', 'skill', '--output', '.')).status).toBe(0)
    expect(written(workspace)).toEqual(['.claude/skills/ada-2/SKILL.md'])
  })
})

test.each([
  ['a sign-in page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
  ['nothing', (response: ServerResponse) => response.writeHead(204).end()],
  ['other JSON', (response: ServerResponse) => sendJson(response, { ok: true })],
  [
    'a page in JSON',
    (response: ServerResponse) => sendJson(response, { files: [{ path: 'CLAUDE.md', content: '<p>' }] }),
  ],
  ['no text', (response: ServerResponse) => sendJson(response, { files: [{ path: 'CLAUDE.md', content: 1 }] })],
])('%s is no export, and is not written', { timeout }, async (_name, send) => {
  const workspace = newWorkspace()
  world.answer = send
  const pulled = await run(workspace, 'pull', 'ada', '--format', 'claude_md')
  expect([pulled.status, pulled.out]).toEqual([1, ''])
  expect(pulled.error).toMatch(/^pull failed: (The service sent|What answered at)/)
  expect((await run(workspace, 'export', 'ada', '--format', 'claude_md', '--output', '.')).status).toBe(1)
  expect(written(workspace)).toEqual([])
  expect(existsSync(join(workspace.cwd, 'agent-identity.json'))).toBe(false)
})

describe('a path in agent-identity.json', { timeout }, () => {
  test.each([
    ['.npmrc', 'claude_md', 'path must not be in .npmrc'],
    ['.git/hooks/a.md', 'claude_md', 'path must not be in .git'],
    ['a/.GIT/hooks/a.md', 'claude_md', 'path must not be in .GIT'],
    ['.github/workflows/a.yaml', 'agent_spec', 'path must not be in .github'],
    ['.claude/settings.json', 'json', 'path must not be in .claude'],
    ['.vscode/tasks.json', 'json', 'path must not be in .vscode'],
    ['.claude/skills/.git/a.md', 'skill', 'path must not be in .claude'],
    ['GIT~1/a.md', 'claude_md', 'every system'],
    ['a.md:b.md', 'claude_md', 'every system'],
    ['.git \\config.md', 'claude_md', 'every system'],
    ['\u200c.git/a.md', 'claude_md', 'every system'],
    ['a.md\u001b[2J.md', 'claude_md', 'every system'],
    ['Makefile', 'agents_md', 'path must end with .md'],
    ['build.sh', 'agents_md', 'path must end with .md'],
    ['a.md', 'json', 'path must end with .json'],
    ['/etc/a.md', 'agents_md', 'path must stay inside'],
    ['docs/../../a.md', 'agents_md', 'path must stay inside'],
  ])('%j is refused as %s', async (path, format, reason) => {
    const workspace = newWorkspace()
    list(workspace, { path, agent: 'ada', format })
    exportOf({ path: 'CLAUDE.md' })
    const { status, error } = await run(workspace, 'pull', '--force')
    expect([status, error]).toEqual([1, expect.stringContaining(reason)])
    expect(world.stranger.asked).toEqual([])
    expect(written(workspace)).toEqual([])
  })

  test.each([
    ['docs/rules.md', 'agents_md', 'AGENTS.md'],
    ['./.claude/rules/ada.md', 'claude_md', 'CLAUDE.md'],
    ['packages/web/.cursor/rules/ada.mdc', 'cursor', '.cursor/rules/identity.mdc'],
    ['.cursorrules', 'cursor', '.cursor/rules/identity.mdc'],
    ['.github/instructions/ada.instructions.md', 'copilot', '.github/copilot-instructions.md'],
    ['.agents/skills/ada/SKILL.md', 'skill', '.claude/skills/ada/SKILL.md'],
    ['agents.yml', 'crewai', 'config/agents.yaml'],
  ])('%s is written', async (path, format, usual) => {
    const workspace = newWorkspace()
    list(workspace, { path, agent: 'ada', format })
    exportOf({ path: usual })
    expect(await run(workspace, 'pull')).toMatchObject({ status: 0, error: '' })
    expect(read(workspace, path)).toBe(content)
  })

  test('leads nowhere else by a link', async () => {
    const workspace = newWorkspace()
    write(workspace, '.git/config', 'mine')
    const outside = newWorkspace()
    const links = { docs: '.git', away: outside.cwd, 'CLAUDE.md': join(outside.cwd, 'new.md'), '.cursor': outside.cwd }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(workspace.cwd, name))
    for (const path of ['docs/a.md', 'away/a.md', 'CLAUDE.md', '.cursor/rules/a.md']) {
      list(workspace, { path, agent: 'ada', format: 'claude_md' })
      exportOf({ path: 'CLAUDE.md' })
      const { status, error } = await run(workspace, 'pull', '--force')
      expect([path, status, error]).toEqual([path, 1, expect.stringContaining('path must ')])
    }
    exportOf({ path: '.cursor/rules/identity.mdc' })
    expect((await run(workspace, 'export', 'ada', '--format', 'cursor', '--output', '.', '--force')).status).toBe(1)
    expect([readdirSync(join(workspace.cwd, '.git')), readdirSync(outside.cwd)]).toEqual([['config'], []])
  })

  test('has an agent that a shell takes for one word', async () => {
    const workspace = newWorkspace()
    list(workspace, { path: 'CLAUDE.md', agent: 'ada"; reboot; "', format: 'claude_md' })
    expect((await run(workspace, 'pull')).error).toContain('agent must be the slug or id of an agent')
  })
})

test('an export overwrites nothing that this command did not write, unless it is forced', { timeout }, async () => {
  const workspace = newWorkspace()
  const toFolder = ['export', 'ada', '--format', 'claude_md', '--output', '.']
  exportOf({ path: 'CLAUDE.md' })
  write(workspace, 'CLAUDE.md', '# Mine\n')
  const refused = await run(workspace, ...toFolder)
  expect([refused.status, refused.error]).toEqual([1, expect.stringContaining('or overwrite it with --force')])
  expect(refused.error).toContain('agent-identity import ada CLAUDE.md')
  expect(read(workspace, 'CLAUDE.md')).toBe('# Mine\n')
  expect((await run(workspace, ...toFolder, '--force')).out).toContain('written')
  write(workspace, 'CLAUDE.md', `${content}\n- My own rule\n`)
  expect((await run(workspace, ...toFolder)).status).toBe(1)
  expect(read(workspace, 'CLAUDE.md')).toContain('My own rule')
  // An outdated file is written once the service has confirmed that it contains nothing new.
  write(workspace, 'CLAUDE.md', `${marker('1')}\n\n# Ada\n`)
  world.answer = (response, path) =>
    sendJson(
      response,
      path.includes('/import') ? { items: [], changes: [] } : { files: [{ path: 'CLAUDE.md', content }], lost: [] },
    )
  expect((await run(workspace, ...toFolder)).status).toBe(0)
  expect(read(workspace, 'CLAUDE.md')).toBe(content)
})

test('a slug that a service answers cannot become a command of a hook', { timeout }, async () => {
  for (const slug of ['ada; touch marker', '$(touch marker)', 'ada\n', '--url=x', 7]) {
    const workspace = newWorkspace()
    world.answer = (response) => sendJson(response, { slug, data: [{ slug }] })
    for (const agent of [['--agent', 'ada'], []]) {
      const { status, error } = await run(workspace, 'connect', 'claude-code', '--project', ...agent, '--learn')
      expect([status, error]).toEqual([1, expect.stringContaining('a slug that no agent can have')])
      expect(written(workspace)).toEqual([])
    }
  }
})

test('a backup takes the place of nothing but a backup', { timeout }, async () => {
  const workspace = newWorkspace()
  const data = ['--data-dir', 'data']
  expect((await run(workspace, 'register', ...data)).status).toBe(0)
  write(workspace, 'notes.txt', 'mine')
  const refused = await run(workspace, 'backup', 'notes.txt', ...data)
  expect([refused.status, refused.error]).toEqual([1, expect.stringContaining('is no backup')])
  expect(read(workspace, 'notes.txt')).toBe('mine')
  for (let turn = 0; turn < 2; turn++) expect((await run(workspace, 'backup', 'one.backup', ...data)).status).toBe(0)
})

describe('the .env of a folder', { timeout }, () => {
  test('is read by serve and worker alone', async () => {
    const workspace = newWorkspace()
    write(workspace, '.env', 'LLM_TIMEOUT_MS=nonsense\nDATA_DIR=elsewhere\nAGENT_IDENTITY_URL=http://127.0.0.1:9\n')
    const data = ['--data-dir', 'data']
    for (const command of [['register'], ['agents'], ['mcp'], ['backup', 'one.backup'], ['restore', 'one.backup']]) {
      expect(await run(workspace, ...command, ...data)).toMatchObject({ status: 0 })
    }
    expect(existsSync(join(workspace.cwd, 'elsewhere'))).toBe(false)
    for (const command of ['serve', 'worker']) {
      const { status, error, out } = await run(workspace, command)
      expect([status, out + error]).toEqual([1, expect.stringContaining('LLM_TIMEOUT_MS')])
    }
  })

  test('may name the database, so backup and restore ask for its folder', async () => {
    const workspace = newWorkspace()
    write(workspace, '.env', 'DATA_DIR=elsewhere\n')
    for (const command of ['backup', 'restore']) {
      const { status, error } = await run(workspace, command, 'one.backup')
      expect([status, error]).toEqual([1, expect.stringContaining('Name the folder of the database with --data-dir')])
    }
    mkdirSync(join(workspace.cwd, 'elsewhere'))
    expect(written(workspace)).toEqual(['.env'])
  })
})
