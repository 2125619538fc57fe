import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newWorkspace, read, run, type Workspace, write } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Deciding about memories in scripts: `agent-identity memories review --json`, `promote`, `keep`, `discard`, `undo`. */

let folder: string
let service: Running
let key: string
let organization: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  const registered = (await call(service, 'POST', '/register', {})).body
  key = registered.key
  organization = registered.organization.id
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const summary = '.codex/memories_v2/memory_summary.md'
const review = 'Never push to main without a review'
const comments = 'Comments on every function are wanted'

/** Somebody with two notes of Codex and one of Goose, who said the first, and an agent of their own. */
async function newPerson(): Promise<Workspace & { agent: string }> {
  const person = newWorkspace(folder)
  const { slug } = (await call(service, 'POST', '/agents', { name: crypto.randomUUID() }, key)).body
  Object.assign(person.env, {
    ...{ AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key, AGENT_IDENTITY_AGENT: slug },
    XDG_STATE_HOME: join(person.cwd, 'state'),
  })
  const message = { role: 'user', content: `${review}.` }
  const turn = { type: 'user', message, cwd: person.cwd, uuid: 'turn', sessionId: 'session-1' }
  write(person, '.claude/projects/a/1.jsonl', `${JSON.stringify({ ...turn, timestamp: '2026-10-01T09:00:00Z' })}\n`)
  write(person, summary, `v1\n\n## User preferences\n\n- ${review}.\n- ${comments}.\n`)
  write(person, 'config/goose/memory/a.txt', `${review}.\n`)
  return { ...person, agent: slug }
}

const memories = (person: Workspace, ...args: string[]) => run(person, 'memories', ...args)

const undecided = async (person: Workspace): Promise<Record<string, string>> => {
  const { data } = JSON.parse((await memories(person, 'review', '--json')).out)
  return Object.fromEntries(data.map(({ tool, statement, id }: Record<string, string>) => [`${tool} ${statement}`, id]))
}

const requests = async ({ agent }: { agent: string }) => {
  const { data } = (await call(service, 'GET', `/change-requests?agentId=${agent}&sourceType=memory`, undefined, key))
    .body
  const ids: string[] = data.map(({ id }: { id: string }) => id)
  return Promise.all(ids.map(async (id) => (await call(service, 'GET', `/change-requests/${id}`, undefined, key)).body))
}

test('promoting is one change request, and two equal notes are one change', async () => {
  const person = await newPerson()
  const { [`codex ${review}`]: codex, [`goose ${review}`]: goose } = await undecided(person)
  const refused = await memories(person, 'promote', codex!, goose!)
  expect(refused).toMatchObject({ status: 1, out: '', error: expect.stringContaining('agree with --yes') })
  expect(await requests(person)).toEqual([])
  const { status, out, error } = await memories(person, 'promote', codex!, goose!, '--yes')
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringMatching(/^Change request \d+ was created\. "agent-identity review [\w-]+" decides on it\.\n$/),
  })
  expect(error).toContain(`POST ${service.url}/api/v1/change-requests\n{`)
  expect(await requests(person)).toMatchObject([
    {
      title: review,
      description: expect.stringMatching(
        /^- Never push.*: noted by Codex on 20\d\d-\d\d-\d\d; said on 2026-10-01 to claude-code: "Never push.*"\n- .* noted by Goose/,
      ),
      changes: [{ op: 'add', statement: review, category: 'boundary', source_type: 'memory', quote: `${review}.` }],
    },
  ])
  expect(Object.keys(await undecided(person))).toEqual([`codex ${comments}`])
  const again = await memories(person, 'promote', codex!, '--yes', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ change_request: { is_existing: true }, ids: [codex] })
})

test('a conclusion of the tool is promoted with an edit or a second yes only', async () => {
  const person = await newPerson()
  const { [`codex ${comments}`]: id } = await undecided(person)
  const refused = await memories(person, 'promote', id!, '--yes')
  expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('--anyway') })
  expect(await requests(person)).toEqual([])
  const edited = await memories(person, 'promote', id!, '--yes', '--statement', 'Comment public functions')
  expect(edited.status).toBe(0)
  const anyway = await memories(person, 'promote', id!, '--yes', '--anyway')
  expect(anyway.status).toBe(0)
  const proposed = (await requests(person)).map(({ changes, description }) => [changes[0].statement, description])
  expect(proposed.map(([statement]) => statement).sort()).toEqual(['Comment public functions', comments])
  for (const [, description] of proposed) expect(description).toContain('nobody said it in a session that is kept')
})

