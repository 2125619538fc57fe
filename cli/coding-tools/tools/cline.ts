import { join } from 'node:path'
import { authorization, exported, mcpServer, named } from '../settings.ts'
import { type CodingTool, keyVariable } from '../tool.ts'

export const cline = {
  title: 'Cline',
  connect: {
    edits(connection) {
      const { scope, home, url } = connection
      if (scope === 'project') return undefined
      const file = join(process.env.CLINE_DIR || join(home, '.cline'), 'data', 'settings', 'cline_mcp_settings.json')
      const headers = { ...authorization(connection, `\${env:${keyVariable}}`), ...named('cline') }
      return [mcpServer(file, { transport: { type: 'streamableHttp', url: `${url}/mcp`, headers } })]
    },
    steps: exported,
  },
  rules: { written: 'AGENTS.md', project: [['AGENTS.md'], ['.clinerules/']], user: () => [] },
  hook: undefined,
  transcripts: { reader: async () => (await import('../../transcripts/readers/cline.ts')).cline },
  memories: undefined,
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
