import { expect, test } from 'vitest'
import { readSession } from '../../../cli/sessions/read-sessions.ts'
import { type SessionTool, SkipCounts } from '../../../cli/sessions/session.ts'
import { type Home, newHome, removeHomes } from './home.ts'

/** Reading one session at its end: a broken line is counted of each transcript that was read. */

removeHomes()

async function readOne({ path, env }: Home, tool: SessionTool, id: string) {
  const skipped = new SkipCounts()
  const session = await readSession(tool, id, { machine: { home: path, env }, skipped })
  const counts = Object.fromEntries(skipped.list().map(({ reason, count }) => [reason, count]))
  return { words: session?.turns.map(({ text }) => text), counts }
}

const claudeTurn = (sessionId: string, timestamp: string, content: string) => ({
  ...{ type: 'user', message: { role: 'user', content }, uuid: `${sessionId} ${content}`, cwd: '/srv/shop' },
  ...{ sessionId, timestamp },
})
const claude = (id: string) => `.claude/projects/-srv-shop/${id}.jsonl`

test('of other sessions nothing is read', async () => {
  const home = newHome()
  home.write(claude('one'), '{"type":"user"')
  home.writeLines(claude('two'), [claudeTurn('two', new Date().toISOString(), 'Use tabs.')])
  expect(await readOne(home, 'claude-code', 'two')).toEqual({ words: ['Use tabs.'], counts: {} })
})

test('turns that are older than the transcript are searched in others', async () => {
  const home = newHome()
  const at = new Date(Date.now() - 5000).toISOString()
  home.writeLines(claude('one'), [claudeTurn('one', at, 'Use tabs.')])
  home.writeLines(claude('two'), [
    claudeTurn('two', at, 'Use tabs.'),
    claudeTurn('two', new Date().toISOString(), 'Write tests.'),
  ])
  expect(await readOne(home, 'claude-code', 'two')).toEqual({ words: ['Write tests.'], counts: { copied_turn: 1 } })
})

test('of a fork of Codex the original is read, and nothing else', async () => {
  const home = newHome()
  const path = (id: string) => `.codex/sessions/2026/10/05/rollout-2026-10-05T09-00-00-${id}.jsonl`
  const startMs = Date.now()
  let count = 0
  const line = (type: string, payload: object) => ({
    timestamp: new Date(startMs + 1000 * count++).toISOString(),
    ...{ type, payload },
  })
  const typed = (message: string) => line('event_msg', { type: 'user_message', message })
  home.writeLines(path('other'), ['not an object'])
  home.writeLines(path('one'), [line('session_meta', { id: 'one' }), typed('Use tabs.'), { type: 'weather' }])
  home.writeLines(path('two'), [
    line('session_meta', { id: 'two', forked_from_id: 'one' }),
    typed('Use tabs.'),
    typed('Write tests.'),
  ])
  expect(await readOne(home, 'codex', 'two')).toEqual({
    words: ['Write tests.'],
    counts: { unknown_record: 1, copied_turn: 1, tool_record: 2 },
  })
})

test('without a transcript of that name, the newest are searched', async () => {
  const home = newHome()
  home.writeLines(claude('renamed'), [claudeTurn('one', new Date().toISOString(), 'Use tabs.')])
  expect((await readOne(home, 'claude-code', 'one')).words).toEqual(['Use tabs.'])
  expect((await readOne(home, 'claude-code', 'two')).words).toBeUndefined()
})
