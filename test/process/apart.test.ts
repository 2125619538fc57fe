import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../server/domain/requests/caller.ts'
import type { Call } from '../support/tenant.ts'
import { startThreadedService } from '../support/threaded-service.ts'
import { zipOf } from '../support/zip.ts'

/** Requests that the thread of jobs handles, on the embedded engine. */

let service: Awaited<ReturnType<typeof startThreadedService>>

beforeAll(async () => {
  service = await startThreadedService()
})
afterAll(() => service.stop())

const register = (input?: object) => service.register(input)
const call: Call = (...request) => service.call(...request)
/** What `ask` gives, and how many requests of it were handled apart. */
async function counted<T>(ask: () => Promise<T>) {
  const before = service.apart.answered
  const answer = await ask()
  return { answer, apart: service.apart.answered - before }
}

test('answers what another thread handled, and the next read sees it', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  const beliefs = Array.from({ length: 100 }, (_, at) => ({
    category: 'axiom',
    statement: `A statement that is long enough to make many of them a large body, number ${at}`,
  }))
  const bulk = await counted(() => tenant.post('/beliefs/bulk', { agentId, beliefs }))
  expect(bulk).toMatchObject({ answer: { status: 201, body: { created: 100 } }, apart: 1 })
  expect(bulk.answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(bulk.answer.headers['cache-control']).toBe('no-store')
  expect((await tenant.get(`/agents/${agentId}`)).text).toContain('number 99')
  const small = await counted(() => tenant.post('/beliefs/bulk', { agentId, beliefs: beliefs.slice(0, 1) }))
  expect(small).toMatchObject({ answer: { status: 201, body: { created: 0 } }, apart: 0 })
  const gone = await counted(() => tenant.delete(`/agents/${agentId}`))
  expect(gone).toMatchObject({ answer: { status: 200 }, apart: 1 })
  expect((await tenant.get(`/agents/${agentId}`)).status).toBe(404)
})

test('what the body decides is answered the same, here or there', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'Größe ist kein Maß', status: 'approved' })
  const preview = (body: object) => counted(() => tenant.post(`/agents/${agentId}/dynamic-prompt`, body))
  expect(await preview({ seed: 1 })).toMatchObject({ answer: { status: 200 }, apart: 0 })
  const prose = await preview({ seed: 1, format: 'claude_md', template: '# Ours\n', max_tokens: 500 })
  expect(prose).toMatchObject({ answer: { status: 200, body: { format: 'claude_md', seed: 1 } }, apart: 1 })
  expect(prose.answer.body.prompt).toMatch(/^# Ours\n.*Größe ist kein Maß\./s)
  expect(prose.answer.body.next_steps).toMatchObject([{ action: 'repeat' }])
  const refused = await preview({ format: 'claude_md', config: { emphasis_rate: 2 } })
  expect(refused).toMatchObject({ answer: { status: 400 }, apart: 0 })
})

test('HEAD has the headers of GET', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  for (const path of [`/agents/${agentId}/diff?since=2020-01-01`, `/agents/${agentId}/export?format=soul_md`]) {
    const get = await tenant.get(path)
    const headers = { authorization: `Bearer ${tenant.key}` }
    const head = await counted(() => fetch(`${service.base}/api/v1${path}`, { method: 'HEAD', headers }))
    const { date, connection, 'x-request-id': id, ...same } = Object.fromEntries(head.answer.headers)
    expect([path, head.apart, await head.answer.text()]).toEqual([path, 1, ''])
    expect(get.headers).toMatchObject(same)
    expect(Number(same['content-length'])).toBeGreaterThan(0)
  }
})

test('refuses as the thread that serves does', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  const stranger = await register()
  const foreign = await counted(() => stranger.post(`/agents/${agentId}/snapshots`, {}))
  expect(foreign).toMatchObject({ answer: { status: 404, body: { error: 'Agent not found' } }, apart: 1 })
  const invalid = await tenant.post(`/agents/${agentId}/snapshots`, { label: 5 })
  expect(invalid).toMatchObject({ status: 400, body: { error: 'label must be a string or null' } })
  const malformed = await tenant.post('/agents/none/snapshots', {})
  expect(malformed).toMatchObject({ status: 404, body: { error: 'Agent not found' } })
  const large = { content: 'x'.repeat(4 * 1024 * 1024) }
  const long = await counted(() => tenant.post(`/agents/${agentId}/import-claude-md`, large))
  expect(long).toMatchObject({ answer: { status: 413, body: { error: 'The body must be at most 4 MiB' } }, apart: 0 })
  const nobody = await counted(() => call('POST', `/agents/${agentId}/snapshots`, {}))
  expect(nobody).toMatchObject({ answer: { status: 401 }, apart: 0 })
  const twice = await tenant.get(`/agents/${agentId}/snapshots/diff?a=${agentId}&b=${agentId}`)
  expect(twice.status).toBe(404)
})

