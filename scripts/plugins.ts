import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { editsOf, emptyConnection, serverName } from '../cli/coding-tools/tool.ts'
import { codingTools, partOf, type ToolWith, toolsWith } from '../cli/coding-tools/tools.ts'
import { localService } from '../cli/service/address.ts'
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

const missing = `agent-identity is not installed. Run this in a clone of the service: npm pack, npm install --global ./agent-identity-service-${version}.tgz`

/**
 * Runs our command in a shell, which a tool starts in every folder that a person opens. Nothing there may decide what
 * runs: version managers read files of the working directory, and entries of the PATH may be relative to it or made by
 * npm for its packages. Gemini CLI and Qwen Code put a value for `$PATH` before a shell reads the line.
 */
const inShell = (options: string): string =>
  [
    'set -f; IFS=:; ai_path="$PATH"; ai_kept=',
    'for ai_one in $ai_path; do case $ai_one in */node_modules/*) ;; /*) ai_kept=$ai_kept$ai_one:;; esac; done',
    'unset IFS; PATH=$ai_kept/bin; cd /',
    `command -v agent-identity >/dev/null && exec agent-identity ${options}`,
    `echo '${missing}' >&2; exit 1`,
  ].join('; ')
const inPowerShell = (options: string): string =>
  [
    '$s = [IO.Path]::PathSeparator; Set-Location /',
    `$env:PATH = ($env:PATH -split $s | Where-Object { $_ -match '^([A-Za-z]:)?[\\\\/]' -and $_ -notmatch 'node_modules' }) -join $s`,
    `if (Get-Command agent-identity -ErrorAction SilentlyContinue) { agent-identity ${options} } else { throw '${missing}' }`,
  ].join('; ')

const hookOptions = (tool: PluginTool) => `hook --for ${tool} --plugin`

type PluginTool = ToolWith<'plugin'>

/** The server and the hook of a tool, as `connect` writes them to the settings of a repository. */
interface Settings {
  mcpServers: object
  hooks: Record<string, object[]>
}

function settingsOf(tool: PluginTool): Settings {
  const where = { scope: 'project', folder: '', isRepository: true, home: '' } as const
  const edits = editsOf(codingTools[tool], {
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

function claudeSettings(): Settings {
  const { mcpServers, hooks } = settingsOf('claude-code')
  // Models take names of 64 characters, and Claude Code puts those of the plugin and of the server before each tool's.
  return { mcpServers: { identity: Object.values(mcpServers)[0] }, hooks }
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

/** The content of each tool's manifest. */
const manifests: { [tool in PluginTool]: () => object } = {
  'claude-code': () => ({ ...details, author: owner, license, ...claudeSettings() }),
  copilot: () => ({ ...details, author: owner, license, commands: 'commands', ...copilotSettings() }),
  gemini: () => ({ ...details, mcpServers: settingsOf('gemini').mcpServers }),
  qwen: () => ({ ...details, ...settingsOf('qwen') }),
}

const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`

/** The files by their paths in the repository. */
export function pluginFiles(): Record<string, string> {
  const skill = `skills/${serverName}/SKILL.md`
  const own = toolsWith('plugin').map((tool) => [partOf(tool, 'plugin'), json(manifests[tool]())])
  return {
    ...Object.fromEntries(own),
    '.claude-plugin/marketplace.json': json({
      name: serverName,
      owner,
      metadata: { description, version },
      plugins: [{ ...details, source: `./${sharedFolder}`, license }],
    }),
    [`${geminiFolder}/hooks/hooks.json`]: json({ hooks: settingsOf('gemini').hooks }),
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
