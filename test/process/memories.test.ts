import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { claudeNote } from '../unit/memories/notes.ts'
import { newWorkspace, run, type Workspace, write } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity memories` for a person with notes of Claude Code, against a service. */

let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const known = { agentId: 'ada', category: 'boundary', statement: 'Do not add comments', status: 'approved' }
  await call(service, 'POST', '/beliefs', known, key)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const notes = '.claude/projects/-srv-shop/memory'

/** Somebody who said the first of two rules that are noted, beside a fact. */
function newPerson(): Workspace {
  const person = newWorkspace(folder)
  Object.assign(person.env, { AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key })
  const message = { role: 'user', content: 'Never push to main without a review.' }
  const turn = { type: 'user', message, cwd: join(person.cwd, 'shop'), uuid: 'turn', sessionId: 'session-1' }
  write(
    person,
    '.claude/projects/-srv-shop/session-1.jsonl',
    `${JSON.stringify({ ...turn, timestamp: '2026-10-01T09:00:00Z' })}\n`,
  )
  const note = (name: string, body: string, type = 'feedback') =>
    write(person, `${notes}/${name}.md`, claudeNote(name, { description: body, type, body }))
  note('review', 'Never push to main without a review.')
  note('comments', 'Comments on every function are wanted.')
  note('client', 'The API client lives in `src/api.ts`.', 'reference')
  const lines = ['[Review](review.md) — review', '[Comments](comments.md) — comments', '[Client](client.md) — client']
  write(person, `${notes}/MEMORY.md`, `${lines.map((line) => `- ${line}\n`).join('')}`)
  return person
}

test('lists what the person said, then what the tool concluded, with what the identity says', async () => {
  const person = newPerson()
  const { status, out, error } = await run(person, 'memories')
  expect({ status, out: out.replace(/^[\da-f]{10} /gm, 'ID ') }).toEqual({
    status: 0,
    out: `ID  Never push to main without a review
  claude-code, srv-shop, 2026-11-28, new
  ~/${notes}/review.md:11
  2026-10-01  claude-code  ~/shop  "Never push to main without a review."

ID  Comments on every function are wanted
  claude-code, srv-shop, 2026-11-28, contradicts the identity: "Do not add comments"
  ~/${notes}/comments.md:11
  nobody said it: a conclusion of the tool

`,
  })
  expect(error).toBe(`Left out, since they are no rules: 1 fact about the code or the person.
2 rules, of which 1 is a conclusion and 1 contradicts the identity. "agent-identity memories review" decides on each.
`)
})

test('as JSON', async () => {
  const { data, count, agent, left_out } = JSON.parse((await run(newPerson(), 'memories', 'list', '--json')).out)
  expect({ count, agent, left_out }).toEqual({ count: 2, agent: 'ada', left_out: { state: 0, account: 0, fact: 1 } })
  expect(data).toMatchObject([
    { statement: 'Never push to main without a review', said: [{ session: 'session-1' }], relation: { kind: 'new' } },
    { statement: 'Comments on every function are wanted', said: [], relation: { kind: 'contradicts' } },
  ])
  expect(data[0]).not.toHaveProperty('cuts')
})

test('without a service it lists them all the same, and without an account it asks for no key', async () => {
  const person = newPerson()
  person.env.AGENT_IDENTITY_URL = 'http://127.0.0.1:1'
  const away = await run(person, 'memories', '--project', 'srv-shop')
  expect(away).toMatchObject({ status: 0, out: expect.stringContaining('Never push') })
  expect(away.error).toContain("Read without the agent's statements")
  const { AGENT_IDENTITY_URL, AGENT_IDENTITY_API_KEY, ...env } = person.env
  const stranger = await run({ ...person, env }, 'memories', '--tool', 'codex')
  expect(stranger).toMatchObject({ status: 0, out: expect.stringContaining('that match these options'), error: '' })
})

test('escapes what a terminal would obey', async () => {
  const person = newPerson()
  write(person, 'config/goose/memory/a.txt', 'Always use \u001b[31mred\u001b[0m tabs\n')
  const { out } = await run(person, 'memories', '--tool', 'goose')
  expect(out).toContain('Always use')
  expect(out).not.toContain('\u001b')
})

test('`sessions read` says how many rules tools noted by themselves, and how many contradict the identity', async () => {
  const person = newPerson()
  const noted =
    'Coding tools noted 2 rules by themselves, of which 1 contradicts your identity. "agent-identity memories"'
  expect((await run(person, 'sessions', 'read')).error).toContain(noted)
  // Nobody knows an identity without an account.
  const env = { ...person.env, AGENT_IDENTITY_API_KEY: '' }
  expect((await run({ ...person, env }, 'sessions', 'read')).error).toContain('noted 2 rules by themselves. "')
  const { data } = JSON.parse((await run(person, 'memories', '--json')).out)
  const ids = data.map(({ id }: { id: string }) => id)
  expect(await run(person, 'memories', 'keep', '--yes', ...ids)).toMatchObject({ status: 0 })
  expect((await run(person, 'sessions', 'read')).error).not.toContain('by themselves')
})
