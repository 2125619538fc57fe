import { join } from 'node:path'
import type { Machine } from '../../transcripts/reader.ts'
import { topNotes } from '../memory-source.ts'
import { printedText } from '../reader-program.ts'
import { authorization, commandHooks, exported, mcpServer, named, within } from '../settings.ts'
import { type CodingTool, type Connection, keyVariable, serverName } from '../tool.ts'

const settingsOf = (connection: Connection) => join(within(connection, '.gemini'), 'settings.json')

const ownFolder = ({ home }: Pick<Machine, 'home'>) => join(home, '.gemini')

export const gemini = {
  title: 'Gemini CLI',
  connect: {
    edits(connection) {
      const headers = { ...authorization(connection, `$${keyVariable}`), ...named('gemini') }
      return [mcpServer(settingsOf(connection), { httpUrl: `${connection.url}/mcp`, headers })]
    },
    steps: (connection) => [
      ...exported(connection),
      'Gemini reads neither servers nor hooks of a folder that it does not trust: trust it when it asks, or start it with --skip-trust.',
      `Gemini asks before each call of a tool; "trust": true beside the url of ${serverName} lets all of them run.`,
    ],
  },
  rules: {
    project: [['GEMINI.md']],
    user: (home) => [[join(ownFolder({ home }), 'GEMINI.md')]],
    settings: '.gemini/settings.json',
  },
  hook: {
    edits: (connection) => commandHooks(settingsOf(connection), connection, 10_000),
    output: (text) =>
      JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
  },
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/gemini.ts')).gemini,
    sign: /"projectHash"/,
  },
  memories: [
    { in: ownFolder, at: 'tmp/*/memory', files: topNotes, form: 'note-folder', names: 'name' },
    { in: ownFolder, at: '', files: /^GEMINI\.md$/, form: 'personal' },
    { in: 'project', at: '', files: /^GEMINI\.md$/, form: 'added' },
  ],
  runsAsReader: {
    command: 'gemini',
    arguments: ({ policy }) => [
      '-p',
      '',
      '--output-format',
      'json',
      '--skip-trust',
      '--approval-mode',
      'default',
      '--extensions',
      'none',
      '--allowed-mcp-server-names',
      'none',
      '--admin-policy',
      policy,
    ],
    environment: ({ settings }) => ({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings }),
    settings: { tools: { core: ['none'] }, hooksConfig: { enabled: false } },
    policy: '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
    answerIn: (printed) => printedText(printed, 'response'),
  },
  plugin: 'plugins/gemini/gemini-extension.json',
} satisfies CodingTool
