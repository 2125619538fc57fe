import { join } from 'node:path'
import { authorization, exported, mcpServer, sessionHooks } from '../settings.ts'
import { type CodingTool, keyVariable } from '../tool.ts'

const ownFolder = (home: string) => process.env.COPILOT_HOME || join(home, '.copilot')

export const copilot = {
  title: 'Copilot CLI',
  connect: {
    edits(connection) {
      const { scope, folder, home, url } = connection
      const servers = scope === 'project' ? join(folder, '.mcp.json') : join(ownFolder(home), 'mcp-config.json')
      const headers = authorization(connection, `\${${keyVariable}}`)
      return [
        mcpServer(servers, {
          type: 'http',
          url: `${url}/mcp`,
          headers,
          // Claude Code reads the same file of a repository, and a second form of the entry would replace its own.
          ...(scope === 'user' && { tools: ['*'] }),
        }),
      ]
    },
    steps: (connection) => [
      ...exported(connection),
      ...(connection.scope === 'project'
        ? ['Start Copilot here once and trust the folder; until then it reads none of its servers and hooks.']
        : []),
    ],
  },
  rules: {
    written: 'AGENTS.md',
    project: [
      ['AGENTS.md'],
      ['CLAUDE.md'],
      ['GEMINI.md'],
      ['.github/copilot-instructions.md'],
      ['.github/instructions/'],
      ['.claude/rules/'],
    ],
    user: (home) => [[join(ownFolder(home), 'copilot-instructions.md')]],
  },
  hook: {
    edits(connection) {
      const { scope, folder, home } = connection
      const parent = scope === 'project' ? join(folder, '.github') : ownFolder(home)
      const file = join(parent, 'hooks', 'agent-identity.json')
      return [
        { file, language: 'json', path: ['version'], value: 1, isDefault: true },
        ...sessionHooks(file, connection, ['sessionStart', 'sessionEnd'], (command) => ({
          type: 'command',
          bash: command,
          powershell: `& ${command}`,
          timeoutSec: 10,
        })),
      ]
    },
    output: (text) => JSON.stringify({ additionalContext: text }),
  },
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/copilot.ts')).copilot,
    sign: /"type": ?"session\.start"/,
  },
  memories: undefined,
  runsAsReader: {
    command: 'copilot',
    arguments: () => [
      '--silent',
      '--no-color',
      '--stream',
      'off',
      '--available-tools=none',
      '--disable-builtin-mcps',
      '--no-custom-instructions',
      '--no-ask-user',
      '--no-remote',
      '--no-auto-update',
    ],
    answerIn: (printed) => printed,
  },
  plugin: 'plugins/agent-identity/.github/plugin/plugin.json',
} satisfies CodingTool
