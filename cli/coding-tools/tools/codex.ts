import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '../../transcripts/reader.ts'
import { commandHooks, exported, within } from '../settings.ts'
import { type CodingTool, type Connection, keyVariable, serverName } from '../tool.ts'

const ownFolder = ({ home, env = process.env }: { home: string; env?: Machine['env'] }) =>
  env.CODEX_HOME || join(home, '.codex')

const folderOf = (connection: Connection) => within(connection, '.codex', ownFolder(connection))

const comesBack =
  'Codex writes its accounts of sessions again from a database of its own. Ask Codex to forget it; `memories.generate_memories = false` in config.toml ends such notes.'

export const codex = {
  title: 'Codex',
  connect: {
    edits(connection) {
      const { scope, key, url } = connection
      const credentials =
        scope === 'user' && key
          ? { http_headers: { Authorization: `Bearer ${key}` } }
          : { bearer_token_env_var: keyVariable }
      return [
        {
          file: join(folderOf(connection), 'config.toml'),
          language: 'toml',
          isServer: true,
          path: ['mcp_servers', serverName],
          value: { url: `${url}/mcp`, ...credentials },
        },
      ]
    },
    steps: (connection) => [
      ...exported(connection),
      ...(connection.scope === 'project'
        ? ['Start Codex here once and trust the folder; until then it does not read its .codex.']
        : []),
      'Codex asks once whether it may run the hook: choose to trust it, or open /hooks.',
    ],
  },
  rules: {
    written: 'AGENTS.md',
    project: [['AGENTS.override.md', 'AGENTS.md']],
    user: (home) => [['AGENTS.override.md', 'AGENTS.md'].map((name) => join(ownFolder({ home }), name))],
  },
  hook: { edits: (connection) => commandHooks(join(folderOf(connection), 'hooks.json'), connection, 10) },
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/codex.ts')).codex,
    sign: /"type": ?"session_meta"/,
  },
  memories: [
    { at: 'memories_v2', files: /^(?:memory_summary|rollout_summaries\/[^/]+)\.md$/ },
    { at: 'memories', files: /^(?:MEMORY|memory_summary|raw_memories|rollout_summaries\/[^/]+)\.md$/ },
  ].map((source) => ({ in: ownFolder, form: 'codex' as const, comesBack, ...source })),
  runsAsReader: {
    command: 'codex',
    arguments: ({ schema, answer }) => [
      'exec',
      '--ephemeral',
      '--ignore-user-config',
      '--ignore-rules',
      '--skip-git-repo-check',
      '--sandbox',
      'read-only',
      '--color',
      'never',
      '--output-schema',
      schema,
      '--output-last-message',
      answer,
      ...['project_doc_max_bytes=0', 'web_search="disabled"'].flatMap((setting) => ['-c', setting]),
      ...['shell_tool', 'apps', 'multi_agent', 'hooks', 'goals', 'image_generation'].flatMap((name) => [
        '--disable',
        name,
      ]),
      '-',
    ],
    answerIn: (_printed, { answer }) => readFileSync(answer, 'utf8'),
  },
  plugin: undefined,
} satisfies CodingTool
