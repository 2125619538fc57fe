import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const said = 'Always review code before merging'
const again = 'Always review the code before merging it'
const opposite = 'Never review code before merging'

describe.each(kindNames)('%s', (kind) => {
  const { plural, categories } = kinds[kind]
  const [category, second] = categories

  describe.each(['agent', 'group', 'organization'])('of an %s', (layer) => {
    const newOwner = async () => {
      const own = await service.register()
      if (layer === 'agent') return { own, path: `/${plural}`, base: { agentId: await own.agent(), category } }
      const groupId = async () => (await own.post('/groups', { name: 'Reviewers', orgId: own.orgId })).body.id
      const path = layer === 'group' ? `/groups/${await groupId()}` : `/organizations/${own.orgId}`
      return { own, path: `${path}/${plural}`, base: { category } }
    }
    const listOf = async ({ own, path, base }: Awaited<ReturnType<typeof newOwner>>) =>
      (await own.get('agentId' in base ? `${path}?agentId=${base.agentId}` : path)).body.data

    test('is told what says the same, and created', async () => {
      const here = await newOwner()
      const create = (statement: string, more = {}) => here.own.post(here.path, { ...here.base, statement, ...more })
      const first = await create(said)
      expect([first.status, 'similar' in first.body]).toEqual([201, false])
      const { status, body } = await create(again)
      expect([status, body.statement]).toEqual([201, again])
      expect(body.similar).toEqual([{ id: first.body.id, statement: said, similarity: expect.any(Number) }])
      expect(body.similar[0].similarity).toBeGreaterThanOrEqual(0.85)
      expect(body.similar[0].similarity).toBeLessThanOrEqual(1)
      expect((await create(opposite)).body).not.toHaveProperty('similar')
      expect((await create(again, { category: second })).body).not.toHaveProperty('similar')
      expect((await create(said)).status).toBe(409)
    })

    test('is counted instead with dedupe', async () => {
      const here = await newOwner()
      const create = (statement: string, more = {}) =>
        here.own.post(here.path, { ...here.base, statement, dedupe: true, ...more })
      const first = await create(said)
      expect(first).toMatchObject({ status: 201, body: { n_count: 1 } })
      const { status, body } = await create(again)
      expect([status, body.id, body.statement, body.n_count]).toEqual([200, first.body.id, said, 2])
      expect(body._deduplicated).toBe(true)
      expect(body._matched_similarity).toBeGreaterThanOrEqual(0.85)
      expect(body.updated_at > first.body.updated_at).toBe(true)
      expect(await create(said)).toMatchObject({
        status: 200,
        body: { id: first.body.id, n_count: 3, _deduplicated: true, _matched_similarity: 1 },
      })
      expect((await create(opposite)).status).toBe(201)
      expect((await create(again, { category: second })).status).toBe(201)
      expect(await listOf(here)).toHaveLength(3)
    })
  })

  const creating = async (own: Tenant, agentId: string | undefined = undefined) => {
    const agent = agentId ?? (await own.agent())
    return (statement: string, more = {}) => own.post(`/${plural}`, { agentId: agent, category, statement, ...more })
  }

  test('the organization decides for requests that do not', async () => {
    const own = await service.register()
    const create = await creating(own)
    expect((await own.patch(`/organizations/${own.orgId}`, { dedupeOnCreate: true })).body.dedupe_on_create).toBe(true)
    expect((await create(said)).status).toBe(201)
    expect(await create(again)).toMatchObject({ status: 200, body: { statement: said, n_count: 2 } })
    expect(await create(again, { dedupe: false })).toMatchObject({ status: 201, body: { statement: again } })
  })

  test('another owner’s items count for nothing', async () => {
    await (await creating(tenant))(said)
    expect((await (await creating(tenant))(again, { dedupe: true })).body).toMatchObject({ statement: again })
  })

  test('a foreign agent is a 404', async () => {
    const other = await service.register()
    const agentId = await other.agent()
    await (await creating(other, agentId))(said)
    for (const dedupe of [true, false])
      expect((await (await creating(tenant, agentId))(again, { dedupe })).status).toBe(404)
  })

  test('what is hidden is equal, not similar', async () => {
    const create = await creating(tenant)
    const { id } = (await create(said)).body
    await tenant.patch(`/${plural}/${id}`, { hidden: true })
    expect(await create(said, { dedupe: true })).toMatchObject({ status: 200, body: { id, n_count: 2, hidden: true } })
    expect((await create(again)).body).not.toHaveProperty('similar')
  })

  test('names at most five, the most similar first', async () => {
    const create = await creating(tenant)
    for (const end of ['', '.', '!', ' !', '?', ' ?', '..']) await create(said + end)
    const { similar } = (await create(again)).body
    const similarities = similar.map(({ similarity }: { similarity: number }) => similarity)
    expect(similarities).toHaveLength(5)
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a))
  })

  test('finds it among many too', async () => {
    const agentId = await tenant.agent()
    const create = await creating(tenant, agentId)
    const others = Array.from({ length: 99 }, (_, at) => ({
      category,
      statement: `Subject ${at} has a page of its own`,
    }))
    await tenant.post(`/${plural}/bulk`, { agentId, [plural]: [...others, { category, statement: said }] })
    expect(await create(again, { dedupe: true })).toMatchObject({ status: 200, body: { statement: said, n_count: 2 } })
    expect((await create(again)).status).toBe(201)
    // Reported if the comparison finishes in time: its thread may have to start first.
    let times = 0
    const createAnother = async () => (await create(again + '!'.repeat(++times))).body.similar ?? []
    await expect.poll(createAnother).not.toEqual([])
  })
})

