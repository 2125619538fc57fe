import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigEdit } from './config-edit.ts'
import { type CodingTool, type Connection, keyVariable, serverName } from './tool.ts'

/** The coding tools that `connect` knows: the form of their settings; `rules-read.ts` has the files that they read. */

/** The value of the header, with the key or with a reference to the environment in the tool's own form. */
const authorization = ({ key, scope }: Connection, reference: string) => ({
  Authorization: `Bearer ${scope === 'user' && key ? key : reference}`,
})

/** The name of a tool that sends none by itself, so that people see who proposed a change. */
const named = (tool: string) => ({ 'X-Client': `coding-tool/${tool}` })

const mcpServer = (file: string, value: object): ConfigEdit => ({
  ...{ file, language: 'json', path: ['mcpServers', serverName], value },
})

const isOurHook = (element: unknown): boolean => / hook --for /.test(JSON.stringify(element))

const isOurLearning = (element: unknown): boolean => / sessions learn --for /.test(JSON.stringify(element))

/** The command of a hook as a tool runs it. */
type HookValue = (command: string) => object

/**
 * A hook that runs at every start of a session (a new one, a resumed one, and after a compaction), and one that reads a
 * session at its end, if the person asked for it.
 */
const sessionHooks = (
  file: string,
  { hook, learn }: Connection,
  [start, end]: readonly [string, string],
  value: HookValue,
): ConfigEdit[] => [
  { file, language: 'json', path: ['hooks', start], isOurs: isOurHook, value: value(hook) },
  {
    ...{ file, language: 'json', path: ['hooks', end], isOurs: isOurLearning },
    value: learn === undefined ? undefined : value(learn),
  },
]

const hookNames = ['SessionStart', 'SessionEnd'] as const

/** @param timeout in the tool's own unit. */
const commandHook =
  (timeout: number): HookValue =>
  (command) => ({ hooks: [{ type: 'command', command, timeout }] })

/** The folder of the tool within the repository or the home folder. */
const within = ({ scope, folder, home }: Connection, name: string, variable?: string): string =>
  scope === 'project' ? join(folder, name) : (variable && process.env[variable]) || join(home, name)

const exported = ({ scope, key }: Connection): string[] =>
  scope === 'user' && key
    ? []
    : [`Set ${keyVariable} in the environment that the tool starts in; no key is written to the repository.`]

const claudeCode: CodingTool = {
  title: 'Claude Code',
  edits(connection) {
    const { scope, folder, home } = connection
    const { CLAUDE_CONFIG_DIR } = process.env
    const servers = scope === 'project' ? join(folder, '.mcp.json') : join(CLAUDE_CONFIG_DIR || home, '.claude.json')
    const headers = authorization(connection, `\${${keyVariable}}`)
    return [
      mcpServer(servers, { type: 'http', url: `${connection.url}/mcp`, headers }),
      ...sessionHooks(
        join(within(connection, '.claude', 'CLAUDE_CONFIG_DIR'), 'settings.json'),
        connection,
        hookNames,
        commandHook(10),
      ),
    ]
  },
  steps: (connection) => [
    ...exported(connection),
    ...(connection.scope === 'project'
      ? [`Start Claude Code here once: trust the folder, and approve the server ${serverName}.`]
      : []),
    `Claude Code asks before each call of a tool. To let the reading tools run, add "mcp__${serverName}__get_prompt" and "mcp__${serverName}__get_digest" to permissions.allow in its settings.`,
  ],
}

const codex: CodingTool = {
  title: 'Codex',
  edits(connection) {
    const folder = within(connection, '.codex', 'CODEX_HOME')
    const { scope, key, url } = connection
    const credentials =
      scope === 'user' && key
        ? { http_headers: { Authorization: `Bearer ${key}` } }
        : { bearer_token_env_var: keyVariable }
    return [
      {
        ...{ file: join(folder, 'config.toml'), language: 'toml', path: ['mcp_servers', serverName] },
        value: { url: `${url}/mcp`, ...credentials },
      },
      ...sessionHooks(join(folder, 'hooks.json'), connection, hookNames, commandHook(10)),
    ]
  },
  rules: 'AGENTS.md',
  steps: (connection) => [
    ...exported(connection),
    ...(connection.scope === 'project'
      ? ['Start Codex here once and trust the folder; until then it does not read its .codex.']
      : []),
    'Codex asks once whether it may run the hook: choose to trust it, or open /hooks.',
  ],
}

const cursor: CodingTool = {
  title: 'Cursor',
  edits: (connection) => [
    mcpServer(join(within(connection, '.cursor'), 'mcp.json'), {
      url: `${connection.url}/mcp`,
      headers: authorization(connection, `\${env:${keyVariable}}`),
    }),
  ],
  rules: 'AGENTS.md',
  steps: (connection) => [
    ...exported(connection),
    `Enable the server ${serverName} in the settings of Cursor, under MCP.`,
  ],
}

const inputId = 'agent-identity-key'

const vscode: CodingTool = {
  title: 'VS Code',
  edits(connection) {
    const { scope, folder, home, url } = connection
    const file = scope === 'project' ? join(folder, '.vscode', 'mcp.json') : join(vscodeUserFolder(home), 'mcp.json')
    const headers = { Authorization: `Bearer \${input:${inputId}}` }
    return [
      {
        ...{ file, language: 'json', path: ['servers', serverName] },
        value: { type: 'http', url: `${url}/mcp`, headers },
      },
      {
        ...{ file, language: 'json', path: ['inputs'] },
        value: {
          ...{ type: 'promptString', id: inputId, password: true },
          description: 'API key of the Agent Identity Service',
        },
        isOurs: (element) => (element as { id?: unknown } | null)?.id === inputId,
      },
    ]
  },
  rules: 'AGENTS.md',
  steps: () => ['VS Code asks for the API key when it starts the server, and stores it encrypted.'],
}

