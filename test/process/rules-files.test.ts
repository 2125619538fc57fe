import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partOf, toolsWith } from '../../cli/coding-tools/tools.ts'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { read, newRepository as repositoryOf, run, type Workspace, write } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** The rules files that tools read: what doctor says of them, and their way from connect to disconnect. */

const timeout = 900_000
let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  await call(service, 'POST', '/agents', { name: 'Ben' }, key)
  await believe('Never merge on red')
}, timeout)
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const believe = (statement: string) =>
  call(service, 'POST', '/beliefs', { agentId: 'ada', category: 'boundary', statement, status: 'approved' }, key)

const newRepository = () => repositoryOf(folder, { url: service.url, key })

const exported = async (format: string, agent = 'ada') =>
  (await call(service, 'GET', `/agents/${agent}/export?format=${format}&report=true`, undefined, key)).body.files[0]
    .content as string

const warnings = async (workspace: Workspace) => {
  const { out, status } = await run(workspace, 'doctor', '--json')
  expect(status).toBe(0)
  return (JSON.parse(out) as { warning?: true; text: string }[]).flatMap(({ warning, text }) => (warning ? text : []))
}

test('the table in docs/how-to/connect.md has the files that the code knows', () => {
  expect(toolsWith('rules')).toEqual(toolsWith('connect'))
  const docs = readFileSync(join(import.meta.dirname, '../../docs/how-to/connect.md'), 'utf8')
  const cell = (lists: readonly (readonly string[])[]) =>
    lists.map((files) => files.map((file) => `\`${file}\``).join(', else ')).join('; ') || 'none'
  for (const tool of toolsWith('rules')) {
    const { project, user, instead, settings } = partOf(tool, 'rules')
    const others = instead ? `; without the first ones ${cell(instead.files.map((file) => [file]))}` : ''
    const names = settings ? `; or what \`context.fileName\` names` : others
    expect(docs).toContain(`\n| \`${tool}\` | ${cell(project)}${names} | ${cell(user('~'))} |\n`)
  }
})

describe('doctor', { timeout }, () => {
  test.each<[string, [path: string, format: string][], RegExp[]]>([
    [
      'AGENTS.md and CLAUDE.md and GEMINI.md',
      [
        ['AGENTS.md', 'agents_md'],
        ['CLAUDE.md', 'claude_md'],
        ['GEMINI.md', 'gemini'],
      ],
      [
        /^Copilot CLI would read the same identity 3 times: AGENTS\.md, CLAUDE\.md, and GEMINI\.md hold it\. Keep it in AGENTS\.md, and remove it from CLAUDE\.md and GEMINI\.md and agent-identity\.json\. "agent-identity connect claude-code" gives it to Claude Code by a hook\. "agent-identity connect gemini"/,
      ],
    ],
    [
      'AGENTS.md and a rule of Cursor',
      [
        ['AGENTS.md', 'agents_md'],
        ['.cursor/rules/ada.mdc', 'cursor'],
      ],
      [
        /^Cursor would read the same identity twice: AGENTS\.md and \.cursor\/rules\/ada\.mdc hold it\. Keep it in AGENTS/,
      ],
    ],
    [
      'AGENTS.md and the instructions of Copilot',
      [
        ['AGENTS.md', 'agents_md'],
        ['.github/copilot-instructions.md', 'copilot'],
      ],
      [/^VS Code and Copilot CLI would read .* remove it from \.github\/copilot-instructions\.md and/],
    ],
    [
      'AGENTS.md and rules of Cline',
      [
        ['AGENTS.md', 'agents_md'],
        ['.clinerules/identity.md', 'cline'],
      ],
      [/^Cline would read .* twice: AGENTS\.md and \.clinerules\/identity\.md hold it\./],
    ],
    [
      'a file of a user and one of the repository',
      [
        ['AGENTS.md', 'agents_md'],
        ['../home/.codex/AGENTS.md', 'agents_md'],
      ],
      [/^Codex would read .* twice: AGENTS\.md and '?~\/\.codex\/AGENTS\.md'? hold it\./],
    ],
  ])('warns of %s', async (_, files, expected) => {
    const repository = newRepository()
    for (const [path, format] of files) write(repository, path, await exported(format))
    const texts = await warnings(repository)
    expect(texts).toHaveLength(expected.length)
    for (const [at, pattern] of expected.entries()) expect(texts[at]).toMatch(pattern)
    expect((await run(repository, 'doctor')).out).toMatch(/^warning {2}\S.* would read the same identity/m)
  })

  test('warns of a file that CLAUDE.md includes, and of files in nested folders', async () => {
    const repository = newRepository()
    write(repository, 'AGENTS.md', await exported('agents_md'))
    write(repository, 'CLAUDE.md', `@AGENTS.md\n\n${await exported('claude_md')}<!-- end of agent-identity -->\n`)
    expect(await warnings(repository)).toContainEqual(expect.stringMatching(/^Claude Code and Copilot CLI would read/))
    write(repository, 'web/AGENTS.md', await exported('agents_md'))
    const nested = await warnings({ ...repository, cwd: join(repository.cwd, 'web') })
    expect(nested).toContainEqual(expect.stringMatching(/Codex.* twice: AGENTS\.md and \.\.\/AGENTS\.md hold it/))
  })

  test('is silent where no tool reads two files of one identity', async () => {
    const repository = newRepository()
    await run(repository, 'connect', 'codex', '--agent', 'ada')
    await run(repository, 'connect', 'claude-code', '--agent', 'ada')
    write(repository, '.cursor/rules/ben.mdc', await exported('cursor', 'ben'))
    write(repository, '.clinerules/own.md', '# My own rules\n')
    symlinkSync('AGENTS.md', join(repository.cwd, 'GEMINI.md'))
    expect(await warnings(repository)).toEqual([])
  })
})

