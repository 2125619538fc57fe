import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { toolsWith } from '../../cli/coding-tools/tools.ts'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { startTcpProxy } from '../fakes/tcp-proxy.ts'
import { settings, userSettings } from './coding-tool-settings.ts'
import { newRepository as repositoryOf, run } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity connect`, `disconnect` and `hook`, on configuration files as coding tools and people write them. */

let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  await believe('Never merge on red')
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const believe = (statement: string) =>
  call(service, 'POST', '/beliefs', { agentId: 'ada', category: 'boundary', statement, status: 'approved' }, key)

const newRepository = () => repositoryOf(folder, { url: service.url, key })

/** Every file below a folder, with its content. */
function filesOf(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const own = paths.filter((path) => !path.endsWith('connections.json'))
  return Object.fromEntries(own.sort().map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]))
}

const writeFiles = (root: string, files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

describe.each(toolsWith('connect'))('%s', (tool) => {
  test.each(['--project', '--user'])(
    '%s: is connected once, and disconnected to the byte',
    { timeout: 900_000 },
    async (scope) => {
      const repository = newRepository()
      writeFiles(repository.cwd, settings)
      writeFiles(repository.home, userSettings)
      const before = [filesOf(repository.cwd), filesOf(repository.home)]
      const connected = await run(repository, 'connect', tool, scope)
      if (scope === '--project' && ['cline', 'continue'].includes(tool)) {
        expect(connected).toMatchObject({ status: 1, error: expect.stringContaining('--user') })
        return
      }
      expect(connected).toMatchObject({ status: 0, error: '' })
      const after = [filesOf(repository.cwd), filesOf(repository.home)]
      expect(after).not.toEqual(before)
      expect(JSON.stringify(after)).toContain(`${service.url}/mcp`)
      // A key never stands in a file of the repository.
      expect(JSON.stringify(after[0])).not.toContain(key)
      expect(connected.out).not.toContain(key)
      expect((await run(repository, 'connect', tool, scope)).out).toContain('already')
      expect([filesOf(repository.cwd), filesOf(repository.home)]).toEqual(after)
      expect(await run(repository, 'disconnect', tool, scope)).toMatchObject({ status: 0, error: '' })
      expect([filesOf(repository.cwd), filesOf(repository.home)]).toEqual(before)
    },
  )

  test('leaves no file where there was none', { timeout: 900_000 }, async () => {
    const repository = newRepository()
    expect(await run(repository, 'connect', tool)).toMatchObject({ status: 0, error: '' })
    expect(Object.keys(filesOf(repository.cwd)).length + Object.keys(filesOf(repository.home)).length).toBeGreaterThan(
      0,
    )
    expect(await run(repository, 'disconnect', tool)).toMatchObject({ status: 0, error: '' })
    expect([readdirSync(repository.cwd), filesOf(repository.home)]).toEqual([['.git'], {}])
  })
})

test('everything that was in the files is still there, and can be read by the parsers of the tools', async () => {
  const repository = newRepository()
  writeFiles(repository.cwd, settings)
  writeFiles(repository.home, userSettings)
  for (const tool of ['claude-code', 'codex', 'vscode', 'qwen']) await run(repository, 'connect', tool)
  await run(repository, 'connect', 'continue')
  const text = (path: string) => readFileSync(join(repository.cwd, path), 'utf8')
  expect(JSON.parse(text('.mcp.json')).mcpServers).toMatchObject({ github: {}, 'agent-identity': { type: 'http' } })
  const { SessionStart: starts, InstructionsLoaded: loaded } = JSON.parse(text('.claude/settings.json')).hooks
  expect(loaded.map(({ hooks }: any) => hooks[0].command)).toEqual([expect.stringContaining('hook --for claude-code')])
  expect(starts.map(({ hooks }: any) => hooks[0].command)).toEqual([
    './scripts/greet.sh',
    expect.stringContaining(`hook --for claude-code --agent ada --url ${service.url}`),
  ])
  expect(text('.codex/config.toml')).toContain('# Keep this last.')
  expect(parseToml(text('.codex/config.toml'))).toMatchObject({
    model: 'gpt-5',
    mcp_servers: { docs: { command: 'npx' }, 'agent-identity': { bearer_token_env_var: 'AGENT_IDENTITY_API_KEY' } },
    features: { hooks: true },
  })
  expect(text('.vscode/mcp.json')).toMatch(
    /\/\* browser \*\/\n {4}"agent-identity"[\s\S]*\/\/ asked once\n {4}\{\n {6}"type": "promptString"/,
  )
  const yaml = readFileSync(join(repository.home, '.continue/config.yaml'), 'utf8')
  expect(parseYaml(yaml).mcpServers.map(({ name }: any) => name)).toEqual(['sqlite', 'agent-identity'])
  expect(yaml).toContain('models: # local')
  expect(text('AGENTS.md').startsWith('# House rules\r\n\r\n- Ask before you delete.\r\n')).toBe(true)
  expect(text('AGENTS.md')).toContain('- Never merge on red')
  // One file of the identity serves all of them.
  expect(Object.keys(filesOf(repository.cwd)).filter((path) => /\.mdc?$/.test(path))).toEqual(['AGENTS.md'])
  await run(repository, 'disconnect', 'codex')
  expect(text('AGENTS.md')).toContain('- Never merge on red')
})

test('what changed since is left, and only what is ours is taken out', { timeout: 900_000 }, async () => {
  const repository = newRepository()
  writeFiles(repository.cwd, settings)
  await run(repository, 'connect', 'vscode')
  const file = join(repository.cwd, '.vscode/mcp.json')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('"servers": {', '"servers": {\n    "mine": { "command": "mine" }, // new'),
  )
  await believe('Never deploy on Friday')
  await run(repository, 'pull')
  await run(repository, 'disconnect', 'vscode')
  expect(readFileSync(file, 'utf8')).toBe(
    settings['.vscode/mcp.json']!.replace('"servers": {', '"servers": {\n    "mine": { "command": "mine" }, // new'),
  )
  expect(readFileSync(join(repository.cwd, 'AGENTS.md'), 'utf8')).toBe(settings['AGENTS.md'])
})

test('a file that is not valid is left alone, and the way by hand is shown without the key', async () => {
  const broken: [tool: string, file: string, text: string][] = [
    ['gemini', '.gemini/settings.json', '{ "a": 1,, }'],
    ['claude-code', '.claude.json', '[]'],
    ['codex', '.codex/config.toml', 'a = = 1\n'],
    ['codex', '.codex/config.toml', 'mcp_servers = { "agent-identity" = { url = "https://x.example.com" } }\n'],
    ['continue', '.continue/config.yaml', 'mcpServers: [\n'],
    ['opencode', '.config/opencode/opencode.json', '{"mcp": []}'],
  ]
  for (const [tool, file, text] of broken) {
    const repository = newRepository()
    writeFiles(repository.home, { [file]: text })
    const { status, error } = await run(repository, 'connect', tool, '--user')
    expect([status, error]).toEqual([1, expect.stringContaining('Nothing was written')])
    expect(error).toContain(`${service.url}/mcp`)
    expect(error).not.toContain(key)
    expect(filesOf(repository.home)).toEqual({ [file]: text })
  }
})

test('a symbolic link stays one, and the file behind it keeps its permissions', { timeout: 900_000 }, async () => {
  const repository = newRepository()
  writeFiles(repository.home, { 'dotfiles/gemini.json': '{}\n', '.gemini/placeholder': '' })
  const link = join(repository.home, '.gemini/settings.json')
  symlinkSync('../dotfiles/gemini.json', link)
  await run(repository, 'connect', 'gemini', '--user')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(repository.home, 'dotfiles/gemini.json'), 'utf8')).toContain('agent-identity')
  await run(repository, 'disconnect', 'gemini', '--user')
  expect(readFileSync(link, 'utf8')).toBe('{}\n')
  // A file that may hold a key is only its owner's.
  expect(await run(repository, 'connect', 'codex', '--user')).toMatchObject({ error: '' })
  expect(lstatSync(join(repository.home, '.codex/config.toml')).mode & 0o777).toBe(0o600)
})

test('an embedded database has no address that a tool could reach', async () => {
  const repository = newRepository()
  const { status, error } = await run(repository, 'connect', 'claude-code', '--user', '--data-dir', folder)
  expect([status, error]).toEqual([1, expect.stringContaining('serve --data-dir')])
  expect(JSON.stringify(filesOf(repository.home))).not.toContain('file:')
})

test('the agent is named when there are several, and tools and scopes have to exist', async () => {
  const repository = newRepository()
  expect((await run(repository, 'connect', 'emacs')).error).toContain(
    'There is no tool emacs; tools are claude-code, codex',
  )
  expect((await run(repository, 'connect', 'codex', '--project', '--user')).error).toContain('Name one of')
  const other = (await call(service, 'POST', '/register', {})).body.key
  for (const name of ['Ben', 'Cleo']) await call(service, 'POST', '/agents', { name }, other)
  const theirs = { ...repository, env: { ...repository.env, AGENT_IDENTITY_API_KEY: other } }
  expect(await run(theirs, 'connect', 'codex')).toMatchObject({
    status: 1,
    error: expect.stringMatching(/--agent: .*ben/),
  })
  expect(await run(theirs, 'connect', 'codex', '--agent', 'cleo', '--dry-run')).toMatchObject({ status: 0 })
  expect(readdirSync(repository.cwd)).toEqual(['.git'])
  expect(existsSync(join(repository.home, '.config'))).toBe(false)
})

describe('hook', () => {
  test.each([
    ['claude-code', (out: string) => out],
    ['codex', (out: string) => out],
    ['qwen', (out: string) => out],
    ['gemini', (out: string) => JSON.parse(out).hookSpecificOutput.additionalContext],
    ['copilot', (out: string) => JSON.parse(out).additionalContext],
  ])('%s gets the digest in its own form', async (tool, textOf) => {
    const { status, out, error } = await run(
      newRepository(),
      'hook',
      '--for',
      tool,
      '--agent',
      'ada',
      '--timeout',
      '600000',
    )
    expect([status, error]).toEqual([0, ''])
    expect(textOf(out)).toContain('Never merge on red')
  })

  test('a file that holds the present identity is not repeated', { timeout: 900_000 }, async () => {
    const repository = newRepository()
    await run(repository, 'connect', 'codex')
    const hook = () => run(repository, 'hook', '--for', 'codex', '--agent', 'ada', '--timeout', '600000')
    expect(await hook()).toEqual({ status: 0, out: '', error: '' })
    // An earlier Claude Code does not read AGENTS.md.
    writeFiles(repository.home, { '.local/share/claude/versions/2.1.276/claude': '' })
    const program = join(repository.home, '.local/share/claude/versions/2.1.276/claude')
    chmodSync(program, 0o755)
    const claude = { ...repository, env: { ...repository.env, PATH: `${dirname(program)}:${process.env.PATH}` } }
    expect((await run(claude, 'hook', '--for', 'claude-code', '--agent', 'ada', '--timeout', '600000')).out).toContain(
      'Never merge on red',
    )
    // The longer line of an earlier build names another version of the same text.
    const file = join(repository.cwd, 'AGENTS.md')
    const former = `<!-- agent-identity agent=${crypto.randomUUID()} version=${'0'.repeat(12)} hash=${'0'.repeat(64)} -->`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^<!-- .* -->/, former))
    expect(await hook()).toEqual({ status: 0, out: '', error: '' })
    await believe('Never rewrite history')
    expect((await hook()).out).toContain('Never rewrite history')
  })

  test('of a plugin finds the agent by itself, and gives way to the hook that connect wrote', async () => {
    const repository = newRepository()
    const ofPlugin = (env: Record<string, string> = {}, cwd = repository.cwd) =>
      run(
        { cwd, env: { ...repository.env, ...env } },
        ...['hook', '--for', 'claude-code', '--plugin', '--timeout', '600000'],
      )
    expect(await ofPlugin()).toMatchObject({ status: 0, out: expect.stringContaining('Never merge on red'), error: '' })
    expect((await ofPlugin({ AGENT_IDENTITY_AGENT: 'nobody' })).out).toBe('')
    const other = (await call(service, 'POST', '/register', {})).body.key
    for (const name of ['Ben', 'Cleo']) await call(service, 'POST', '/agents', { name }, other)
    expect(await ofPlugin({ AGENT_IDENTITY_API_KEY: other })).toMatchObject({
      ...{ status: 0, out: '', error: expect.stringContaining('AGENT_IDENTITY_AGENT or --agent: ben, cleo') },
    })
    writeFiles(repository.cwd, {
      'agent-identity.json': '{"files": [{"path": "AGENTS.md", "agent": "cleo", "format": "agents_md"}]}',
    })
    expect((await ofPlugin({ AGENT_IDENTITY_API_KEY: other })).out).toContain('# Cleo')
    for (const scope of ['--project', '--user']) {
      await run(repository, 'connect', 'claude-code', scope)
      mkdirSync(join(repository.cwd, 'deep/below'), { recursive: true })
      expect(await ofPlugin({}, join(repository.cwd, 'deep/below'))).toEqual({ status: 0, out: '', error: '' })
      await run(repository, 'disconnect', 'claude-code', scope)
    }
    writeFiles(repository.cwd, { '.claude/settings.json': settings['.claude/settings.json']! })
    expect((await ofPlugin({ AGENT_IDENTITY_AGENT: 'ada' })).out).toContain('Never merge on red')
  })

  test('a session starts without the service: from the copy on disk, or with nothing', async () => {
    const between = await startTcpProxy(service.port)
    const repository = repositoryOf(folder, { url: `http://127.0.0.1:${between.port}`, key })
    const hook = (env: Record<string, string> = {}, timeout = '600000') =>
      run(
        { ...repository, env: { ...repository.env, ...env } },
        ...['hook', '--for', 'claude-code', '--agent', 'ada', '--timeout', timeout],
      )
    const { out } = await hook()
    expect(out).toContain('Never merge on red')
    between.stop()
    expect(await hook()).toEqual({ status: 0, out, error: '' })
    // Without a copy it asks again until its time is over.
    expect(await hook({ AGENT_IDENTITY_URL: 'http://127.0.0.1:9' }, '2000')).toMatchObject({ status: 0, out: '' })
    expect(await hook({ AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: 'ais_wrong' })).toMatchObject({
      ...{ status: 0, out: '' },
    })
  })
})