test('for the group and the organization', async () => {
  const person = await newPerson()
  const { [`codex ${review}`]: id } = await undecided(person)
  const inNone = await memories(person, 'promote', id!, '--yes', '--layer', 'group')
  expect(inNone).toMatchObject({ status: 1, error: expect.stringContaining('is in no group') })
  const name = crypto.randomUUID()
  const { id: groupId } = (await call(service, 'POST', '/groups', { orgId: organization, name }, key)).body
  await call(service, 'PATCH', `/agents/${person.agent}`, { groupId }, key)
  for (const layer of ['group', 'organization'])
    expect(await memories(person, 'promote', id!, '--yes', '--layer', layer)).toMatchObject({ status: 0 })
  const owners = (await requests(person)).map(({ changes }) => changes[0].owner)
  expect(owners).toEqual(expect.arrayContaining([{ group_id: groupId }, { org_id: organization }]))
})

test('keeping is remembered, on this machine alone', async () => {
  const person = await newPerson()
  const { [`codex ${comments}`]: id } = await undecided(person)
  expect(await memories(person, 'keep', id!)).toMatchObject({ status: 1 })
  const before = read(person, summary)
  expect(await memories(person, 'keep', id!, '--yes')).toMatchObject({ status: 0, out: `Kept: ${comments}\n` })
  expect(Object.keys(await undecided(person))).not.toContain(`codex ${comments}`)
  expect((await memories(person)).out).toContain('kept')
  expect(read(person, summary)).toBe(before)
  expect(await memories(person, 'undo', id!)).toMatchObject({ status: 0, out: expect.stringContaining('next review') })
  expect(Object.keys(await undecided(person))).toContain(`codex ${comments}`)
})

test('discarding shows the difference, asks, and can be undone', async () => {
  const person = await newPerson()
  const { [`codex ${review}`]: first, [`codex ${comments}`]: second } = await undecided(person)
  const before = read(person, summary)
  const refused = await memories(person, 'discard', second!)
  expect(refused).toMatchObject({ status: 1, error: expect.stringContaining(`-- ${comments}.`) })
  expect(refused.error).toContain('Nothing was changed: without a terminal')
  expect(read(person, summary)).toBe(before)
  const { status, out } = await memories(person, 'discard', first!, second!, '--yes', '--json')
  expect({ status, count: JSON.parse(out).count }).toEqual({ status: 0, count: 2 })
  expect(read(person, summary)).toBe('v1\n\n## User preferences\n\n')
  for (let count = 0; count < 2; count++) expect(await memories(person, 'undo')).toMatchObject({ status: 0 })
  expect(read(person, summary)).toBe(before)
  expect(await memories(person, 'undo')).toMatchObject({
    status: 1,
    error: expect.stringContaining('Nothing was discarded'),
  })
})

test('a file of a repository is said to be shared', async () => {
  const person = await newPerson()
  write(person, '.git/HEAD', '')
  write(person, '.goose/memory/team.txt', 'Always use tabs.\n')
  const { 'goose Always use tabs': id } = await undecided(person)
  const { status, error } = await memories(person, 'discard', id!, '--yes')
  expect({ status, error }).toEqual({ status: 0, error: expect.stringContaining('a change for your colleagues too') })
  expect(read(person, '.goose/memory/team.txt')).toBe('')
})

test('an unknown id is one sentence, and nothing is kept or sent', async () => {
  const person = await newPerson()
  for (const verb of ['promote', 'keep', 'discard', 'undo'])
    expect(await memories(person, verb, 'nothing', ...(verb === 'undo' ? [] : ['--yes']))).toMatchObject({
      ...{ status: 1, out: '' },
      error: expect.stringMatching(/There is no memory nothing|Nothing was decided about nothing/),
    })
  expect(existsSync(join(person.cwd, 'state'))).toBe(false)
})
