import { readMemories } from '../../../cli/memories/read-memories.ts'
import type { Home } from '../sessions/home.ts'

/** Notes of coding tools in the forms of their released versions, in a home of a test. */

interface NoteFile {
  description: string
  body: string
  /** Claude Code keeps it below `metadata`, with stamps; Qwen Code at the top level. */
  type: string
  session?: string
}

export const claudeNote = (name: string, { description, body, type, session = 'session-1' }: NoteFile): string =>
  [
    ...['---', `name: ${name}`, `description: ${description}`, 'metadata:', '  node_type: memory', `  type: ${type}`],
    ...[`  originSessionId: ${session}`, '  modified: 2026-11-28T12:12:34.537Z', '---', '', body, ''],
    ...['**Why:** the person corrected a commit.', '**How to apply:** never skip the hook.', ''],
  ].join('\n')

export const qwenNote = (name: string, { description, body, type }: NoteFile): string =>
  ['---', `name: ${name}`, `description: ${description}`, `type: ${type}`, '---', '', body, ''].join('\n')

export const claudeFolder = '.claude/projects/-srv-shop/memory'

/** Claude Code's notes: a rule, a conclusion filed as feedback, a state, and a fact, with their index. */
export function writeClaudeNotes(home: Home, folder = claudeFolder): void {
  const write = (name: string, note: NoteFile) => home.write(`${folder}/${name}.md`, claudeNote(name, note))
  write('lint', {
    ...{ description: 'The linter runs before each commit', type: 'feedback' },
    body: 'Run `npm run lint` before each commit.',
  })
  write('comments', {
    ...{ description: 'Comments on every function are wanted', type: 'feedback' },
    body: 'Comments on every function are wanted.',
  })
  write('migration', {
    ...{ description: 'Half done; continue with the users table', type: 'project' },
    body: 'The migration is half done: `orders` are moved, `users` is next (as of 2026-11-28).',
  })
  write('client', {
    ...{ description: 'The client lives in src/api.ts', type: 'reference' },
    body: 'The API client lives in `src/api.ts`.',
  })
  const index = [
    '- [Lint](lint.md) — the linter runs before each commit',
    '- [Comments](comments.md) — comments on every function are wanted',
    '- [Migration](migration.md) — half done',
    '- [Client](client.md) — src/api.ts',
  ]
  home.write(`${folder}/MEMORY.md`, `${index.join('\n')}\n`)
}

type Options = Parameters<typeof readMemories>[0]

export const read = (home: Home, options: Options = {}) =>
  readMemories({ machine: { home: home.path, env: home.env }, ...options })

export const statements = (home: Home, options: Options = {}): string[] =>
  read(home, options).memories.map(({ statement }) => statement)
