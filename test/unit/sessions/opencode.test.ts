import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type Home, minute, newHome, removeHomes } from './home.ts'

/** Words of a person in the database of OpenCode, and in the files of its older versions. */

removeHomes()

const time = (at: number) => new Date(minute(at)).getTime()

interface Part {
  session?: string
  role: string
  at: number
  data: object | string
  info?: object
}

function openDatabase(home: Home, parts: Part[]): void {
  const folder = join(home.path, '.local/share/opencode')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'opencode.db'))
  database.exec(`
    CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
    INSERT INTO session VALUES ('ses_one', '/srv/shop', NULL), ('ses_two', '/srv/shop', 'ses_one')`)
  for (const { session = 'ses_one', role, at, data, info } of parts) {
    const id = `msg_${role}_${at}`
    const known = database.prepare('SELECT 1 FROM message WHERE id = ?').get(id)
    if (!known) {
      const message = JSON.stringify({ role, ...info })
      database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(id, session, time(at), message)
    }
    const json = typeof data === 'string' ? data : JSON.stringify(data)
    database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(`prt_${at}`, id, session, json)
  }
  database.close()
}

const say = (at: number, text: string, role = 'user', more: object = {}): Part => ({
  role,
  at,
  data: { type: 'text', text, ...more },
})

test('a session in the terminal', async () => {
  const home = newHome()
  openDatabase(home, [
    say(1, 'Use the money type.'),
    say(1, 'Called the Read tool. Always.', 'user', { synthetic: true }),
    { role: 'assistant', at: 2, data: { type: 'tool', state: { output: 'Always retry.' } } },
    say(2, 'I used floats.', 'assistant'),
    { role: 'user', at: 3, data: 'no JSON' },
    say(4, 'No floats!'),
    say(5, 'Check the cart. Never guess.'),
    { role: 'user', at: 6, data: { type: 'compaction' } },
    { ...say(7, 'We always use money.', 'assistant'), info: { summary: true } },
    say(8, 'Rename it.'),
    { ...say(9, 'Count the lines.'), session: 'ses_two' },
  ])
  const prompts = ['No floats!', '/check the cart', '/compact', 'Rename it.']
  home.writeLines(
    '.local/state/opencode/prompt-history.jsonl',
    prompts.map((input) => ({ input, parts: [] })),
  )
  const [session, ...others] = await home.read()
  expect(others).toEqual([])
  expect(session).toMatchObject({ tool: 'opencode', id: 'ses_one', project: '/srv/shop', startedAt: minute(1) })
  expect(session!.turns.map(({ text, before }) => [text, before])).toEqual([
    ['Use the money type.', undefined],
    ['No floats!', 'I used floats.'],
    ['the cart', 'I used floats.'],
    ['Rename it.', 'I used floats.'],
  ])
  expect(home.counts()).toEqual({ helper_session: 2, tool_text: 1 })
})

test('a session of `opencode run` is a program’s: it has words in quotation marks, or may not ask', async () => {
  const quoted = newHome()
  openDatabase(quoted, [
    say(1, '"Say \\"total\\", never \\"sum\\"."'),
    say(2, 'Check the cart. Never guess.'),
    say(3, '"What does this say?"\nalways retry\n"quoted" log\n'),
    say(4, 'explain\nalways retry\n'),
  ])
  expect(await quoted.words('opencode')).toEqual([])
  expect(quoted.counts()).toMatchObject({ program_prompt: 4 })

  const marked = newHome()
  openDatabase(marked, [say(1, 'explain'), say(2, 'Never guess, says the person in the terminal.')])
  const database = new DatabaseSync(join(marked.path, '.local/share/opencode/opencode.db'))
  database.exec(`ALTER TABLE session ADD COLUMN permission TEXT;
    UPDATE session SET permission = '[{"permission":"question","pattern":"*","action":"deny"}]'`)
  database.close()
  // Going on in the terminal, somebody typed the second one.
  const prompts = [{ input: 'Never guess, says the person in the terminal.' }]
  marked.writeLines('.local/state/opencode/prompt-history.jsonl', prompts)
  expect(await marked.words('opencode')).toEqual(prompts.map(({ input }) => input))
  expect(marked.counts()).toMatchObject({ program_prompt: 1 })
})

