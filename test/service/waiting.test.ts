import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../support/discovery.ts'
import { type Service, startService, type Tenant } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  // Nothing listens at this address: a sync reports what it cannot read.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
})
afterAll(() => service.stop())

const password = 'correct horse battery staple'
let people = 0

/** An organization, and a way to read what waits in it as the person who made it. */
async function signedIn(): Promise<{ tenant: Tenant; waiting: () => Promise<any> }> {
  const email = `waiting${++people}@example.com`
  const tenant = await service.register({ email, password })
  const login = await service.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })
  const cookie = String(login.headers['set-cookie']).split(';')[0]!
  const waiting = async () => {
    const url = `/api/v1/organizations/${tenant.slug}/waiting`
    const answer = await service.app.inject({ method: 'GET', url, headers: { cookie } })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  return { tenant, waiting }
}

const nothing = { count: 0, data: [] }

test('in a new organization nothing waits, and no step is made', async () => {
  const { waiting } = await signedIn()
  expect(await waiting()).toEqual({
    sources: nothing,
    jobs: nothing,
    change_requests: nothing,
    proposals: nothing,
    clients: nothing,
    keys: nothing,
    figures: { agents: 0, items: 0, clients: 0 },
    steps: { agent: false, prompt_read: false, session_read: false, proposal_approved: false },
  })
})

test('a key does not read it, and a person of another organization does not find it', async () => {
  const { tenant } = await signedIn()
  const other = await signedIn()
  expect((await tenant.get(`/organizations/${tenant.slug}/waiting`)).status).toBe(401)
  const url = `/organizations/${tenant.orgId}/waiting`
  expect((await other.tenant.get(url)).status).toBe(401)
})

test('what was found, written or asked waits by its owner, until it is decided', async () => {
  const { tenant, waiting } = await signedIn()
  const ada = await tenant.agent({ name: 'Ada' })
  const group = await tenant.group({ name: 'Platform' })
  await importContent(service, tenant, ada, testsFirst)
  await discover(service, tenant, ada)
  await tenant.post('/beliefs', { agentId: ada, category: 'voice', statement: 'Be direct' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'voice', statement: 'Be kind' })
  const change = { op: 'add', owner: { agentId: ada }, kind: 'belief', category: 'voice', statement: 'Be brief' }
  const { body: request } = await tenant.post('/change-requests', { title: 'Briefer', changes: [change] })

  const { proposals, change_requests, figures, steps } = await waiting()
  expect(proposals).toEqual({
    count: 3,
    data: [
      { agent_id: ada, group_id: null, name: 'Ada', count: 2, proposed: 1 },
      { agent_id: null, group_id: group, name: 'Platform', count: 1, proposed: 0 },
    ],
  })
  expect(change_requests).toMatchObject({ count: 1, data: [{ id: request.id, number: 1, title: 'Briefer' }] })
  expect(figures).toMatchObject({ agents: 1, items: 2 })
  expect(steps).toMatchObject({ agent: true, proposal_approved: false })

  const { body: pending } = await tenant.get(`/organizations/${tenant.slug}/proposals`)
  const ids = pending.data.map(({ id }: { id: string }) => id)
  for (const id of ids) await tenant.patch(`/beliefs/${id}`, { status: 'approved' })
  await tenant.post(`/change-requests/${request.id}/close`, {})
  const decided = await waiting()
  expect([decided.proposals, decided.change_requests]).toEqual([nothing, nothing])
  expect(decided.steps.proposal_approved).toBe(true)
})

test('a sync that failed, a client that is behind and a key that expires are told', async () => {
  const { tenant, waiting } = await signedIn()
  const ada = await tenant.agent({ name: 'Ada' })
  const { body: source } = await tenant.post('/content-sources', {
    agentId: ada,
    platform: 'github',
    config: { repoUrl: 'https://github.com/acme/api' },
  })
  await service.deps.db
    .updateTable('content_sources')
    .set({ last_errors: JSON.stringify(['The host cannot be found']) as never })
    .where('id', '=', source.id)
    .execute()
  await tenant.get(`/agents/${ada}/prompt`, { 'x-client': 'cli/web-shop' })
  await service.deps.promptReads.flush()
  await tenant.post('/beliefs', { agentId: ada, category: 'voice', statement: 'Be direct', status: 'approved' })
  const keys = [3, 30].map((days) => new Date(service.deps.now().getTime() + days * 86_400_000).toISOString())
  await service.deps.db
    .updateTable('api_keys')
    .set({ expires_at: keys[1]! })
    .where('org_id', '=', tenant.orgId)
    .execute()
  expect((await waiting()).keys).toEqual(nothing)
  await service.deps.db
    .updateTable('api_keys')
    .set({ expires_at: keys[0]! })
    .where('org_id', '=', tenant.orgId)
    .execute()

  expect(await waiting()).toMatchObject({
    sources: { count: 1, data: [{ id: source.id, agent_name: 'Ada', error: 'The host cannot be found' }] },
    clients: { count: 1, data: [{ agent_id: ada, client: 'cli/web-shop', behind: 1 }] },
    keys: { count: 1, data: [{ expires_at: keys[0] }] },
    figures: { clients: 1 },
    steps: { prompt_read: true },
  })
})
