import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { SessionTool } from '../../../cli/sessions/session.ts'
import { type Home, newHome, removeHomes } from './home.ts'

/**
 * The words of a person in files that eight released tools wrote while one conversation was held with each. The files
 * are not part of the project: RECORDED_TRANSCRIPTS names their folder, and without it this test is skipped.
 */

const folder = process.env.RECORDED_TRANSCRIPTS

removeHomes()

const session = '00000000-0000-4000-8000-000000000001'

/** Where each recorded file is on a machine. */
const files: Record<string, string> = {
  'claude-code/typed.jsonl': '.claude/projects/-home-dev/typed.jsonl',
  'claude-code/typed-refusal-interrupt-queue.jsonl': '.claude/projects/-home-dev/refusal.jsonl',
  'claude-code/print-mode-resumed-compacted.jsonl': '.claude/projects/-home-dev/print.jsonl',
  'claude-code/subagent.jsonl': `.claude/projects/-home-dev/${session}/subagents/agent-1.jsonl`,
  'claude-code/history.jsonl': '.claude/history.jsonl',
  'codex/rollout-exec-resumed.jsonl': '.codex/sessions/2026/11/25/rollout-1.jsonl',
  'codex/rollout-subagent.jsonl': '.codex/sessions/2026/11/25/rollout-2.jsonl',
  'codex/rollout-typed-compacted.jsonl': '.codex/sessions/2026/11/25/rollout-3.jsonl',
  'gemini-cli/session-resumed.jsonl': '.gemini/tmp/project/chats/session-1.jsonl',
  'gemini-cli/session-typed.jsonl': '.gemini/tmp/project/chats/session-2.jsonl',
  'gemini-cli/logs.json': '.gemini/tmp/project/logs.json',
  'qwen-code/chat-resumed.jsonl': '.qwen/projects/-home-dev/chats/1.jsonl',
  'qwen-code/chat-typed.jsonl': '.qwen/projects/-home-dev/chats/2.jsonl',
  'copilot/events.jsonl': '.copilot/session-state/1/events.jsonl',
  'copilot/events-typed.jsonl': '.copilot/session-state/2/events.jsonl',
  'cline/one-shot.json': '.cline/data/sessions/1/1.json',
  'cline/one-shot.messages.json': '.cline/data/sessions/1/1.messages.json',
  'cline/typed.json': '.cline/data/sessions/2/2.json',
  'cline/typed.messages.json': '.cline/data/sessions/2/2.messages.json',
  'continue/session.json': '.continue/sessions/1.json',
  'continue/sessions.json': '.continue/sessions/sessions.json',
}

const identity = 'Read your identity first, then tell me how you fix a bug. I never deploy on a Friday.'
const linter = 'No, do not add comments to the code. Always run the linter before you commit.'
const friday = 'I never deploy on a Friday, and I prefer short answers.'
const comments = 'No, do not add comments to the code.'
const notes = 'Please read notes.md'
const helper = 'Please ask a helper to count the lines.'
const short = 'I prefer short answers. What does this say?'
const review = 'Never push to main without a review.'

const expected: Partial<Record<SessionTool, string[]>> = {
  // Prompts of `claude -p`, `codex exec`, `opencode run` and one-shot Cline are a program's.
  'claude-code': [
    ...[friday, comments, 'notes.md', 'please read notes.md and tell me when the release is'],
    ...['Please take your time and count.', 'And never use tabs.', 'No, never read it twice in one session.'],
  ],
  codex: [friday, comments, notes],
  gemini: [identity, linter, notes, 'notes.md', `${short} @notes.md`, friday, review],
  qwen: [
    // In the mode without a terminal nothing marks the expanded text of a command.
    ...[identity, linter, notes, helper, 'Check notes.md and say in one line what is missing. Never guess.', short],
    ...[friday, comments, 'notes.md', review],
  ],
  copilot: [identity, linter, notes, helper, 'I prefer short answers. What does @notes.md say?', friday, comments],
  opencode: [friday, comments, 'notes.md'],
  cline: [friday, comments, notes],
  continue: [identity, linter, notes],
}

const title = 'exactly the words of the person come out for each of the eight tools'
test.skipIf(!folder)(folder ? title : `${title} (needs RECORDED_TRANSCRIPTS, a folder of recordings)`, async () => {
  const home = newHome()
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(dirname(join(home.path, to)), { recursive: true })
    copyFileSync(join(folder!, from), join(home.path, to))
  }
  for (const name of ['opencode.db.jsonl', 'opencode.db-typed-compacted.jsonl'])
    addRows(home, join(folder!, 'opencode', name))
  const prompts = [friday, comments, '/check notes.md', '/compact']
  home.writeLines(
    '.local/state/opencode/prompt-history.jsonl',
    prompts.map((input) => ({ input, parts: [] })),
  )
  for (const [tool, words] of Object.entries(expected)) {
    const sessions = await home.read(tool as SessionTool)
    expect(
      sessions.flatMap(({ turns }) => turns.map(({ text }) => text)),
      tool,
    ).toEqual(words)
    for (const { project } of sessions) expect(project, tool).toMatch(/^(?:\/home\/dev\/)?project$/)
    for (const { before } of sessions.flatMap(({ turns }) => turns)) {
      expect(before ?? 'The notes say', tool).toMatch(/^(?:I call|I read|Understood|The notes say)/)
    }
  }
})

interface Row {
  table: string
  row: {
    id: string
    session_id: string
    message_id: string
    time_created: number
    data: { role?: string; text?: string }
  }
}

/** Adds recorded rows to the database of OpenCode; rows of messages that were not recorded are completed. */
function addRows(home: Home, path: string): void {
  const data = join(home.path, '.local/share/opencode')
  mkdirSync(data, { recursive: true })
  const database = new DatabaseSync(join(data, 'opencode.db'))
  database.exec(`
    CREATE TABLE IF NOT EXISTS session (id PRIMARY KEY, directory, parent_id, permission);
    CREATE TABLE IF NOT EXISTS message (id PRIMARY KEY, session_id, time_created, data);
    CREATE TABLE IF NOT EXISTS part (id PRIMARY KEY, message_id, session_id, data)`)
  const add = (table: string, ...values: (string | number | null)[]) =>
    database.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${values.map(() => '?').join()})`).run(...values)
  const rows: Row[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const { table, row } of rows) {
    const json = JSON.stringify(row.data)
    const {
      directory,
      parent_id,
      permission = [],
    } = row as unknown as {
      directory: string
      parent_id?: string
      permission?: object[]
    }
    if (table === 'session') add(table, row.id, directory, parent_id ?? null, JSON.stringify(permission))
    if (table === 'message') add(table, row.id, row.session_id, row.time_created, json)
    if (table === 'part') add(table, row.id, row.message_id, row.session_id, json)
  }
  for (const { table, row } of rows) {
    if (row.session_id) add('session', row.session_id, '/home/dev/project', null, null)
    const role = /^(?:Understood|I call|The notes)/.test(row.data?.text ?? '') ? 'assistant' : 'user'
    if (table === 'part') add('message', row.message_id, row.session_id, row.time_created, JSON.stringify({ role }))
  }
  database.close()
}
