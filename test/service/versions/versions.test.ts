import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteOldVersions } from '../../../server/features/versions/retention.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

let agent: string
let belief: string
beforeEach(async () => {
  agent = await tenant.agent({ name: 'Zoë' })
  belief = (await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement: 'Test first' })).body.id
})

const prompt = (query = '') => tenant.get(`/agents/${agent}/prompt${query}`)
const reword = (statement: string) => tenant.patch(`/beliefs/${belief}`, { statement })
const versions = async () => (await tenant.get(`/agents/${agent}/prompt-versions`)).body

test('a version is made by the first read after a change, and never by a write', async () => {
  for (const statement of ['One', 'Two', 'Three']) await reword(statement)
  const first = await prompt()
  expect([first.headers['x-prompt-version'], first.headers['x-prompt-label']]).toEqual(['1', 'live'])
  await reword('Four')
  await reword('Five')
  expect((await prompt()).headers['x-prompt-version']).toBe('2')
  expect((await prompt()).headers['x-prompt-version']).toBe('2')
  const { data, count } = await versions()
  expect([count, data.map(({ version }: { version: number }) => version)]).toEqual([2, [2, 1]])
})

test('a version says what it holds', async () => {
  const { text } = await prompt()
  const { data } = await versions()
  expect(data).toEqual([
    {
      version: 1,
      hash: createHash('sha256').update(text).digest('hex'),
      created_at: expect.any(String),
      tokens: expect.any(Number),
      items: 1,
      live: true,
      labels: [],
      previous: null,
      changes: [
        expect.objectContaining({ action: 'belief.create' }),
        expect.objectContaining({ action: 'agent.create' }),
      ],
      changes_by_layer: { agent: 2, group: 0, org: 0 },
    },
  ])
  expect(data[0].tokens).toBeGreaterThan(10)
  const { body } = await tenant.get(`/agents/${agent}/prompt-versions/1`)
  expect(body).toMatchObject({ ...data[0], prompt: text })
})

test('a text that returns is its old version again', async () => {
  const before = await prompt()
  await reword('Test last')
  expect((await prompt()).headers['x-prompt-version']).toBe('2')
  await reword('Test first')
  const after = await prompt()
  expect([after.headers['x-prompt-version'], after.text]).toEqual(['1', before.text])
  await reword('Test never')
  expect((await prompt()).headers['x-prompt-version']).toBe('3')
})

test('the prompt of GET /agents/{agentId}, of the file and of the rendered one are versions too', async () => {
  await tenant.get(`/agents/${agent}`)
  await reword('By the file')
  await tenant.get(`/agents/${agent}/files`)
  await reword('By rendering')
  await tenant.post(`/agents/${agent}/regenerate-prompt`)
  const { data } = await versions()
  expect(data).toHaveLength(3)
  const { prompt: second } = (await tenant.get(`/agents/${agent}/prompt-versions/2`)).body
  expect(second).toContain('By the file')
})

test('?version answers a text byte for byte as it was', async () => {
  const first = await prompt()
  await reword('Other words')
  const old = await prompt('?version=1')
  expect([old.text, old.headers.etag, old.headers['x-prompt-version']]).toEqual([first.text, first.headers.etag, '1'])
  expect(old.headers['x-prompt-label']).toBeUndefined()
  const again = await tenant.get(`/agents/${agent}/prompt?version=1`, { 'if-none-match': first.headers.etag! })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a comparison lists added, removed and reworded lines', async () => {
  const add = (statement: string, category = 'boundary') =>
    tenant.post('/beliefs', { agentId: agent, category, statement })
  await add('Never merge on red')
  const gone = (await add('Answer within a day', 'voice')).body.id
  await prompt()
  await tenant.delete(`/beliefs/${gone}`)
  await add('Say what you do not know', 'voice')
  await reword('Test first and last')
  await prompt()
  const { body } = await tenant.get(`/agents/${agent}/prompt-versions/diff?a=1&b=2`)
  expect(body.added).toEqual([{ section: 'Voice', text: 'Say what you do not know' }])
  expect(body.removed).toEqual([{ section: 'Voice', text: 'Answer within a day' }])
  expect(body.changed).toEqual([{ section: 'Principles', before: 'Test first', after: 'Test first and last' }])
  expect(body.unified).toContain('\n-- Test first\n+- Test first and last\n')
  const same = await tenant.get(`/agents/${agent}/prompt-versions/diff?a=2&b=2`)
  expect(same.body).toMatchObject({ added: [], removed: [], changed: [], unified: '' })
})

test.each([
  ['/prompt?version=0', 400],
  ['/prompt?version=soon', 400],
  ['/prompt?version=9', 404],
  ['/prompt?label=production', 404],
  ['/prompt?label=production&version=1', 400],
  ['/prompt?environment=nowhere', 404],
  ['/prompt?version=1&max_tokens=800', 400],
  ['/prompt-versions/9', 404],
  ['/prompt-versions/soon', 404],
  ['/prompt-versions/diff?a=1', 400],
  ['/prompt-versions/diff?a=1&b=9', 404],
] as const)('GET /agents/{agentId}%s › %i', async (path, status) => {
  const answer = await tenant.get(`/agents/${agent}${path}`)
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(/\w/)])
})

test('a stranger learns nothing: each answer is that of a random id', async () => {
  await prompt()
  await tenant.put(`/agents/${agent}/labels/production`, { version: 1 })
  const stranger = await service.register()
  const nobody = '00000000-0000-7000-8000-000000000000'
  for (const path of [
    '/prompt?version=1',
    '/prompt?label=production',
    '/prompt-versions',
    '/prompt-versions/1',
    '/prompt-versions/diff?a=1&b=1',
    '/labels',
    '/labels/production/history',
  ]) {
    const [foreign, missing] = [agent, nobody].map((id) => stranger.get(`/agents/${id}${path}`))
    const { status, text } = await missing!
    expect([path, status]).toEqual([path, 404])
    expect((await foreign!).text).toBe(text)
  }
})

test('retention keeps what is live, labeled, returned to by a rollback, or among the newest 50', async () => {
  for (let at = 1; at <= 54; at++) {
    await reword(`Words ${at}`)
    await prompt()
  }
  await tenant.put(`/agents/${agent}/labels/early`, { version: 2 })
  await tenant.put(`/agents/${agent}/labels/late`, { version: 3 })
  await tenant.put(`/agents/${agent}/labels/late`, { version: 54 })
  await reword('Words 1')
  expect((await prompt()).headers['x-prompt-version']).toBe('1')
  const { db } = service.deps
  const kept = async (now: string) => {
    await db.transaction().execute((trx) => deleteOldVersions(trx, new Date(now), 90))
    const { data } = (await tenant.get(`/agents/${agent}/prompt-versions?limit=100`)).body
    return data.map(({ version }: { version: number }) => version).reverse()
  }
  const all = Array.from({ length: 54 }, (_, at) => at + 1)
  expect(await kept(new Date().toISOString())).toEqual(all)
  expect(await kept('2100-01-01T00:00:00.000Z')).toEqual(all.filter((version) => version !== 4))
  await reword('Words 55')
  expect((await prompt()).headers['x-prompt-version']).toBe('55')
})
