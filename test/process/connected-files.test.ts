import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { planEdits, removeEdits, writePlanned } from '../../cli/coding-tools/connected-files.ts'
import type { ConnectedTool } from '../../cli/coding-tools/connection.ts'
import { type Connection, editsOf } from '../../cli/coding-tools/tool.ts'
import { codingTools, toolsWith } from '../../cli/coding-tools/tools.ts'
import { removeBlock } from '../../cli/files/identity-block.ts'
import type { Journal } from '../../cli/files/journal.ts'

/** Settings that people and tools change between `connect` and `disconnect`. */

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let home: string
let journal: Journal
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'connected-'))
  folders.push(home)
  journal = { files: {} }
})

const connection = (key: string | undefined = 'ais_key'): Connection => ({
  ...{ scope: 'user', folder: home, isRepository: false, home, url: 'http://127.0.0.1:3000', key },
  ...{ hook: `agent-identity hook --for x --agent ada`, learn: undefined },
})

function connect(tool: ConnectedTool, key?: string): void {
  writePlanned(planEdits(editsOf(codingTools[tool], connection(key))!), tool, journal, { key, mode: undefined })
}

const disconnect = (tool: ConnectedTool) => removeEdits(editsOf(codingTools[tool], connection())!, tool, journal)
const read = (path: string) => readFileSync(join(home, path), 'utf8')
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}

/** The settings of each tool, with the property that holds its servers. */
const settings: [ConnectedTool, path: string, servers: string][] = [
  ['claude-code', '.claude.json', 'mcpServers'],
  ['cursor', '.cursor/mcp.json', 'mcpServers'],
  ['vscode', '.config/Code/User/mcp.json', 'servers'],
  ['gemini', '.gemini/settings.json', 'mcpServers'],
  ['qwen', '.qwen/settings.json', 'mcpServers'],
  ['opencode', '.config/opencode/opencode.json', 'mcp'],
  ['copilot', '.copilot/mcp-config.json', 'mcpServers'],
  ['cline', '.cline/data/settings/cline_mcp_settings.json', 'mcpServers'],
]

describe('Codex', () => {
  const path = '.codex/config.toml'
  const approved = '\n[mcp_servers.agent-identity.tools.get_prompt]\napproval_mode = "approve"\n'

  test.each([
    ['', ''],
    ['without a line break at its end', 'model = "gpt-5"'],
    ['with one', 'model = "gpt-5"\n'],
    ['with other servers', '[mcp_servers.docs]\ncommand = "npx"\n\n# Keep this.\n'],
    ['with line breaks of Windows', 'model = "gpt-5"\r\n[tui]\r\ntheme = "dark"\r\n'],
    ['with a text that looks like us', 'notes = """\n[mcp_servers.agent-identity]\nurl = "x"\n"""\n'],
    ['with a text of one line that looks like us', "notes = '''[mcp_servers.agent-identity]'''"],
  ])('a file %s keeps tables below ours, and comes back to the byte', (_, before) => {
    if (before) write(path, before)
    connect('codex')
    write(path, read(path) + approved)
    connect('codex', '')
    expect(parseToml(read(path)).mcp_servers).toMatchObject({
      'agent-identity': {
        bearer_token_env_var: 'AGENT_IDENTITY_API_KEY',
        tools: { get_prompt: { approval_mode: 'approve' } },
      },
    })
    expect(read(path)).not.toContain('ais_key')
    disconnect('codex')
    expect(before ? read(path) : readdirSync(home)).toEqual(before || [])
  })

  test('settings and comments of a person in our section stay when it is connected again', () => {
    connect('codex')
    write(path, read(path).replace('http_headers', '# Slow at home\nstartup_timeout_sec = 30\nhttp_headers'))
    connect('codex', '')
    expect(read(path)).toContain('# Slow at home\nstartup_timeout_sec = 30\n')
    expect(parseToml(read(path)).mcp_servers).toEqual({
      'agent-identity': {
        ...{ url: 'http://127.0.0.1:3000/mcp', bearer_token_env_var: 'AGENT_IDENTITY_API_KEY' },
        startup_timeout_sec: 30,
      },
    })
    disconnect('codex')
    expect(read(path)).toBe('# Slow at home\n')
  })

  test('tables that an earlier disconnect left are taken out', () => {
    write(path, `model = "gpt-5"\n${approved}`)
    expect(disconnect('codex').removed).toEqual([join(home, path)])
    expect(read(path)).toBe('model = "gpt-5"\n')
  })

  test('a table in another form is named, and left', () => {
    connect('codex')
    const text = '[mcp_servers]\nagent-identity = { url = "http://127.0.0.1:3000/mcp" }\n'
    write(path, text)
    expect(disconnect('codex').left).toEqual([expect.stringContaining('in a form that this command does not change')])
    expect(read(path)).toBe(text)
  })

  test.each([
    'command = "node"\nargs = ["mine.js"]\n',
    'url = "https://mine.example.com/sse"\n',
    'command = "mine"\nstartup_timeout_sec = 3\n\n[mcp_servers.agent-identity.env]\nA = "b"\n',
  ])('a server of a person with our name stays: %j', (own) => {
    write(path, `[mcp_servers.agent-identity]\n${own}`)
    expect(() => connect('codex')).toThrow('server of your own; give it another name')
    expect(disconnect('codex').removed).toEqual([])
    expect(read(path)).toBe(`[mcp_servers.agent-identity]\n${own}`)
  })
})

