import { join } from 'node:path'
import { authorization, exported, named } from '../settings.ts'
import { type CodingTool, keyVariable, serverName } from '../tool.ts'

export const continueCli = {
  title: 'Continue',
  connect: {
    edits(connection) {
      const { scope, home, url } = connection
      // The folder .continue of a repository is read by Continue's extensions alone, not by its command.
      if (scope === 'project') return undefined
      const value = {
        name: serverName,
        type: 'streamable-http',
        url: `${url}/mcp`,
        requestOptions: {
          headers: { ...authorization(connection, `\${{ secrets.${keyVariable} }}`), ...named('continue') },
        },
      }
      const isOurs = (element: unknown) => (element as { name?: unknown } | null)?.name === serverName
      const file = join(home, '.continue', 'config.yaml')
      return [
        // Its command does not start without these two.
        { file, language: 'yaml', path: ['name'], value: 'Local', isDefault: true },
        { file, language: 'yaml', path: ['version'], value: '1.0.0', isDefault: true },
        { file, language: 'yaml', path: ['mcpServers'], value, isOurs, isServer: true },
      ]
    },
    steps: exported,
  },
  rules: {
    written: 'AGENTS.md',
    project: [['AGENTS.md', 'AGENT.md', 'CLAUDE.md'], ['.continue/rules/']],
    user: (home) => [[join(home, '.continue/rules/')]],
  },
  hook: undefined,
  transcripts: { reader: async () => (await import('../../transcripts/readers/continue.ts')).continueCli },
  memories: undefined,
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
