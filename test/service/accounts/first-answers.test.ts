import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#core/base/hash.ts'
import { onceOnlyOf } from '../../../server/features/accounts/first-answers.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** A request with an `Idempotency-Key` changes something once, however often it is repeated, on any replica. */

const dayMs = 86_400_000
let now = new Date()
/** On a server there are two replicas. */
let services: Service[]
let service: Service
let person: Person
let agentId: string
beforeAll(async () => {
  service = await startService({}, { now: () => now })
  const { databaseUrl } = service.deps.config
  services = [service, databaseUrl ? await startService({ DATABASE_URL: databaseUrl }, { now: () => now }) : service]
  person = await newPerson(service)
  agentId = await person.tenant.agent()
})
afterAll(async () => {
  if (services[1] !== service) await services[1]!.app.close()
  await service.stop()
})

const withKey = (key: string) => ({ 'idempotency-key': key })
const replayed = 'idempotency-replayed'
const beliefs = async () => (await person.tenant.get(`/beliefs?agentId=${agentId}`)).body.data.length

test('a repetition gets the first answer, and changes nothing', async () => {
  const send = (replica: Service) =>
    replica.call(
      'POST',
      '/beliefs',
      { agentId, category: 'axiom', statement: 'Write tests first.' },
      { authorization: `Bearer ${person.tenant.key}`, ...withKey('once') },
    )
  const first = await send(services[0]!)
  const before = await beliefs()
  for (const replica of services) {
    const again = await send(replica)
    expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag])
    expect([first.headers[replayed], again.headers[replayed]]).toEqual([undefined, 'true'])
  }
  expect(await beliefs()).toBe(before)
})

test('every method that changes something is repeated so, a refusal too', async () => {
  const { tenant } = person
  const twice = async (send: () => Promise<{ status: number; text: string; headers: Record<string, string> }>) => {
    const [first, again] = [await send(), await send()]
    return [first.status, first.headers[replayed], again.status, again.headers[replayed], first.text === again.text]
  }
  const id = await tenant.agent({ name: 'Bo' })
  expect(await twice(() => tenant.patch(`/agents/${id}`, { name: 'Cy' }, withKey('patch')))).toEqual([
    200,
    undefined,
    200,
    'true',
    true,
  ])
  expect(await twice(() => tenant.post('/agents', { name: '' }, withKey('invalid')))).toEqual([
    400,
    undefined,
    400,
    'true',
    true,
  ])
  expect(await twice(() => tenant.delete(`/agents/${id}`, undefined, withKey('delete')))).toEqual([
    200,
    undefined,
    200,
    'true',
    true,
  ])
  expect(await twice(() => tenant.delete(`/agents/${id}`, undefined, withKey('gone')))).toEqual([
    404,
    undefined,
    404,
    'true',
    true,
  ])
  expect(await twice(() => tenant.post(`/agents/${agentId}/dynamic-prompt`, {}, withKey('read')))).toEqual([
    200,
    undefined,
    200,
    'true',
    true,
  ])
})

test('another body, path or method with the same key is refused', async () => {
  const { tenant } = person
  await tenant.post('/agents', { name: 'One' }, withKey('reused'))
  for (const again of [
    await tenant.post('/agents', { name: 'Two' }, withKey('reused')),
    await tenant.post('/groups', { name: 'One' }, withKey('reused')),
    await tenant.patch(`/agents/${agentId}`, { name: 'One' }, withKey('reused')),
  ])
    expect([again.status, again.body.code]).toEqual([422, 'key_reused'])
})