test('connect adds no second file of an identity that the tool reads already', { timeout }, async () => {
  const repository = newRepository()
  write(repository, 'CLAUDE.md', await exported('claude_md'))
  expect(await run(repository, 'connect', 'copilot', '--agent', 'ada')).toMatchObject({ status: 0, error: '' })
  expect(existsSync(join(repository.cwd, 'AGENTS.md'))).toBe(false)
})

test('the hook is silent about a file that CLAUDE.md includes, or that settings of Gemini name', {
  timeout,
}, async () => {
  const repository = newRepository()
  write(repository, 'AGENTS.md', await exported('agents_md'))
  const hook = (tool: string) => run(repository, 'hook', '--for', tool, '--agent', 'ada', '--timeout', '600000')
  expect((await hook('gemini')).out).toContain('Never merge on red')
  expect((await hook('claude-code')).out).toBe('')
  write(repository, 'CLAUDE.md', '# Mine\n')
  expect((await hook('claude-code')).out).toContain('Never merge on red')
  write(repository, 'CLAUDE.md', '@AGENTS.md\n')
  write(repository, '.gemini/settings.json', '{ "context": { "fileName": ["AGENTS.md"] } } // trailing\n')
  for (const tool of ['claude-code', 'gemini']) expect(await hook(tool)).toEqual({ status: 0, out: '', error: '' })
})

describe('from connect to disconnect', { timeout }, () => {
  test.each([
    ['a repository without rules', undefined],
    ['a file that is a person’s own', '# Mine\n\n- Tabs, not spaces\n'],
  ])('%s is as it was after edits, merges and pulls', async (_, own) => {
    const repository = newRepository()
    if (own) write(repository, 'AGENTS.md', own)
    const statement = `Never deploy on day ${own ? 1 : 2}`
    await believe(statement)
    expect(await run(repository, 'connect', 'codex', '--agent', 'ada')).toMatchObject({ status: 0, error: '' })
    expect((await run(repository, 'pull')).out).toContain('unchanged  AGENTS.md')
    write(repository, 'AGENTS.md', read(repository, 'AGENTS.md').replace(statement, `${statement} of a week`))
    expect((await run(repository, 'push')).out).toContain('with 1 change')
    expect((await run(repository, 'push', '--apply')).out).toContain('merged')
    await believe(`${statement} of a month`)
    expect((await run(repository, 'pull')).out).toContain('written')
    expect((await run(repository, 'doctor')).out).toContain('all current')
    const blamed = await run(repository, 'diff')
    expect(blamed.out.trim()).toBe('')
    expect(await run(repository, 'disconnect', 'codex')).toMatchObject({ status: 0, error: '' })
    expect(existsSync(join(repository.cwd, 'AGENTS.md')) ? read(repository, 'AGENTS.md') : undefined).toBe(own)
    expect(existsSync(join(repository.cwd, 'agent-identity.json'))).toBe(false)
  })

  test('what a person pulled stays', async () => {
    const repository = newRepository()
    write(repository, 'AGENTS.md', '# Mine\n')
    await run(repository, 'pull', 'ada', '--format', 'agents_md', '--block')
    const before = [read(repository, 'AGENTS.md'), read(repository, 'agent-identity.json')]
    await run(repository, 'disconnect', 'codex')
    expect([read(repository, 'AGENTS.md'), read(repository, 'agent-identity.json')]).toEqual(before)
    await run(repository, 'connect', 'codex', '--agent', 'ada')
    await believe('Never skip a review')
    await run(repository, 'pull')
    await run(repository, 'disconnect', 'codex')
    expect(read(repository, 'AGENTS.md')).toContain('Never skip a review')
    expect(JSON.parse(read(repository, 'agent-identity.json')).files).toHaveLength(1)
  })

  test('an edited description is not overwritten, and push says where it is changed', async () => {
    const repository = newRepository()
    await run(repository, 'pull', 'ada', '--format', 'claude_subagent')
    const path = '.claude/agents/ada.md'
    write(repository, path, read(repository, path).replace(/^description: .*$/m, 'description: My own'))
    await believe('Never push to main')
    const { status, error } = await run(repository, 'pull')
    expect([status, error]).toEqual([1, expect.stringContaining(`${path} has edits that are not in the service`)])
    expect(read(repository, path)).toContain('description: My own')
    expect((await run(repository, 'push')).out).toBe(
      `${path}: nothing to propose\nWords about the agent itself were edited, such as its description: change them on the agent.\n`,
    )
  })

  test('a file that was edited since stays with its edits', async () => {
    const repository = newRepository()
    await run(repository, 'connect', 'codex', '--agent', 'ada')
    write(repository, 'AGENTS.md', `${read(repository, 'AGENTS.md')}\n- My own rule\n`)
    await run(repository, 'disconnect', 'codex')
    expect(read(repository, 'AGENTS.md')).toContain('My own rule')
  })
})

