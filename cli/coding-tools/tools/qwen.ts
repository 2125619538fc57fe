import { join } from 'node:path'
import type { Machine } from '../../transcripts/reader.ts'
import { notesByKind } from '../memory-source.ts'
import { printedText } from '../reader-program.ts'
import { authorization, commandHooks, exported, mcpServer, named, within } from '../settings.ts'
import { type CodingTool, type Connection, keyVariable, serverName } from '../tool.ts'

const settingsOf = (connection: Connection) => join(within(connection, '.qwen'), 'settings.json')

const ownFolder = ({ home }: Pick<Machine, 'home'>) => join(home, '.qwen')

export const qwen = {
  title: 'Qwen Code',
  connect: {
    edits(connection) {
      const headers = { ...authorization(connection, `$${keyVariable}`), ...named('qwen') }
      return [mcpServer(settingsOf(connection), { httpUrl: `${connection.url}/mcp`, headers })]
    },
    steps: (connection) => [
      ...exported(connection),
      `Qwen Code asks before it calls a tool of ${serverName}; approve it, or allow the server always.`,
    ],
  },
  rules: {
    written: 'AGENTS.md',
    project: [['QWEN.md'], ['AGENTS.md'], ['.qwen/rules/']],
    user: (home) => ['QWEN.md', 'AGENTS.md'].map((name) => [join(ownFolder({ home }), name)]),
    settings: '.qwen/settings.json',
  },
  hook: { edits: (connection) => commandHooks(settingsOf(connection), connection, 10_000) },
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/qwen.ts')).qwen,
    sign: /"provenance": ?"real_user"/,
  },
  memories: [
    { in: ownFolder, at: 'memories', files: notesByKind, form: 'note-folder' },
    { in: ownFolder, at: 'projects/*/memory', files: notesByKind, form: 'note-folder', names: 'dashed path' },
    { in: 'project', at: '.qwen/team-memory', files: notesByKind, form: 'note-folder' },
    { in: ownFolder, at: '', files: /^QWEN\.md$/, form: 'added' },
    { in: 'project', at: '', files: /^QWEN\.md$/, form: 'added' },
  ],
  runsAsReader: {
    command: 'qwen',
    arguments: (_files, schema) => [
      '--output-format',
      'json',
      '--json-schema',
      schema,
      '--max-tool-calls',
      '0',
      '--approval-mode',
      'plan',
      '--safe-mode',
      '--chat-recording',
      'false',
    ],
    answerIn: (printed) => printedText(printed, 'result'),
  },
  plugin: 'plugins/agent-identity/qwen-extension.json',
} satisfies CodingTool