test('a key belongs to a credential: another one, or a session, starts over', async () => {
  const send = (who: Pick<Person, 'post'>) => who.post('/agents', { name: 'Shared' }, withKey('shared'))
  const stranger = await newPerson(service)
  const answers = [await send(person.tenant), await send(person), await send(stranger.tenant)]
  expect(answers.map(({ status, headers }) => [status, headers[replayed]])).toEqual(answers.map(() => [201, undefined]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
})

test('of twins at the same moment one changes something, on whichever replica', async () => {
  const before = await beliefs()
  const kinds = ['statement', 'group', 'organization'] as const
  for (const [at, kind] of kinds.entries()) {
    const [path, body] = {
      statement: ['/beliefs', { agentId, category: 'principle', statement: `Twin ${at}` }] as const,
      group: ['/groups', { name: 'Twins' }] as const,
      organization: [
        `/organizations/${person.tenant.orgId}/beliefs`,
        { category: 'voice', statement: `Twin ${at}` },
      ] as const,
    }[kind]
    const headers = { authorization: `Bearer ${person.tenant.key}`, ...withKey(`twins ${kind}`) }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, twin) => services[twin % 2]!.call('POST', path, body, headers)),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect(created.filter((answer) => answer.headers[replayed] === undefined)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(others.map(({ status, body }) => [status, body.code])).toEqual(others.map(() => [409, 'request_running']))
    expect(others.every(({ headers }) => headers['retry-after'] === '1')).toBe(true)
    expect((await services[1]!.call('POST', path, body, headers)).body.id).toBe(created[0]!.body.id)
  }
  expect(await beliefs()).toBe(before + 1)
})

test('a twin of a slow request is refused at once', async () => {
  let answer: () => void = () => {}
  const asked = Promise.withResolvers<void>()
  const slow = createServer((_request, response) => {
    answer = () => response.writeHead(401).end()
    asked.resolve()
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const github = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const other = await startService({ GITHUB_API_URL: github })
  try {
    const { post, orgId } = await other.register()
    const send = () => post('/github/connections', { orgId, token: 'ghp_slow' }, withKey('slow'))
    const first = send()
    await asked.promise
    const twin = await send()
    expect([twin.status, twin.body.code]).toEqual([409, 'request_running'])
    answer()
    expect((await first).status).toBe(400)
  } finally {
    slow.closeAllConnections()
    slow.close()
    await other.stop()
  }
})

test('an answer with a secret is not kept: its repetition is refused, and makes no second one', async () => {
  const path = `/organizations/${person.tenant.orgId}/api-keys`
  const first = await person.post(path, { label: 'CI' }, withKey('secret'))
  const again = await person.post(path, { label: 'CI' }, withKey('secret'))
  expect([first.status, again.status, again.body.code]).toEqual([201, 409, 'answer_not_kept'])
  expect((await person.get(path)).body.filter(({ label }: { label: string }) => label === 'CI')).toHaveLength(1)
  const rows = await service.deps.db.selectFrom('first_answers').select('body').execute()
  expect(rows.some(({ body }) => body && Buffer.from(body).includes(first.body.key))).toBe(false)
})

test('who lost access to an organization does not get its answers again', async () => {
  const guest = await newPerson(service)
  const { orgId } = person.tenant
  const invited = await person.post(`/organizations/${orgId}/invitations`, {})
  await guest.post(`/invitations/${invited.body.link.split('/').at(-1)}/accept`)
  const send = () => guest.post('/agents', { orgId, name: 'Guest' }, withKey('guest'))
  expect((await send()).status).toBe(201)
  await person.delete(`/organizations/${orgId}/members/${guest.tenant.userId}`)
  const again = await send()
  expect([again.status, again.body.code, again.text.includes('Guest')]).toEqual([409, 'answer_not_kept', false])
})

test('a failure is not kept, so a repetition tries again', async () => {
  const { tenant } = person
  await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'Said twice.' })
  const conflict = () =>
    tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'Said twice.' }, withKey('conflict'))
  expect([(await conflict()).status, (await conflict()).headers[replayed]]).toEqual([409, 'true'])
  const cut = await startService({ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'none', LLM_API_KEY: 'x' })
  try {
    const other = await cut.register()
    const id = await other.agent()
    const send = () =>
      other.post(`/agents/${id}/import-claude-md`, { content: '- Always write tests first.' }, withKey('model'))
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.headers[replayed]]).toEqual([500, 500, undefined])
  } finally {
    await cut.stop()
  }
}, 60_000)

test('of a process that died after the change, it tells after a minute that the change was made', async () => {
  const { tenant } = person
  const send = () => tenant.post('/groups', { name: 'Half answered' }, withKey('died'))
  await send()
  const { id } = onceOnlyOf(sha256(tenant.key), 'died', '')
  const unanswered = { status: null, headers: null, org_ids: null, body: null }
  await service.deps.db.updateTable('first_answers').set(unanswered).where('id', '=', id).execute()
  const early = await send()
  expect([early.status, early.body.code, early.headers['retry-after']]).toEqual([409, 'request_running', '1'])
  now = new Date(now.getTime() + 61_000)
  const late = await send()
  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([409, 'answer_not_kept', undefined])
  expect(late.body.error).toMatch(/made its change/)
  const { body } = await tenant.get('/groups?limit=1000')
  expect(body.data.filter(({ name }: { name: string }) => name === 'Half answered')).toHaveLength(1)
})

test('it is kept for a day, and then forgotten', async () => {
  const { tenant } = person
  const send = async () => (await tenant.post('/groups', { name: 'Daily' }, withKey('daily'))).headers[replayed]
  await send()
  now = new Date(now.getTime() + dayMs - 1000)
  expect(await send()).toBe('true')
  now = new Date(now.getTime() + 2000)
  expect(await send()).toBeUndefined()
  expect(await send()).toBe('true')
})

test('a key has 1 to 255 characters; without credentials it is ignored', async () => {
  const { tenant } = person
  for (const key of ['', 'x'.repeat(256)])
    expect((await tenant.post('/groups', { name: 'Key' }, withKey(key))).body.code).toBe('invalid')
  expect((await tenant.post('/groups', { name: 'Key' }, withKey('x'.repeat(255)))).status).toBe(201)
  const answers = [1, 2].map(() => service.call('POST', '/register', {}, withKey('public')))
  const [first, again] = await Promise.all(answers)
  expect([first!.status, again!.status, again!.headers[replayed]]).toEqual([201, 201, undefined])
})
