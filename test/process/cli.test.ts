import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { launch, newWorkspace as newWorkspaceIn, read, run, type Workspace, write } from './command.ts'
import { call, newFolder, newProposingKey, type Running, removeFolder, start } from './running.ts'

/** The command as a process, run from its sources, against a service in another process. */

let folder: string
let service: Running
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

/** A user with a folder for credentials and an organization of their own, in an empty repository. */
async function newUser(): Promise<Workspace & { key: string }> {
  const home = newWorkspace()
  const env = { XDG_CONFIG_HOME: join(home.cwd, 'config'), AGENT_IDENTITY_URL: service.url }
  const { key } = (await call(service, 'POST', '/register', {})).body
  const cwd = newRepository(home.cwd, 'first')
  const workspace = { cwd, env, key }
  expect(await run(workspace, 'login', '--key', key)).toMatchObject({ status: 0 })
  return workspace
}

const newWorkspace = () => newWorkspaceIn(folder)

function newRepository(parent: string, name: string): string {
  mkdirSync(join(parent, name), { recursive: true })
  return join(parent, name)
}

async function newAgent(workspace: Workspace & { key: string }) {
  expect(await run(workspace, 'agents', '--new', 'Ada')).toMatchObject({
    status: 0,
    out: expect.stringContaining('ada'),
  })
  await call(service, 'POST', '/beliefs', belief('Tests come before code', 'principle'), workspace.key)
  await call(service, 'POST', '/beliefs', belief('Never merge on red', 'boundary'), workspace.key)
}
const entry = (path: string, format: string) => ({ path, agent: 'ada', format })

const belief = (statement: string, category: string) => ({ agentId: 'ada', category, statement, status: 'approved' })

test('an edit by hand becomes a change request, and another repository is behind once it is merged', async () => {
  const first = await newUser()
  await newAgent(first)
  expect(await run(first, 'pull', 'ada', '--format', 'claude_md')).toMatchObject({ status: 0 })
  expect(JSON.parse(read(first, 'agent-identity.json'))).toEqual({
    files: [{ path: 'CLAUDE.md', agent: 'ada', format: 'claude_md' }],
  })
  const second = { ...first, cwd: newRepository(join(first.cwd, '..'), 'second') }
  write(second, 'agent-identity.json', read(first, 'agent-identity.json'))
  expect(await run(second, 'pull', '--check')).toMatchObject({ status: 2, out: 'missing  CLAUDE.md  ada\n' })
  expect(await run(second, 'pull')).toMatchObject({ status: 0, out: 'written  CLAUDE.md  ada\n' })

  write(first, 'CLAUDE.md', read(first, 'CLAUDE.md').replace('Tests come before code', 'Tests come before any code'))
  const edited = read(first, 'CLAUDE.md')
  expect((await run(first, 'diff')).out).toContain('-- Tests come before any code\n+- Tests come before code\n')
  const pushed = await run(first, 'push')
  expect(pushed).toMatchObject({ status: 0, out: expect.stringContaining('change request 1 with 1 change;') })
  // The same edits are proposed only once, and no pull overwrites them.
  expect((await run(first, 'push')).out).toBe(pushed.out)
  expect((await run(first, 'pull')).out).toBe('edited  CLAUDE.md  ada\n')
  expect((await run(first, 'doctor')).out).toContain(
    'CLAUDE.md is edited. Run "agent-identity push" to propose the edits.',
  )
  expect(read(first, 'CLAUDE.md')).toBe(edited)
  expect((await run(first, 'review')).out).toContain('Tests come before code → Tests come before any code')
  const waiting = JSON.parse((await run(first, 'review', 'ada', '--json')).out)
  expect(waiting.change_requests).toMatchObject([{ number: 1, author: { client: 'cli/first' } }])

  expect((await run(first, 'push', '--apply')).out).toContain('change request 1 with 1 change, merged')
  expect(await run(first, 'pull', '--check')).toMatchObject({ status: 0, out: 'current  CLAUDE.md  ada\n' })
  expect(await run(second, 'pull', '--check')).toMatchObject({ status: 2, out: 'behind  CLAUDE.md  ada\n' })
  expect(await run(second, 'doctor')).toMatchObject({ status: 1, out: expect.stringContaining('CLAUDE.md is behind') })
  expect((await run(second, 'pull')).status).toBe(0)
  expect(await run(second, 'pull', '--check', '--json')).toMatchObject({ status: 0 })
  expect(read(second, 'CLAUDE.md')).toBe(read(first, 'CLAUDE.md'))

  // A file that is outdated and has edits of its own is left alone.
  await call(service, 'POST', '/beliefs', belief('Keep answers short', 'voice'), first.key)
  write(
    second,
    'CLAUDE.md',
    read(second, 'CLAUDE.md').replace('Never merge on red', 'Never merge while a check is red'),
  )
  const refused = await run(second, 'pull')
  expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('has edits that are not in the service') })
  expect((await run(second, 'push', '--apply')).out).toContain('merged')
  expect(read(second, 'CLAUDE.md')).toContain('Keep answers short')
  expect(read(second, 'CLAUDE.md')).toContain('Never merge while a check is red')
})