function vscodeUserFolder(home: string): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  if (process.platform === 'win32') return join(APPDATA || join(home, 'AppData', 'Roaming'), 'Code', 'User')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User')
  return join(XDG_CONFIG_HOME || join(home, '.config'), 'Code', 'User')
}

const gemini: CodingTool = {
  title: 'Gemini CLI',
  edits(connection) {
    const file = join(within(connection, '.gemini'), 'settings.json')
    const headers = { ...authorization(connection, `$${keyVariable}`), ...named('gemini') }
    return [
      mcpServer(file, { httpUrl: `${connection.url}/mcp`, headers }),
      ...sessionHooks(file, connection, hookNames, commandHook(10_000)),
    ]
  },
  steps: (connection) => [
    ...exported(connection),
    'Gemini reads neither servers nor hooks of a folder that it does not trust: trust it when it asks, or start it with --skip-trust.',
    `Gemini asks before each call of a tool; "trust": true beside the url of ${serverName} lets all of them run.`,
  ],
}

const qwen: CodingTool = {
  title: 'Qwen Code',
  edits(connection) {
    const file = join(within(connection, '.qwen'), 'settings.json')
    const headers = { ...authorization(connection, `$${keyVariable}`), ...named('qwen') }
    return [
      mcpServer(file, { httpUrl: `${connection.url}/mcp`, headers }),
      ...sessionHooks(file, connection, hookNames, commandHook(10_000)),
    ]
  },
  rules: 'AGENTS.md',
  steps: (connection) => [
    ...exported(connection),
    `Qwen Code asks before it calls a tool of ${serverName}; approve it, or allow the server always.`,
  ],
}

const opencode: CodingTool = {
  title: 'OpenCode',
  edits(connection) {
    const { scope, folder, home, url } = connection
    const { XDG_CONFIG_HOME } = process.env
    const parent = scope === 'project' ? folder : join(XDG_CONFIG_HOME || join(home, '.config'), 'opencode')
    const withComments = join(parent, 'opencode.jsonc')
    return [
      {
        ...{ file: existsSync(withComments) ? withComments : join(parent, 'opencode.json'), language: 'json' },
        path: ['mcp', serverName],
        value: { type: 'remote', url: `${url}/mcp`, headers: authorization(connection, `{env:${keyVariable}}`) },
      },
    ]
  },
  rules: 'AGENTS.md',
  steps: exported,
}

const copilot: CodingTool = {
  title: 'Copilot CLI',
  edits(connection) {
    const { scope, folder, home, url } = connection
    const settings = process.env.COPILOT_HOME || join(home, '.copilot')
    const servers = scope === 'project' ? join(folder, '.mcp.json') : join(settings, 'mcp-config.json')
    const hooks = join(scope === 'project' ? join(folder, '.github') : settings, 'hooks', 'agent-identity.json')
    const headers = authorization(connection, `\${${keyVariable}}`)
    return [
      mcpServer(servers, {
        ...{ type: 'http', url: `${url}/mcp`, headers },
        // Claude Code reads the same file of a repository, and a second form of the entry would replace its own.
        ...(scope === 'user' && { tools: ['*'] }),
      }),
      { file: hooks, language: 'json', path: ['version'], value: 1 },
      ...sessionHooks(hooks, connection, ['sessionStart', 'sessionEnd'], (command) => ({
        ...{ type: 'command', bash: command, powershell: command, timeoutSec: 10 },
      })),
    ]
  },
  rules: 'AGENTS.md',
  steps: (connection) => [
    ...exported(connection),
    ...(connection.scope === 'project'
      ? ['Start Copilot here once and trust the folder; until then it reads none of its servers and hooks.']
      : []),
  ],
}

const cline: CodingTool = {
  title: 'Cline',
  edits(connection) {
    const { scope, home, url } = connection
    if (scope === 'project') return undefined
    const file = join(process.env.CLINE_DIR || join(home, '.cline'), 'data', 'settings', 'cline_mcp_settings.json')
    const headers = { ...authorization(connection, `\${env:${keyVariable}}`), ...named('cline') }
    return [mcpServer(file, { transport: { type: 'streamableHttp', url: `${url}/mcp`, headers } })]
  },
  rules: 'AGENTS.md',
  steps: () => [],
}

const continueCli: CodingTool = {
  title: 'Continue',
  edits(connection) {
    const { scope, home, url } = connection
    // The folder .continue of a repository is read by Continue's extensions alone, not by its command.
    if (scope === 'project') return undefined
    const value = {
      ...{ name: serverName, type: 'streamable-http', url: `${url}/mcp` },
      requestOptions: {
        headers: { ...authorization(connection, `\${{ secrets.${keyVariable} }}`), ...named('continue') },
      },
    }
    const isOurs = (element: unknown) => (element as { name?: unknown } | null)?.name === serverName
    const file = join(home, '.continue', 'config.yaml')
    return [{ file, language: 'yaml', path: ['mcpServers'], value, isOurs }]
  },
  rules: 'AGENTS.md',
  steps: exported,
}

/** By the names that the commands take. */
export const codingTools: Record<string, CodingTool> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  vscode,
  gemini,
  qwen,
  opencode,
  copilot,
  cline,
  continue: continueCli,
}
