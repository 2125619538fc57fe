import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parseObject, textAt } from '../../transcripts/json.ts'
import type { Machine } from '../../transcripts/reader.ts'
import { instructionsMode } from '../claude-instructions.ts'
import { type MemorySource, topNotes } from '../memory-source.ts'
import { printedText } from '../reader-program.ts'
import { authorization, commandHooks, exported, loadedHook, mcpServer, within } from '../settings.ts'
import { type CodingTool, keyVariable, serverName } from '../tool.ts'

const folderOf = ({ home, env = process.env }: { home: string; env?: Machine['env'] }) =>
  env.CLAUDE_CONFIG_DIR || join(home, '.claude')

/** Seconds after which Claude Code goes on without a hook. */
const hookSeconds = 10

const memories: Omit<MemorySource, 'files' | 'form'>[] = [
  { in: folderOf, at: 'projects/*/memory', names: 'dashed path' },
  { in: autoMemoryDirectory, at: '' },
  { in: folderOf, at: 'agent-memory/*' },
  { in: 'project', at: '.claude/agent-memory/*' },
  { in: 'project', at: '.claude/agent-memory-local/*', isLocal: true },
]

export const claudeCode = {
  title: 'Claude Code',
  connect: {
    edits(connection) {
      const { scope, folder, home } = connection
      const { CLAUDE_CONFIG_DIR } = process.env
      const servers = scope === 'project' ? join(folder, '.mcp.json') : join(CLAUDE_CONFIG_DIR || home, '.claude.json')
      const headers = authorization(connection, `\${${keyVariable}}`)
      return [mcpServer(servers, { type: 'http', url: `${connection.url}/mcp`, headers })]
    },
    steps: (connection) => [
      ...exported(connection),
      ...(connection.scope === 'project'
        ? [`Start Claude Code here once: trust the folder, and approve the server ${serverName}.`]
        : []),
      `Claude Code asks before each call of a tool. To let the reading tools run, add "mcp__${serverName}__get_prompt" and "mcp__${serverName}__get_digest" to permissions.allow in its settings.`,
    ],
  },
  rules: {
    project: [['CLAUDE.md'], ['.claude/CLAUDE.md'], ['CLAUDE.local.md'], ['.claude/rules/']],
    user: (home) => ['CLAUDE.md', 'rules/'].map((name) => [join(folderOf({ home }), name)]),
    instead: {
      files: ['AGENTS.md', '.claude/AGENTS.md'],
      mode: (root, home) => instructionsMode(root, folderOf({ home })),
    },
    isUpToRoot: true,
  },
  hook: {
    edits: (connection) => {
      const file = join(within(connection, '.claude', folderOf(connection)), 'settings.json')
      return [...commandHooks(file, connection, hookSeconds), loadedHook(file, connection, hookSeconds)]
    },
  },
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/claude-code.ts')).claudeCode,
    sign: /"sessionId": ?"/,
  },
  memories: memories.map((source) => ({ files: topNotes, form: 'note-folder' as const, ...source })),
  runsAsReader: {
    command: 'claude',
    arguments: (_files, schema) => [
      '-p',
      '--output-format',
      'json',
      '--json-schema',
      schema,
      '--tools',
      '',
      '--safe-mode',
      '--strict-mcp-config',
      '--disable-slash-commands',
      '--no-session-persistence',
    ],
    answerIn: (printed) => printedText(printed, 'result'),
  },
  plugin: 'plugins/agent-identity/.claude-plugin/plugin.json',
} satisfies CodingTool

/** The folder that a person's own settings of Claude Code name instead of the usual one. */
function autoMemoryDirectory(machine: Machine): string | undefined {
  try {
    const folder = textAt(parseObject(readFileSync(join(folderOf(machine), 'settings.json'))), 'autoMemoryDirectory')
    const path = folder?.replace(/^~(?=[/\\])/, machine.home)
    return path !== undefined && isAbsolute(path) ? path : undefined
  } catch {
    return undefined
  }
}