test('an agent card is pulled until it has an address of its own, and never pushed', async () => {
  const workspace = await newUser()
  await newAgent(workspace)
  const path = '.well-known/agent-card.json'
  const addSkill = (statement: string) =>
    call(service, 'POST', '/responsibilities', { agentId: 'ada', category: 'ownership', statement }, workspace.key)
  expect(await run(workspace, 'pull', 'ada', '--format', 'a2a_card')).toMatchObject({ status: 0, error: '' })
  await addSkill('Keeps the builds green')
  expect(await run(workspace, 'pull')).toMatchObject({ status: 0, out: `written  ${path}  ada\n`, error: '' })
  expect(read(workspace, path)).toContain('Keeps the builds green')
  // A change of layout is not an edit.
  const card = JSON.parse(read(workspace, path))
  write(workspace, path, JSON.stringify(card))
  await addSkill('Answers the pager')
  expect(await run(workspace, 'pull')).toMatchObject({ status: 0, out: `written  ${path}  ada\n` })

  const served = { ...JSON.parse(read(workspace, path)), supportedInterfaces: [{ url: 'https://ada.example.com' }] }
  write(workspace, path, JSON.stringify(served))
  await addSkill('Writes the release notes')
  const kept = await run(workspace, 'pull')
  expect(kept).toMatchObject({ status: 1, error: expect.stringContaining('--force') })
  expect(kept.error).not.toContain('push')
  expect(JSON.parse(read(workspace, path))).toEqual(served)
  expect(await run(workspace, 'push')).toMatchObject({ status: 0, out: `${path}: nothing to propose\n` })
  expect(await run(workspace, 'pull', '--force')).toMatchObject({ status: 0 })
  expect(read(workspace, path)).toContain('Writes the release notes')
})

test('a watched file follows the agent', async () => {
  const workspace = await newUser()
  await newAgent(workspace)
  const { child, printed, ended } = launch(workspace, 'pull', 'ada', '--format', 'agents_md', '--watch')
  while (!printed.out.includes('AGENTS.md')) await sleep(20)
  await call(service, 'POST', '/beliefs', belief('Keep answers short', 'voice'), workspace.key)
  while (!read(workspace, 'AGENTS.md').includes('Keep answers short')) await sleep(20)
  child.kill()
  await ended
  expect(printed.error).toBe('')
})

