/** The commands and settings that connect a tool, word for word as in docs/how-to/connect.md. */

interface Connection {
  /** The address of the service. */
  url: string
  key: string
  /** An agent's slug. */
  agent: string
}

export interface ToolLines {
  name: string
  /** The file or shell that the lines go to. */
  where: string
  lines: (connection: Connection) => string
}

interface Tool extends ToolLines {
  /** The name that `agent-identity connect` takes; undefined for what is no coding tool. */
  command?: string
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const json = (value: object) => JSON.stringify(value, undefined, 2)

/** The environment variable that settings in a repository refer to, in place of the key. */
const variable = 'AGENT_IDENTITY_API_KEY'

/** For tools that write into the repository, where others can read a key. */
const referenceNote = 'The tool reads the key from the environment each time it starts.'

/** The lines of each coding tool by the name that `agent-identity connect` takes. */
export const toolLines = {
  'claude-code': {
    name: 'Claude Code',
    where: 'Run this in a terminal, in the folder of your project.',
    lines: ({ url, key }) =>
      `claude mcp add --transport http agent-identity ${url}/mcp --header "Authorization: Bearer ${key}"`,
  },
  codex: {
    name: 'Codex',
    where: 'Run this in a terminal. Codex reads the key from the environment each time it starts.',
    lines: ({ url, key }) => `export ${variable}=${key}
codex mcp add agent-identity --url ${url}/mcp --bearer-token-env-var ${variable}`,
  },
  cursor: {
    name: 'Cursor',
    where: `Save this as .cursor/mcp.json in your project, or add the server to the one that is there, and set ${variable}.`,
    lines: ({ url }) =>
      json({ mcpServers: { 'agent-identity': { url: `${url}/mcp`, headers: bearer(`\${env:${variable}}`) } } }),
  },
  vscode: {
    name: 'VS Code',
    where:
      'Save this as .vscode/mcp.json in your project, or add both parts to the one that is there. VS Code asks for the key.',
    lines: ({ url }) =>
      json({
        servers: {
          'agent-identity': { type: 'http', url: `${url}/mcp`, headers: bearer(`\${input:agent-identity-key}`) },
        },
        inputs: [{ type: 'promptString', id: 'agent-identity-key', description: 'API key', password: true }],
      }),
  },
  gemini: {
    name: 'Gemini CLI',
    where: `Run this in a terminal, in the folder of your project. ${referenceNote}`,
    lines: ({ url, key }) => `export ${variable}=${key}
gemini mcp add --transport http --header 'Authorization: Bearer $${variable}' agent-identity ${url}/mcp`,
  },
  qwen: {
    name: 'Qwen Code',
    where: `Run this in a terminal, in the folder of your project. ${referenceNote}`,
    lines: ({ url, key }) => `export ${variable}=${key}
qwen mcp add --transport http --header 'Authorization: Bearer $${variable}' agent-identity ${url}/mcp`,
  },
  opencode: {
    name: 'OpenCode',
    where: `Run this in a terminal. ${referenceNote}`,
    lines: ({ url, key }) => `export ${variable}=${key}
opencode mcp add agent-identity --url ${url}/mcp --header 'Authorization=Bearer {env:${variable}}'`,
  },
  copilot: {
    name: 'Copilot CLI',
    where: 'Run this in a terminal.',
    lines: ({ url, key }) =>
      `copilot mcp add --transport http agent-identity ${url}/mcp --header "Authorization: Bearer ${key}"`,
  },
  cline: {
    name: 'Cline',
    where: 'Run this in a terminal.',
    lines: ({ url, key }) =>
      `cline mcp install agent-identity ${url}/mcp --transport http --header "Authorization: Bearer ${key}" --yes`,
  },
  continue: {
    name: 'Continue',
    where: 'Add this to ~/.continue/config.yaml.',
    lines: ({ url, key }) => `mcpServers:
  - name: agent-identity
    type: streamable-http
    url: ${url}/mcp
    requestOptions:
      headers:
        Authorization: Bearer ${key}`,
  },
} satisfies Record<string, ToolLines>

const programs: readonly Tool[] = [
  {
    name: 'curl',
    where: 'Run this in a terminal.',
    // The name makes the read one of the fleet, which ends this page.
    lines: ({ url, key, agent }) =>
      `curl -H "Authorization: Bearer ${key}" -H "X-Client: curl/terminal" ${url}/api/v1/agents/${agent}/prompt`,
  },
  {
    name: 'TypeScript',
    where: 'With the package agent-identity-client, in Node.js, Bun or Deno.',
    lines: ({ url, key, agent }) => `import { AgentIdentity } from 'agent-identity-client'

const identity = new AgentIdentity({ baseUrl: '${url}', apiKey: '${key}' })
const { text } = await identity.agent('${agent}').prompt()
console.log(text)`,
  },
  {
    name: 'Python',
    where: 'With the package agent-identity-client, in Python 3.10 or newer.',
    lines: ({ url, key, agent }) => `from agent_identity_client import AgentIdentity

identity = AgentIdentity(base_url="${url}", api_key="${key}")
print(identity.agent("${agent}").prompt().text)`,
  },
]

/** Everything that the page shows, in its order. */
export const tools: readonly Tool[] = [
  ...Object.entries(toolLines).map(([command, lines]) => ({ command, ...lines })),
  ...programs,
]

/** The commands that connect a coding tool in the folder of a project. */
export const connectCommands = ({ url, key, agent }: Connection, command: string): string =>
  `agent-identity login --url ${url} --key ${key}
agent-identity connect ${command} --agent ${agent}`
