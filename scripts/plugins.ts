import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { localService } from '../cli/address.ts'
import { emptyConnection, serverName } from '../cli/connect/tool.ts'
import { codingTools } from '../cli/connect/tools.ts'
import { getPrompt } from '../server/mcp/prompts.ts'
import { identityTools } from '../server/mcp/toolsets/identity.ts'

/**
 * Our plugins' files that are made from others: the manifests, with the server and the hook that `connect` would write, and
 * the whole folder of Gemini CLI, which needs other names and formats than the other tools.
 */

const addressVariable = 'AGENT_IDENTITY_URL'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The folder for Claude Code, Copilot CLI and Qwen Code; its commands and its skill are written by hand. */
const sharedFolder = `plugins/${serverName}`
// Claude Code and Copilot CLI would run the hooks of Gemini CLI too if they found them: all three read hooks/hooks.json.
const geminiFolder = 'plugins/gemini'

const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string }
const description =
  'The identity that people wrote for the agent, at the start of every session, with tools to propose changes and to report what the agent noticed.'
const details = { name: serverName, version, description }
const owner = { name: 'Agent Identity Service' }

/** Runs our command in a shell. A plugin cannot know whether it is installed. */
const inShell = (options: string): string =>
  `if command -v agent-identity >/dev/null 2>&1; then agent-identity ${options}; else npx -y agent-identity-service ${options}; fi`
const inPowerShell = (options: string): string =>
  `if (Get-Command agent-identity -ErrorAction SilentlyContinue) { agent-identity ${options} } else { npx -y agent-identity-service ${options} }`

const hookOptions = (tool: string) => `hook --for ${tool} --plugin`

/** The server and the hook of a tool, as `connect` writes them to the settings of a repository. */
interface Settings {
  mcpServers: object
  hooks: Record<string, object[]>
}

function settingsOf(tool: string): Settings {
  const where = { scope: 'project', folder: '', isRepository: true, home: '' } as const
  const edits = codingTools[tool]!.edits({
    ...emptyConnection(where),
    url: `\${${addressVariable}}`,
    hook: inShell(hookOptions(tool)),
    learn: undefined,
  })!
  // An edit without a value takes out what an earlier connection wrote.
  const parts = edits.flatMap(({ path: [first, second], value, isOurs }) =>
    value === undefined ? [] : [[first, second === undefined ? value : { [second]: isOurs ? [value] : value }]],
  )
  return Object.fromEntries(parts) as Settings
}

function copilotSettings(): Settings {
  const [hook] = settingsOf('copilot').hooks.sessionStart!
  // Copilot CLI refuses a url that refers to the environment; a bridge reads the address and the key from there itself.
  const server = inShell(`mcp --url "\${${addressVariable}:-${localService}}"`)
  return {
    mcpServers: { [serverName]: { type: 'local', command: 'sh', args: ['-c', server] } },
    hooks: { sessionStart: [{ ...hook, powershell: inPowerShell(hookOptions('copilot')) }] },
  }
}

/** The prompt `reflect` of MCP as a command, with the tools that a key with the access Propose is offered. */
function reflectCommand(): string {
  const isOffered = (name: string) => identityTools.some((tool) => tool.name === name)
  const { description, messages } = getPrompt('reflect', {}, isOffered)
  return `---\ndescription: ${description}\n---\n${messages[0]!.content.text}\n`
}

/** A command of Gemini CLI, from one in Markdown. */
function geminiCommand(markdown: string): string {
  const [, front, prompt] = /^---\ndescription: (.*)\n---\n(.*)$/s.exec(markdown)!
  return stringify({ description: front, prompt: prompt! })
}

const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`

/** The files by their paths in the repository. */
export function pluginFiles(): Record<string, string> {
  const skill = `skills/${serverName}/SKILL.md`
  const gemini = settingsOf('gemini')
  return {
    '.claude-plugin/marketplace.json': json({
      ...{ name: serverName, owner, metadata: { description, version } },
      plugins: [{ ...details, source: `./${sharedFolder}`, license }],
    }),
    [`${sharedFolder}/.claude-plugin/plugin.json`]: json({
      ...details,
      author: owner,
      license,
      ...settingsOf('claude-code'),
    }),
    [`${sharedFolder}/.github/plugin/plugin.json`]: json({
      ...details,
      author: owner,
      license,
      commands: 'commands',
      ...copilotSettings(),
    }),
    [`${sharedFolder}/qwen-extension.json`]: json({ ...details, ...settingsOf('qwen') }),
    [`${geminiFolder}/gemini-extension.json`]: json({ ...details, mcpServers: gemini.mcpServers }),
    [`${geminiFolder}/hooks/hooks.json`]: json({ hooks: gemini.hooks }),
    [`${geminiFolder}/${skill}`]: read(`${sharedFolder}/${skill}`),
    [`${sharedFolder}/commands/reflect.md`]: reflectCommand(),
    // Gemini CLI makes /reflect of the server's prompt itself, and would report a conflict at every start.
    ...Object.fromEntries(
      ['identity', 'propose'].map((name) => [
        `${geminiFolder}/commands/${name}.toml`,
        geminiCommand(read(`${sharedFolder}/commands/${name}.md`)),
      ]),
    ),
  }
}