test('files come in and go out, and observations are discovered', async () => {
  const workspace = await newUser()
  await newAgent(workspace)
  write(workspace, 'rules.md', '# Rules\n\n- Always write tests first\n')
  expect((await run(workspace, 'import', 'ada', 'rules.md', '--dry-run')).out).toContain(
    'new  principle  Always write tests first',
  )
  expect((await run(workspace, 'import', 'ada', 'rules.md')).out).toContain('created')
  expect((await run(workspace, 'export', 'ada', '--format', 'agents_md')).out).toContain('- Always write tests first')
  expect((await run(workspace, 'export', 'ada', '--format', 'soul_md', '--output', 'out')).out).toContain('SOUL.md')
  expect(await run(workspace, 'export', 'ada', '--format', 'soul_md', '--output', '/dev/null/out')).toMatchObject({
    status: 1,
    error: expect.stringContaining('/dev/null/out'),
  })
  if (existsSync('/proc/self')) {
    expect(await run(workspace, 'export', 'ada', '--format', 'soul_md', '--output', '/proc/x/out')).toMatchObject({
      status: 1,
      error: expect.stringContaining('/proc/x'),
    })
  }
  expect(read(workspace, 'out/SOUL.md')).toContain('Never merge on red')
  expect((await run(workspace, 'show', 'ada')).out).toContain('# Ada')
  await call(service, 'POST', '/beliefs', belief('Always merge on red', 'principle'), workspace.key)
  const report = await run(workspace, 'report', 'ada', '--budget', '5')
  expect(report).toMatchObject({ status: 0, error: '' })
  expect(report.out).toMatch(/^prompt +\d+ tokens \(o200k_base\), \d+ over the budget\nlayers +agent \d+\n/)
  expect(report.out).toMatch(/\ndecide: Both .+\n +agent +Never merge on red\n +agent +Always merge on red\nshorten: /)
  const parsed = JSON.parse((await run(workspace, 'report', 'ada', '--json')).out)
  expect(parsed).toMatchObject({ over_budget: false, contradictions: [{ a: { statement: 'Never merge on red' } }] })
  expect(await run(workspace, 'report', 'ada', '--budget', 'few')).toMatchObject({
    status: 1,
    out: '',
    error: expect.stringContaining('It must be a whole number'),
  })
  expect((await run(workspace, 'observe', 'ada', 'I read the logs before every deployment')).status).toBe(0)
  const job = JSON.parse((await run(workspace, 'discover', 'ada', '--json')).out)
  expect(job).toMatchObject({ status: 'completed', result: { content_items_read: 1 } })
})

test('the embedded database is opened by the command itself', async () => {
  const workspace = newWorkspace()
  const embedded = ['--data-dir', 'identities']
  expect(await run(workspace, 'register', '--organization', 'Acme', ...embedded)).toMatchObject({ status: 0 })
  expect((await run(workspace, 'agents', '--new', 'Ada', ...embedded)).out).toContain('ada')
  expect((await run(workspace, 'observe', 'ada', 'I read the logs before every deployment', ...embedded)).status).toBe(
    0,
  )
  expect((await run(workspace, 'discover', 'ada', '--json', ...embedded)).status).toBe(0)
  expect(await run(workspace, 'pull', 'ada', '--format', 'cursor', ...embedded)).toMatchObject({ status: 0, error: '' })
  expect(read(workspace, '.cursor/rules/identity.mdc')).toContain('# Ada')
})

