import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

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
            dynamic_prompt: { enabled: false, emphasis_rate: 0.4, min_pool_size: 3, category_overrides: {} },
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
    expect((await (await service.register()).post(path, {})).body).toEqual({
      error: 'Agent not found',
      code: 'not_found',
    })
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
    const proposal = await add('voice', 'Proposed')
    await tenant.patch(`/beliefs/${proposal}`, { hidden: true })
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
            proposed: [{ category: 'voice', statement: 'Proposed' }],
          },
          responsibilities: { added: [{ category: 'monitoring', statement: 'New' }], removed: [], proposed: [] },
        },
      },
    ])
    const same = (await tenant.get(`${path}/diff?a=${after.id}&b=${after.id}`)).body.diff
    const nothing = { added: [], removed: [], proposed: [] }
    expect(same).toMatchObject({ beliefs: nothing, responsibilities: nothing })
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

describe('POST /agents/{agentId}/snapshots/{snapshotId}/restore', () => {
  const statements = async () =>
    (await tenant.get(`/beliefs?agentId=${agent}`)).body.data.map((item: { statement: string }) => item.statement)
  const restore = (id: string) => tenant.post(`${path}/${id}/restore`)
  const genomeOf = async (id: string) => (await tenant.get(`${path}/${id}`)).body.snapshot.genome

  test('makes the own layer what it was, keeps ids and provenance, and keeps the present as a snapshot', async () => {
    await setUp()
    const kept = await tenant.post('/beliefs', {
      agentId: agent,
      category: 'principle',
      statement: 'Kept',
      sourceType: 'conversation',
      quote: 'I keep it',
    })
    const gone = await add('principle', 'Gone')
    await tenant.patch(`/beliefs/${gone}`, { status: 'approved', starred: true })
    await add('ownership', 'The ledger', 'responsibilities')
    const { id } = await take('before')
    await tenant.patch(`/beliefs/${kept.body.id}`, { status: 'rejected' })
    await tenant.delete(`/beliefs/${gone}`)
    const added = await add('principle', 'Added since')

    const { status, body } = await restore(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ created: 1, updated: 1, removed: 1, hidden: 0 })
    expect(body.snapshot).toMatchObject({ label: 'Before restoring before', belief_count: 2, responsibility_count: 1 })
    expect(await genomeOf((await take()).id)).toEqual(await genomeOf(id))
    const { data } = (await tenant.get(`/beliefs?agentId=${agent}`)).body
    expect(data.find((item: { statement: string }) => item.statement === 'Kept').id).toBe(kept.body.id)
    const sources = await tenant.get(`/beliefs/${kept.body.id}/sources`)
    expect(sources.body.data[0].quote).toBe('I keep it')
    expect((await tenant.get(`/agents/${agent}`)).body.system_prompt).not.toContain('Added since')
    expect((await tenant.patch(`/beliefs/${added}`, { starred: true })).status).toBe(404)

    // Restores it.
    expect((await tenant.post(body.next_steps[0].path.replace('/api/v1', ''))).status).toBe(200)
    expect((await statements()).toSorted()).toEqual(['Added since', 'Kept'])
  })

  test('brings the order back', async () => {
    await setUp()
    const [one, two] = [await add('voice', 'One'), await add('voice', 'Two')]
    const { id } = await take()
    await tenant.patch(`/beliefs/${one}`, { displayOrder: 9 })
    await tenant.delete(`/beliefs/${two}`)
    await restore(id)
    expect(await statements()).toEqual(['One', 'Two'])
  })

  test('keeps what discovery found since, hidden', async () => {
    await setUp()
    const { id } = await take()
    const found = await add('voice', 'Found')
    await service.deps.db.updateTable('items').set({ origin: 'discovery' }).where('id', '=', found).execute()
    expect((await restore(id)).body).toMatchObject({ removed: 0, hidden: 1 })
    expect((await tenant.get(`/beliefs?agentId=${agent}`)).body.data).toMatchObject([{ id: found, hidden: true }])
  })

  test('changes nothing the second time, and leaves inherited items alone', async () => {
    await setUp()
    await add('voice', 'One')
    await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'axiom', statement: 'Inherited' })
    const { id } = await take()
    expect((await restore(id)).body).toMatchObject({ created: 0, updated: 0, removed: 0, hidden: 0 })
    expect((await tenant.get(`/agents/${agent}`)).body.system_prompt).toContain('Inherited')
  })

  test('404 for a snapshot that is missing, of another agent, or foreign', async () => {
    await setUp()
    const { id } = await take()
    const other = await tenant.agent({ name: 'Bo' })
    const stranger = await service.register()
    expect((await restore(nobody)).status).toBe(404)
    expect((await tenant.post(`/agents/${other}/snapshots/${id}/restore`)).status).toBe(404)
    expect((await stranger.post(`${path}/${id}/restore`)).status).toBe(404)
  })
})