describe.each(settings)('%s', (tool, path, servers) => {
  test('additions of a person to our server stay when it is connected again', () => {
    connect(tool)
    const { 'agent-identity': entry } = JSON.parse(read(path))[servers]
    const headers = (entry.transport ?? entry).headers
    Object.assign(entry, { trust: true, alwaysAllow: ['get_prompt'], timeout: 9 })
    Object.assign(headers, { 'X-Mine': 'yes' })
    const text = JSON.stringify({ [servers]: { other: { command: 'x' }, 'agent-identity': entry } }, undefined, 2)
    write(path, text.replace('"trust"', '/* mine */ "trust"'))
    connect(tool, 'ais_other')
    expect(read(path)).toContain('/* mine */ "trust": true')
    const { 'agent-identity': again } = JSON.parse(read(path).replace('/* mine */', ''))[servers]
    expect(again).toMatchObject({ trust: true, alwaysAllow: ['get_prompt'], timeout: 9 })
    expect((again.transport ?? again).headers).toMatchObject({
      'X-Mine': 'yes',
      ...(tool !== 'vscode' && { Authorization: 'Bearer ais_other' }),
    })
    disconnect(tool)
    expect(JSON.parse(read(path))[servers]).toEqual({ other: { command: 'x' } })
  })

  test('a server of a person with our name stays', () => {
    const text = JSON.stringify({ [servers]: { 'agent-identity': { type: 'stdio', command: 'mine' } } })
    write(path, text)
    expect(() => connect(tool)).toThrow('server of your own; give it another name')
    expect(disconnect(tool).removed).toEqual([])
    expect(read(path)).toBe(text)
  })
})

describe('Continue', () => {
  const path = '.continue/config.yaml'
  const complete = 'name: Mine\nversion: 2.0.0\n'

  test.each([
    ['', 'no file'],
    ['models: []\n', 'neither a name nor a version'],
    [`${complete}mcpServers: []\n`, 'an empty list'],
    [`${complete}mcpServers: [] # none yet\nrules: []\n`, 'an empty list with a comment'],
    [`${complete}mcpServers:\nrules: []\n`, 'a list without a value'],
    [`${complete}mcpServers:`, 'a list without a value at the end'],
    [`${complete}mcpServers: null\n`, 'a list that is null'],
    [`${complete}rules: []`, 'no line break at its end'],
  ])('%j (%s) can be read by its command, and comes back to the byte', (before) => {
    if (before) write(path, before)
    connect('continue')
    expect(parseYaml(read(path))).toMatchObject({
      ...{ name: expect.any(String), version: expect.any(String) },
      mcpServers: [{ name: 'agent-identity', url: 'http://127.0.0.1:3000/mcp' }],
    })
    const after = read(path)
    connect('continue')
    expect(read(path)).toBe(after)
    disconnect('continue')
    expect(before ? read(path) : readdirSync(home)).toEqual(before || [])
  })

  test('additions of a person to our server stay when it is connected again', () => {
    write(path, `${complete}mcpServers:\n    - name: other\n      command: x\n`)
    connect('continue')
    write(path, read(path).replace('      type:', '      # Slow at home\n      connectionTimeout: 9\n      type:'))
    connect('continue', 'ais_other')
    expect(read(path)).toContain('      # Slow at home\n      connectionTimeout: 9\n')
    expect(parseYaml(read(path)).mcpServers[1]).toMatchObject({
      ...{ connectionTimeout: 9, requestOptions: { headers: { Authorization: 'Bearer ais_other' } } },
    })
    disconnect('continue')
    expect(read(path)).toBe(`${complete}mcpServers:\n    - name: other\n      command: x\n`)
  })

  test('the name that its file needs stays while something else is in it', () => {
    connect('continue')
    write(path, `${read(path)}models:\n  - name: small\n`)
    disconnect('continue')
    expect(parseYaml(read(path))).toEqual({ name: 'Local', version: '1.0.0', models: [{ name: 'small' }] })
  })

  test('a server of a person with our name stays', () => {
    const text = `${complete}mcpServers:\n  - name: agent-identity\n    command: mine\n`
    write(path, text)
    expect(() => connect('continue')).toThrow('server of your own')
    expect(disconnect('continue').removed).toEqual([])
    expect(read(path)).toBe(text)
  })
})

test('the version that Copilot needs stays where it was', () => {
  const path = '.copilot/hooks/agent-identity.json'
  write(path, '{ "version": 1, "hooks": {} }')
  connect('copilot')
  write(path, read(path).replace('"hooks"', '"mine": 1, "hooks"'))
  disconnect('copilot')
  expect(JSON.parse(read(path))).toEqual({ version: 1, mine: 1, hooks: {} })
})

test.each(toolsWith('connect'))('%s: a folder where a file is expected is named, and the other way around', (tool) => {
  for (const { file } of editsOf(codingTools[tool], connection())!) mkdirSync(file, { recursive: true })
  expect(() => connect(tool)).toThrow(/ is a folder, where a file is expected/)
  rmSync(home, { recursive: true })
  const { file } = editsOf(codingTools[tool], connection())![0]!
  if (dirname(file) === home) return
  write(dirname(file).slice(home.length + 1), 'a file')
  expect(() => connect(tool)).toThrow(/ is a file, where a folder is expected/)
})

test('lines that a person put into the block stay when it is taken out', () => {
  const marker = '<!-- agent-identity agent=ada.123456789012345 version=123456789012345 -->'
  const block = `${marker}\n# Ada\n\n- Never merge on red\n`
  const text = `# Mine\n\n${block}- My own rule\n<!-- end of agent-identity -->\n\nMore\n`
  expect(removeBlock(text, block)).toBe('# Mine\n\n- My own rule\n\nMore\n')
  expect(removeBlock(text.replace('- My own rule\n', ''), block)).toBe('# Mine\n\nMore\n')
})
