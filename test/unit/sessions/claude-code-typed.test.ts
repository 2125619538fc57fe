import { expect, test } from 'vitest'
import { type Home, minute, newHome, removeHomes } from './home.ts'

/** Words in transcripts of Claude Code that arrive while it works, or look like those of a tool. */

removeHomes()

let count = 0
const base = (session = 'one') => ({
  isSidechain: false,
  uuid: `record-${++count}`,
  timestamp: minute(count),
  cwd: '/srv/shop',
  sessionId: session,
  version: '2.1.300',
})

/** A message of the person in a terminal. */
const typed = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  origin: { kind: 'human' },
  promptSource: 'typed',
  turnOrigin: 'human',
  ...base(),
  ...more,
})
/** A record of type `user` from a version without marks. */
const unmarked = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...base(),
  ...more,
})
function homeWith(...records: unknown[]): Home {
  const home = newHome()
  home.writeLines('.claude/projects/-srv-shop/one.jsonl', records)
  return home
}
const wordsOf = (...records: unknown[]) => homeWith(...records).words('claude-code')

const queued = (prompt: unknown, more: object = {}) => ({
  type: 'attachment',
  ...base(),
  attachment: { type: 'queued_command', prompt, commandMode: 'prompt', ...more },
})

test('words that a person typed while the agent worked count once, a notice of a task is counted', async () => {
  const human = { origin: { kind: 'human' }, humanTurn: true }
  const home = homeWith(
    typed('Start the migration.'),
    queued('Never touch the table of users.', { ...human, source_uuid: 'q1' }),
    typed('Never touch the table of users.', { uuid: 'q1', promptSource: 'queued', timestamp: minute(50) }),
    queued([{ type: 'text', text: 'Ask before each step.' }, { type: 'image' }], human),
    queued('Keep the old column.'),
    queued('<task-notification>\n<summary>Always stop here</summary>\n</task-notification>', {
      commandMode: 'task-notification',
    }),
    queued('Always stop here', { origin: { kind: 'task-notification' } }),
    { ...queued('Always ask the helper.', human), isSidechain: true },
  )
  expect(await home.words('claude-code')).toEqual([
    'Start the migration.',
    'Never touch the table of users.',
    'Ask before each step.',
    'Keep the old column.',
  ])
  expect(home.counts()).toEqual({ tool_message: 2, helper_session: 1, repeated_turn: 1 })
})

const looksWritten = [
  'API errors must always be JSON.',
  'Caveats belong into the footnotes.',
  'Todo list items always have an owner.',
  '<rules>\nNever write comments in German.\n</rules>\n\nFix the header.',
  'Always use tabs. <task>Fix the header</task>',
  '<context>The shop is closed on Sundays.</context> Never ship then.',
  '<instructions>Name the ticket.</instructions>',
  'Never answer "<feedback>no</feedback>" with a question.',
]

test.each(looksWritten)('words of a person count as typed where the record says who typed them: %s', async (text) => {
  expect(await wordsOf(typed(text))).toEqual([text])
})

test.each([
  [looksWritten[3], 'Fix the header.', { tool_text: 1 }],
  [looksWritten[4], 'Fix the header', { tool_text: 1 }],
  ['API Error 529 overloaded', undefined, { tool_message: 1 }],
])('without a mark it is left out and counted: %s', async (text, words, counts) => {
  const home = homeWith(unmarked(text))
  expect(await home.words('claude-code')).toEqual(words === undefined ? [] : [words])
  expect(home.counts()).toEqual(counts)
})