describe('what is wrong is said in one sentence', () => {
  test.each(['bash', 'zsh', 'fish'])('completion of %s names every command', async (shell) => {
    const { out } = await run(newWorkspace(), 'completion', shell)
    for (const name of ['pull', 'review', 'serve', 'doctor']) expect(out).toContain(name)
  })

  test('access', async () => {
    const workspace = await newUser()
    const credentials = join(workspace.env.XDG_CONFIG_HOME!, 'agent-identity/credentials.json')
    expect(statSync(credentials).mode & 0o777).toBe(0o600)
    const stranger = { ...newWorkspace(), key: '' }
    stranger.env.AGENT_IDENTITY_URL = service.url
    expect(await run(stranger, 'agents')).toEqual({
      status: 1,
      out: '',
      error: `agents failed: There is no key for ${service.url}. Run "agent-identity login --url ${service.url}" or "agent-identity register", or set AGENT_IDENTITY_API_KEY.\n`,
    })
    const refused = await run(stranger, 'login', '--key', 'wrong')
    expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('The key was refused') })
    expect((await run(stranger, 'agents', '--url', 'nowhere', '--key', 'x')).error).toContain('is not the address')
    const away = await run(stranger, 'agents', '--url', 'http://127.0.0.1:9', '--key', 'x')
    expect(away).toMatchObject({ status: 1, error: expect.stringContaining('Cannot reach the Agent Identity Service') })
    const proposing = await run(workspace, 'discover', 'ada', '--key', await newProposingKey(service))
    expect(proposing.error).toBe(
      "discover failed: This key may not start discovery. Start it on the agent's page Discovery, or with a key that may write.\n",
    )
    const unknown = await run(workspace, 'show', 'nobody')
    expect(unknown.error).toBe('show failed: Agent not found. "agent-identity agents" lists them.\n')
  })

  test('agent-identity.json', async () => {
    const workspace = await newUser()
    expect((await run(workspace, 'pull')).error).toContain('No agent-identity.json says which files')
    expect((await run(workspace, 'pull', 'ada', '--format', 'nothing')).error).toContain(
      'Allowed choices are agents_md',
    )
    const entry = { path: 'CLAUDE.md', agent: 'ada', format: 'claude_md' }
    const wrong: [unknown, string][] = [
      ['{', 'is not valid JSON'],
      [[], 'files must be a list'],
      [{ files: [{ ...entry, path: 1 }] }, 'files[0].path must be a string'],
      [{ files: [{ ...entry, agent: '' }] }, 'files[0].agent must be'],
      [{ files: [{ ...entry, format: 'x' }] }, 'files[0].format must be one of'],
      [{ files: [{ ...entry, label: 'Production' }] }, 'label must have'],
      [{ files: [{ ...entry, path: '../CLAUDE.md' }] }, 'files[0].path must stay inside this folder'],
      [{ url: 1, files: [entry] }, 'url must be a string'],
    ]
    for (const [content, message] of wrong) {
      write(workspace, 'agent-identity.json', typeof content === 'string' ? content : JSON.stringify(content))
      expect(await run(workspace, 'pull', '--check')).toMatchObject({
        status: 1,
        error: expect.stringContaining(message),
      })
    }
  })

  test('a file that this command did not write is not overwritten', async () => {
    const workspace = await newUser()
    await newAgent(workspace)
    write(workspace, 'CLAUDE.md', '# Mine\n')
    expect(await run(workspace, 'pull', 'ada', '--format', 'claude_md')).toMatchObject({
      status: 1,
      error: expect.stringContaining('was not written by this command'),
    })
    expect(read(workspace, 'CLAUDE.md')).toBe('# Mine\n')
    expect(existsSync(join(workspace.cwd, 'agent-identity.json'))).toBe(false)
    write(workspace, 'agent-identity.json', JSON.stringify({ files: [entry('CLAUDE.md', 'claude_md')] }))
    expect((await run(workspace, 'push')).error).toContain('does not say what it was made from')
  })

  test("the identity is a block of a file that is the person's own, whose other text is left", async () => {
    const workspace = await newUser()
    await newAgent(workspace)
    const own = '# Mine\r\n\r\n- Ask first.\r\n'
    write(workspace, 'AGENTS.md', own)
    expect(await run(workspace, 'pull', 'ada', '--format', 'agents_md', '--block')).toMatchObject({ status: 0 })
    expect(JSON.parse(read(workspace, 'agent-identity.json')).files).toEqual([
      { ...entry('AGENTS.md', 'agents_md'), block: true },
    ])
    expect(read(workspace, 'AGENTS.md')).toMatch(/^# Mine\r\n\r\n- Ask first.\r\n\r\n<!-- agent-identity [^\n]*\r\n/)
    write(workspace, 'AGENTS.md', `${read(workspace, 'AGENTS.md')}\r\nMy last words.\r\n`)
    expect(await run(workspace, 'pull', '--check')).toMatchObject({ status: 0 })
    await call(service, 'POST', '/beliefs', belief('Never force a push', 'boundary'), workspace.key)
    expect(await run(workspace, 'pull', '--check')).toMatchObject({ status: 2 })
    expect(await run(workspace, 'pull')).toMatchObject({ status: 0 })
    const text = read(workspace, 'AGENTS.md')
    expect([text.startsWith(own), text.endsWith('\r\n\r\nMy last words.\r\n')]).toEqual([true, true])
    expect(text.match(/- Never force a push\r\n/g)).toHaveLength(1)
    write(workspace, 'AGENTS.md', text.replace('- Never force a push', '- Never force a push, not even your own'))
    expect((await run(workspace, 'push')).out).toContain('change request 1 with 1 change')
    expect((await run(workspace, 'pull', 'ada', '--format', 'cursor', '--block')).error).toContain('--block needs')
  })

  test('a key is not sent to an address that only a repository names', async () => {
    const workspace = await newUser()
    write(workspace, 'agent-identity.json', JSON.stringify({ url: 'http://127.0.0.1:9', files: [] }))
    const env = { ...workspace.env, AGENT_IDENTITY_URL: '', AGENT_IDENTITY_API_KEY: workspace.key }
    expect((await run({ ...workspace, env }, 'agents')).error).toContain('which agent-identity.json names')
  })
})