test('the other thread checks again what the caller may do', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  const caller = { kind: 'key', userId: tenant.userId, orgIds: [tenant.orgId], access: 'read' } as Caller
  const ask = async (method: string, route: string, params: object) => {
    const sent = { id: crypto.randomUUID(), method, route, params, query: {}, headers: {}, remoteAddress: '127.0.0.1' }
    const answer = await service.jobs.answer(
      { ...sent, caller, body: undefined, fd: undefined },
      new AbortController().signal,
    )!
    return [answer.status, JSON.parse(Buffer.from(answer.body as Uint8Array).toString()).error]
  }
  expect(await ask('GET', '/api/v1/agents/:agentId/diff', { agentId })).toEqual([400, 'since is required'])
  expect(await ask('DELETE', '/api/v1/agents/:agentId', { agentId })).toEqual([
    401,
    expect.stringMatching(/^This key may not/),
  ])
  expect(await ask('DELETE', '/api/v1/organizations/:orgId', { orgId: tenant.orgId })).toEqual([401, 'Unauthorized'])
  expect((await tenant.get(`/agents/${agentId}`)).status).toBe(200)
})

test('takes files, and streams what the route streams', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  const zip = await zipOf({
    'data/account.js': 'window.YTD.account.part0 = [{"account":{"username":"ada"}}]',
    'data/tweets.js': 'window.YTD.tweets.part0 = [{"tweet":{"id_str":"1","full_text":"I never merge on red."}}]',
  })
  const form = () => {
    const form = new FormData()
    form.set('agentId', agentId)
    form.set('file', new File([new Uint8Array(zip)], 'x.zip'))
    return form
  }
  const imported = await counted(() => tenant.post('/x/import', form()))
  expect(imported).toMatchObject({ answer: { status: 201, body: { username: 'ada', posts_imported: 1 } }, apart: 1 })
  expect((await tenant.post('/x/import', form())).body.posts_imported).toBe(0)

  const participants = [{ participantType: 'agent', agentId }]
  const talk = (await tenant.post('/conversations', { participants })).body
  const content = 'I never merge on red. '.repeat(10_000)
  const participantId = talk.participants[0].id
  const said = await counted(() =>
    tenant.post(`/conversations/${talk.id}/messages`, { messages: [{ participantId, content }] }),
  )
  expect(said).toMatchObject({ answer: { status: 201 }, apart: 1 })
  const published = await counted(() => tenant.post(`/conversations/${talk.id}/publish`, { agentId }))
  expect(published).toMatchObject({ answer: { status: 201 }, apart: 1 })
  expect(published.answer.body.items.length).toBeGreaterThan(3)
})

test('a deleted organization has no keys anymore', async () => {
  const [email, password] = ['ada@example.com', 'correct horse battery staple']
  const tenant = await register({ email, password })
  const { headers } = await call('POST', '/auth/login', { email, password })
  const session = { cookie: headers['set-cookie']!.split(';')[0]!, 'sec-fetch-site': 'same-origin' }
  expect((await tenant.get('/account')).status).toBe(200)
  const address = `/organizations/${tenant.orgId}`
  const gone = await counted(() => call('DELETE', address, { confirmSlug: tenant.slug }, session))
  expect(gone).toMatchObject({ answer: { status: 200 }, apart: 1 })
  expect((await tenant.get('/account')).status).toBe(401)
})

test('one organization cannot have any number of them wait', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  const { promise, resolve } = Promise.withResolvers<void>()
  service.apart.held = promise
  const refused: string[] = []
  const asked = Array.from({ length: 70 }, async () => {
    const { status, headers } = await tenant.post(`/agents/${agentId}/snapshots`, {})
    if (status !== 201) refused.push(`${status} ${headers['retry-after']}`)
  })
  await expect.poll(() => refused, { timeout: 20_000 }).toEqual(['429 5', '429 5'])
  resolve()
  await Promise.all(asked)
  expect(refused.length).toBe(2)
})

test('a client that goes away ends its request and nothing else', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  const participants = [{ participantType: 'agent', agentId }]
  const talk = (await tenant.post('/conversations', { participants })).body
  const message = { participantId: talk.participants[0].id, content: 'I never merge on red. '.repeat(10_000) }
  await tenant.post(`/conversations/${talk.id}/messages`, { messages: Array(15).fill(message) })
  for (const ms of [1, 20, 100, 300]) {
    const left = fetch(`${service.base}/api/v1/conversations/${talk.id}/publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}` },
      body: JSON.stringify({ agentId }),
      signal: AbortSignal.timeout(ms),
    })
    await expect(left).rejects.toThrow('aborted')
  }
  const published = await counted(() => tenant.post(`/conversations/${talk.id}/publish`, { agentId }))
  expect(published).toMatchObject({ answer: { status: 201 }, apart: 1 })
  expect(service.deps.jobsThread!()).toEqual({ isRunning: true, failures: 0 })
})

test('while the other thread is away, the thread that serves does it', async () => {
  const tenant = await register()
  const agentId = await tenant.agent()
  await service.jobs.stop()
  const taken = await counted(() => tenant.post(`/agents/${agentId}/snapshots`, { label: 'before' }))
  expect(taken).toMatchObject({ answer: { status: 201, body: { snapshot: { label: 'before' } } }, apart: 0 })
  expect(service.logged).toEqual([])
})