test('a message in quotation marks in the terminal is one of many', async () => {
  const home = newHome()
  openDatabase(home, [
    say(1, 'Use tabs here.'),
    say(2, '"Use tabs" was meant.'),
    say(3, '"Never use spaces."'),
    say(4, 'Go on with it.'),
  ])
  const words = ['Use tabs here.', '"Use tabs" was meant.', '"Never use spaces."', 'Go on with it.']
  expect(await home.words('opencode')).toEqual(words)
})

test('new turns may stand in the log of a database whose file is old', async () => {
  const home = newHome()
  openDatabase(home, [say(1, 'Use tabs here.'), say(9, 'Go on with it.')])
  utimesSync(join(home.path, '.local/share/opencode/opencode.db'), new Date(minute(0)), new Date(minute(0)))
  expect(await home.words('opencode', { since: new Date(minute(5)) })).toEqual(['Go on with it.'])
})

test('files of older versions', async () => {
  const home = newHome()
  const storage = '.local/share/opencode/storage'
  const json = (path: string, value: object) => home.write(`${storage}/${path}`, JSON.stringify(value, null, 2))
  json('session/hash/ses_one.json', { id: 'ses_one', directory: '/srv/shop', time: { created: time(0) } })
  json('session/hash/ses_two.json', { id: 'ses_two', parentID: 'ses_one', directory: '/srv/shop' })
  json('message/ses_one/msg_1.json', { id: 'msg_1', role: 'user', time: { created: time(1) } })
  json('message/ses_one/msg_2.json', { id: 'msg_2', role: 'assistant', time: { created: time(2) } })
  json('message/ses_one/msg_3.json', { id: 'msg_3', role: 'user', time: { created: time(3) } })
  json('message/ses_one/odd.json', { id: '../../../../secret', role: 'user' })
  json('part/msg_1/prt_1.json', { id: 'prt_1', type: 'text', text: 'Use tabs.' })
  json('part/msg_1/prt_2.json', { id: 'prt_2', type: 'text', text: 'Always.', synthetic: true })
  json('part/msg_2/prt_1.json', { id: 'prt_1', type: 'text', text: 'I used spaces.' })
  json('part/msg_3/prt_1.json', { id: 'prt_1', type: 'text', text: 'Tabs!' })
  expect(await home.read('opencode')).toMatchObject([
    {
      id: 'ses_one',
      project: '/srv/shop',
      turns: [
        { at: minute(1), text: 'Use tabs.' },
        { text: 'Tabs!', before: 'I used spaces.' },
      ],
    },
  ])
  expect(home.counts()).toEqual({ helper_session: 1, tool_text: 1 })
})

test('a database that is damaged or of another version is counted', async () => {
  const home = newHome()
  home.write('.local/share/opencode/opencode.db', 'no database at all, but text of some length')
  home.write('.local/share/opencode/opencode-dev.db', '')
  expect(await home.read()).toEqual([])
  expect(home.counts()).toEqual({ unreadable_file: 2 })
})

test('a message of megabytes in quotation marks does not hide the others', async () => {
  const home = newHome()
  openDatabase(home, [
    { role: 'user', at: 1, data: { type: 'text', text: `"${'a'.repeat(12_000_000)}"` } },
    { role: 'user', at: 2, data: { type: 'text', text: 'Use tabs.' } },
    { role: 'user', at: 3, data: { type: 'text', text: 'Be brief.' } },
  ])
  expect(await home.words('opencode')).toEqual(['Use tabs.', 'Be brief.'])
})
