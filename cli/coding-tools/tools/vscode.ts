import { join } from 'node:path'
import { type CodingTool, serverName } from '../tool.ts'

const inputId = 'agent-identity-key'

export const vscode = {
  title: 'VS Code',
  connect: {
    edits({ scope, folder, home, url }) {
      const file = scope === 'project' ? join(folder, '.vscode', 'mcp.json') : join(userFolder(home), 'mcp.json')
      const headers = { Authorization: `Bearer \${input:${inputId}}` }
      return [
        {
          file,
          language: 'json',
          path: ['servers', serverName],
          isServer: true,
          value: { type: 'http', url: `${url}/mcp`, headers },
        },
        {
          file,
          language: 'json',
          path: ['inputs'],
          value: {
            type: 'promptString',
            id: inputId,
            password: true,
            description: 'API key of the Agent Identity Service',
          },
          isOurs: (element) => (element as { id?: unknown } | null)?.id === inputId,
        },
      ]
    },
    steps: () => ['VS Code asks for the API key when it starts the server, and stores it encrypted.'],
    asksForKey: true,
  },
  rules: { written: 'AGENTS.md', project: [['AGENTS.md'], ['.github/copilot-instructions.md']], user: () => [] },
  hook: undefined,
  transcripts: undefined,
  memories: undefined,
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool

function userFolder(home: string): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  if (process.platform === 'win32') return join(APPDATA || join(home, 'AppData', 'Roaming'), 'Code', 'User')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User')
  return join(XDG_CONFIG_HOME || join(home, '.config'), 'Code', 'User')
}
