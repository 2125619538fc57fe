import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../service.ts'

let service: Service
let tenant: Tenant
let agent: string
let path: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const add = async (category: string, statement: string, plural = 'beliefs') =>
  (await tenant.post(`/${plural}`, { agentId: agent, category, statement })).body.id as string
const take = async (label?: string) => (await tenant.post(path, { label })).body.snapshot

async function setUp() {
  tenant = await service.register()
  agent = await tenant.agent()
  path = `/agents/${agent}/snapshots`
}

describe('POST /agents/{agentId}/snapshots', () => {
  test('copies the agent’s own layer, hidden and rejected items included', async () => {
    await setUp()
    const hidden = await add('voice', 'Loud')
    await tenant.patch(`/beliefs/${hidden}`, { status: 'rejected' })
    const starred = await add('axiom', 'True')
    await tenant.post(`/beliefs/${starred}/star`)
    await add('ownership', 'The ledger', 'responsibilities')
    await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'axiom', statement: 'Inherited' })
    const { status, body } = await tenant.post(path, { label: 'before' })
    expect(status).toBe(201)
    expect(body).toEqual({
      snapshot: {
        id: expect.any(String),
        agent_id: agent,
        label: 'before',
        belief_count: 2,
        responsibility_count: 1,
        created_at: expect.any(String),
        created_by: tenant.userId,
      },
      next_steps: expect.any(Array),
    })
    for (const step of body.next_steps) expect((await tenant.get(step.path)).status).toBe(200)

    // A later change does not reach it.
    await tenant.delete(`/beliefs/${starred}`)
    const detail = await tenant.get(`${path}/${body.snapshot.id}`)
    expect([detail.status, detail.body]).toEqual([
      200,
      {
        snapshot: {
          ...body.snapshot,
          genome: {
            beliefs: [
              { category: 'axiom', statement: 'True', starred: true, hidden: false, status: 'pending' },
              { category: 'voice', statement: 'Loud', starred: false, hidden: true, status: 'rejected' },
            ],
            responsibilities: [
              { category: 'ownership', statement: 'The ledger', starred: false, hidden: false, status: 'pending' },
            ],
          },
        },
      },
    ])
  })

  test('the label may be left out; 400 for one that is no text, 404 for a foreign agent', async () => {
    await setUp()
    expect((await take()).label).toBeNull()
    expect((await tenant.post(path)).body.snapshot.label).toBeNull()
    expect((await tenant.post(path, { label: 5 })).body.error).toContain('label')
    expect((await (await service.register()).post(path, {})).body).toEqual({ error: 'Agent not found' })
  })
})

describe('GET /agents/{agentId}/snapshots', () => {
  test('lists the newest first, page by page, without genomes', async () => {
    await setUp()
    for (const label of ['one', 'two', 'three']) await take(label)
    const list = async (query = '') => (await tenant.get(path + query)).body.snapshots
    const labels = (snapshots: any[]) => snapshots.map(({ label }) => label)
    expect(labels(await list())).toEqual(['three', 'two', 'one'])
    expect((await list())[0]).not.toHaveProperty('genome')
    expect(labels(await list('?limit=1&offset=1'))).toEqual(['two'])
    expect((await tenant.get(`${path}?limit=x`)).body.error).toContain('limit')
  })

  test('404 for a snapshot of another agent, of another tenant, or of nowhere', async () => {
    await setUp()
    const { id } = await take()
    const other = await tenant.agent()
    for (const wrong of [`/agents/${other}/snapshots/${id}`, `${path}/${nobody}`, `${path}/x`]) {
      expect(await tenant.get(wrong)).toMatchObject({ status: 404, body: { error: 'Snapshot not found' } })
    }
    expect((await (await service.register()).get(`${path}/${id}`)).status).toBe(404)
  })
})

describe('GET /agents/{agentId}/snapshots/diff', () => {
  test('added is in b but not in a, removed in a but not in b', async () => {
    await setUp()
    const gone = await add('axiom', 'Gone')
    const stays = await add('axiom', 'Stays')
    const before = await take('before')
    await tenant.delete(`/beliefs/${gone}`)
    await tenant.patch(`/beliefs/${stays}`, { starred: true, status: 'approved' })
    await add('voice', 'Stays')
    await add('monitoring', 'New', 'responsibilities')
    const after = await take()
    const { status, body } = await tenant.get(`${path}/diff?a=${before.id}&b=${after.id}`)
    expect([status, body]).toEqual([
      200,
      {
        snapshot_a: { id: before.id, label: 'before', created_at: before.created_at },
        snapshot_b: { id: after.id, label: null, created_at: after.created_at },
        diff: {
          beliefs: {
            added: [{ category: 'voice', statement: 'Stays' }],
            removed: [{ category: 'axiom', statement: 'Gone' }],
          },
          responsibilities: { added: [{ category: 'monitoring', statement: 'New' }], removed: [] },
        },
      },
    ])
    const same = (await tenant.get(`${path}/diff?a=${after.id}&b=${after.id}`)).body.diff
    const nothing = { added: [], removed: [] }
    expect(same).toEqual({ beliefs: nothing, responsibilities: nothing })
  })

  test('400 for an id that is missing or malformed, 404 for one that is foreign', async () => {
    await setUp()
    const { id } = await take()
    for (const [field, query] of [
      ['a', `b=${id}`],
      ['b', `a=${id}`],
      ['b', `a=${id}&b=x`],
    ]) {
      const { status, body } = await tenant.get(`${path}/diff?${query}`)
      expect([status, body.error]).toEqual([400, expect.stringMatching(new RegExp(`^${field} `))])
    }
    expect((await tenant.get(`${path}/diff?a=${id}&b=${nobody}`)).status).toBe(404)
  })
})
