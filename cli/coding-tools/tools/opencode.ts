import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { printedText } from '../reader-program.ts'
import { authorization, exported } from '../settings.ts'
import { type CodingTool, keyVariable, serverName } from '../tool.ts'

const ownFolder = (home: string) => join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode')

export const opencode = {
  title: 'OpenCode',
  connect: {
    edits(connection) {
      const { scope, folder, home, url } = connection
      const parent = scope === 'project' ? folder : ownFolder(home)
      const withComments = join(parent, 'opencode.jsonc')
      return [
        {
          file: existsSync(withComments) ? withComments : join(parent, 'opencode.json'),
          language: 'json',
          path: ['mcp', serverName],
          isServer: true,
          value: { type: 'remote', url: `${url}/mcp`, headers: authorization(connection, `{env:${keyVariable}}`) },
        },
      ]
    },
    steps: exported,
  },
  rules: {
    written: 'AGENTS.md',
    project: [['AGENTS.md', 'CLAUDE.md']],
    user: (home) => [[join(ownFolder(home), 'AGENTS.md'), join(home, '.claude/CLAUDE.md')]],
  },
  hook: undefined,
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/opencode.ts')).opencode,
    sign: /^\s*\{\s*"info"/,
  },
  memories: undefined,
  runsAsReader: {
    command: 'opencode',
    arguments: () => ['run', '--pure', '--format', 'json', '--title', 'agent-identity', '--agent', 'agent-identity'],
    environment: () => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        share: 'disabled',
        agent: {
          'agent-identity': {
            mode: 'primary',
            prompt: 'Answer with JSON.',
            tools: { '*': false },
            permission: { '*': 'deny' },
          },
        },
      }),
    }),
    answerIn: (printed) =>
      printed
        .split('\n')
        .map((line) => printedText(line, 'part', 'text'))
        .join(''),
  },
  plugin: undefined,
} satisfies CodingTool
