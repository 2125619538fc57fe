/** The commands and settings that connect a tool, word for word as in docs/connect.md. */

interface Connection {
  /** The address of the service. */
  url: string
  key: string
  /** An agent's slug. */
  agent: string
}

interface Tool {
  name: string
  /** The file or shell that the lines go to. */
  where: string
  lines: (connection: Connection) => string
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const json = (value: object) => JSON.stringify(value, undefined, 2)

export const tools: readonly Tool[] = [
  {
    name: 'Claude Code',
    where: 'Run this in a terminal, in the folder of your project.',
    lines: ({ url, key }) =>
      `claude mcp add --transport http agent-identity ${url}/mcp --header "Authorization: Bearer ${key}"`,
  },
  {
    name: 'Cursor',
    where: 'Save this as .cursor/mcp.json in your project, or add the server to the one that is there.',
    lines: ({ url, key }) => json({ mcpServers: { 'agent-identity': { url: `${url}/mcp`, headers: bearer(key) } } }),
  },
  {
    name: 'VS Code',
    where: 'Save this as .vscode/mcp.json in your project, or add the server to the one that is there.',
    lines: ({ url, key }) =>
      json({ servers: { 'agent-identity': { type: 'http', url: `${url}/mcp`, headers: bearer(key) } } }),
  },
  {
    name: 'Codex',
    where: 'Add this to ~/.codex/config.toml.',
    lines: ({ url, key }) => `[mcp_servers.agent-identity]
url = "${url}/mcp"
http_headers = { "Authorization" = "Bearer ${key}" }`,
  },
  {
    name: 'Gemini CLI',
    where: 'Run this in a terminal, in the folder of your project.',
    lines: ({ url, key }) =>
      `gemini mcp add --transport http --header "Authorization: Bearer ${key}" agent-identity ${url}/mcp`,
  },
  {
    name: 'curl',
    where: 'Run this in a terminal.',
    lines: ({ url, key, agent }) => `curl -H "Authorization: Bearer ${key}" ${url}/api/v1/agents/${agent}/prompt`,
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