describe('many at once', () => {
  const [category] = kinds.belief.categories
  const send = async (agentId: string, statements: string[], more = {}) =>
    (
      await tenant.post('/beliefs/bulk', {
        agentId,
        beliefs: statements.map((statement) => ({ category, statement })),
        ...more,
      })
    ).body
  const counts = async (agentId: string) =>
    Object.fromEntries(
      (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data.map((item: any) => [item.statement, item.n_count]),
    )

  test('a bulk counts what was there, and what it says twice itself', async () => {
    const agentId = await tenant.agent()
    await tenant.post('/beliefs', { agentId, category, statement: 'Answer every customer within a day' })
    const statements = [said, again, opposite, 'Answer each customer within a day', said]
    const body = await send(agentId, statements, { dedupe: true })
    expect([body.created, body.deduplicated]).toEqual([2, 3])
    expect(body.beliefs.map(({ n_count }: any) => n_count)).toEqual([3, 1])
    expect(await counts(agentId)).toEqual({ [said]: 3, [opposite]: 1, 'Answer every customer within a day': 2 })
  })

  test('a bulk without dedupe skips only what is equal, and tells what is similar', async () => {
    const agentId = await tenant.agent()
    const body = await send(agentId, [said, again, said, opposite])
    expect([body.created, body.deduplicated]).toEqual([3, 1])
    expect(await counts(agentId)).toEqual({ [said]: 1, [again]: 1, [opposite]: 1 })
    const [first, second, third] = body.beliefs
    expect([first, third].filter((item) => 'similar' in item)).toEqual([])
    expect(second.similar).toEqual([{ id: first.id, statement: said, similarity: expect.any(Number) }])
    expect(body.deduplicated_items).toMatchObject([{ id: first.id, n_count: 1, _matched_similarity: 1 }])
    const later = await send(agentId, [`${again}!`])
    expect(later.beliefs[0].similar.map(({ id }: any) => id).sort()).toEqual([first.id, second.id].sort())
  })

  test('what was reworded, deleted or came since counts as it is now, one request after the other', async () => {
    const agentId = await tenant.agent()
    const topics = ['backups', 'invoices', 'mockups', 'payroll', 'telemetry']
    const idsOf = (items: { similar?: { id: string }[] }[]) =>
      items.map(({ similar = [] }) => similar.map(({ id }) => id).sort())
    const own = (
      await send(
        agentId,
        topics.map((topic) => `Always check ${topic} before lunch`),
      )
    ).beliefs
    await tenant.patch(`/beliefs/${own[0].id}`, { statement: 'Water the plants on Friday' })
    await tenant.delete(`/beliefs/${own[1].id}`)
    const { beliefs: later } = await send(agentId, [
      'Always check the backups before lunch',
      'Always check the invoices before lunch',
      'Always check the mockups before lunch',
      'Water the plants on every Friday',
    ])
    expect(idsOf(later)).toEqual([[], [], [own[2].id], [own[0].id]])
    const last = await send(agentId, [
      'Always check all of the invoices before lunch',
      'Always check all of the mockups before lunch',
    ])
    expect(idsOf(last.beliefs)).toEqual([[later[1].id], [own[2].id, later[2].id].sort()])
  })

  test('each entry is compared with what its own agent has', async () => {
    const [one, other] = [await tenant.agent(), await tenant.agent()]
    await tenant.post('/beliefs', { agentId: one, category, statement: said })
    const entries = [one, other].map((agentId) => ({ agentId, category, statement: again }))
    const { body } = await tenant.post('/beliefs/bulk', { beliefs: entries, dedupe: true })
    expect(body).toMatchObject({ created: 1, deduplicated: 1, beliefs: [{ agent_id: other }] })
    expect(body.deduplicated_items).toMatchObject([{ agent_id: one, statement: said, n_count: 2, _deduplicated: true }])
    expect(body.deduplicated_items[0]._matched_similarity).toBeGreaterThanOrEqual(0.85)
  })

  test('the organization decides for requests that do not', async () => {
    const own = await service.register()
    await own.patch(`/organizations/${own.orgId}`, { dedupeOnCreate: true })
    const agentId = await own.agent()
    const beliefs = [said, again].map((statement) => ({ category, statement }))
    const post = (more = {}) => own.post('/beliefs/bulk', { agentId, beliefs, ...more })
    expect((await post()).body).toMatchObject({ created: 1, deduplicated: 1 })
    expect((await post({ dedupe: false })).body).toMatchObject({ created: 1, deduplicated: 1 })
  })

  test('an import counts the same', async () => {
    const agentId = await tenant.agent()
    const read = (content: string, more = {}) =>
      tenant.post(`/agents/${agentId}/import-claude-md`, { content, ...more })
    expect((await read(`# Rules\n- ${said}\n`)).body).toMatchObject({ total_items: 1, deduplicated: 0 })
    const { body } = await read(`# Rules\n- ${again}\n`, { dedupe: true })
    expect(body).toMatchObject({ total_items: 1, deduplicated: 1 })
    expect(body.items[0]).toMatchObject({ statement: said, status: 'deduplicated' })
    expect(body.items[0]._matched_similarity).toBeGreaterThanOrEqual(0.85)
    const { items } = (await read(`# Rules\n- ${again}\n`)).body
    expect(items[0]).toMatchObject({ statement: again, status: 'created', similar: [{ statement: said }] })
  })

  test('files of other tools count the same', async () => {
    const agentId = await tenant.agent()
    const read = (statement: string, more = {}) =>
      tenant.post(`/agents/${agentId}/import`, {
        files: [{ path: 'AGENTS.md', content: `# Rules\n- ${statement}\n` }],
        ...more,
      })
    expect((await read(said)).body).toMatchObject({ deduplicated: 0, items: [{ status: 'created' }] })
    const counted = (await read(again, { dedupe: true })).body
    expect(counted).toMatchObject({ deduplicated: 1, items: [{ statement: said, status: 'deduplicated' }] })
    expect(counted.items[0]._matched_similarity).toBeGreaterThanOrEqual(0.85)
    expect((await read(again)).body.items[0]).toMatchObject({ status: 'created', similar: [{ statement: said }] })
  })
})

test('a count has an end', async () => {
  const agentId = await tenant.agent()
  const input = { agentId, category: kinds.belief.categories[0], statement: said, nCount: 2_147_483_647 }
  await tenant.post('/beliefs', input)
  const { status, body } = await tenant.post('/beliefs', { ...input, dedupe: true })
  expect([status, body.n_count]).toEqual([200, 2_147_483_647])
})
