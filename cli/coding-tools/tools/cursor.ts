import { join } from 'node:path'
import { authorization, exported, mcpServer, within } from '../settings.ts'
import { type CodingTool, keyVariable, serverName } from '../tool.ts'

export const cursor = {
  title: 'Cursor',
  connect: {
    edits: (connection) => [
      mcpServer(join(within(connection, '.cursor'), 'mcp.json'), {
        url: `${connection.url}/mcp`,
        headers: authorization(connection, `\${env:${keyVariable}}`),
      }),
    ],
    steps: (connection) => [
      ...exported(connection),
      `Enable the server ${serverName} in the settings of Cursor, under MCP.`,
    ],
  },
  rules: { written: 'AGENTS.md', project: [['AGENTS.md'], ['.cursor/rules/'], ['.cursorrules']], user: () => [] },
  hook: undefined,
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/cursor.ts')).cursor,
    sign: /^\{"role": ?"user"/,
  },
  memories: undefined,
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