test('a file of one’s own in the place of ours gets a block, which doctor names too', { timeout }, async () => {
  const repository = newRepository()
  await run(repository, 'pull', 'ada', '--format', 'agents_md')
  write(repository, 'AGENTS.md', '# Mine\n')
  const way = 'agent-identity pull ada --format agents_md --block'
  expect((await run(repository, 'doctor')).out).toContain(way)
  expect(await run(repository, 'pull')).toMatchObject({ status: 1, error: expect.stringContaining(way) })
  expect(await run(repository, ...way.split(' ').slice(1))).toMatchObject({ status: 0, error: '' })
  expect(read(repository, 'AGENTS.md')).toMatch(/^# Mine\n\n<!-- agent-identity [\s\S]*Never merge on red/)
  expect(JSON.parse(read(repository, 'agent-identity.json')).files).toMatchObject([{ path: 'AGENTS.md', block: true }])
  expect(await run(repository, 'pull', '--check')).toMatchObject({ status: 0 })
  expect((await run(repository, 'doctor')).out).toContain('all current')
})

test('lines of a person in our block stay when a tool is connected again, and after disconnect', {
  timeout,
}, async () => {
  const repository = newRepository()
  write(repository, 'AGENTS.md', '# Mine')
  await run(repository, 'connect', 'codex', '--agent', 'ada')
  const edited = read(repository, 'AGENTS.md').replace('<!-- end', '- Always greet the porter\n<!-- end')
  write(repository, 'AGENTS.md', edited)
  const again = await run(repository, 'connect', 'qwen', '--agent', 'ada')
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('agent-identity push ada')])
  expect(read(repository, 'AGENTS.md')).toBe(edited)
  for (const tool of ['codex', 'qwen']) await run(repository, 'disconnect', tool)
  expect(read(repository, 'AGENTS.md')).toMatch(/^# Mine\s+- Always greet the porter\n$/)
})

test('a folder where a file is expected is named', { timeout }, async () => {
  const repository = newRepository()
  mkdirSync(join(repository.cwd, 'AGENTS.md'))
  const expected = expect.stringMatching(/AGENTS\.md is a folder[,;]/)
  expect((await run(repository, 'pull', 'ada', '--format', 'agents_md')).error).toEqual(expected)
  expect((await run(repository, 'connect', 'codex', '--agent', 'ada')).error).toEqual(expected)
  mkdirSync(join(repository.cwd, 'agent-identity.json'))
  expect((await run(repository, 'pull')).error).toContain('agent-identity.json is a folder')
})

test('a CLAUDE.md that takes the rules of AGENTS.md away is not written before that was said', {
  timeout,
}, async () => {
  const repository = newRepository()
  write(repository, 'AGENTS.md', '# Ours\n\n- Always greet the porter\n')
  const pull = (...args: string[]) => run(repository, 'pull', 'ada', '--format', 'claude_md', ...args)
  const refused = await pull()
  expect(refused).toMatchObject({
    status: 1,
    error: expect.stringMatching(/Nothing was written\..*does not read AGENTS/),
  })
  for (const way of ['agents_md --block', '@AGENTS.md', 'claude_md --block']) expect(refused.error).toContain(way)
  const exported = await run(repository, 'export', 'ada', '--format', 'claude_md', '--output', '.')
  expect(exported.error).toContain('does not read AGENTS.md')
  expect(existsSync(join(repository.cwd, 'CLAUDE.md'))).toBe(false)
  write(repository, 'CLAUDE.md', '@AGENTS.md\n')
  expect(await pull('--block')).toMatchObject({ status: 0, error: '' })
  expect(await warnings(repository)).toEqual([])
  rmSync(join(repository.cwd, 'CLAUDE.md'))
  expect(await pull('--force')).toMatchObject({ status: 0, error: expect.stringContaining('does not read AGENTS.md') })
  expect(await warnings(repository)).toEqual([expect.stringContaining('Claude Code does not read AGENTS.md')])
})
