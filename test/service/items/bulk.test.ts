import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

describe.each(kindNames)('%s', (kind) => {
  const { plural, categories } = kinds[kind]
  const [category, second] = categories
  const entry = (statement: string, more: object = {}) => ({ category, statement, ...more })
  const entries = (count: number) => Array.from({ length: count }, (_, i) => entry(`Entry ${i}`))
  const list = async (agent: string) => (await tenant.get(`/${plural}?agentId=${agent}&limit=1000`)).body

  describe(`POST /${plural}/bulk`, () => {
    test('creates what is new in the order of the request, and skips duplicates, also within it', async () => {
      const agent = await tenant.agent()
      await tenant.post(`/${plural}`, { agentId: agent, ...entry("It's there") })
      const { status, body } = await tenant.post(`/${plural}/bulk`, {
        agentId: agent,
        [plural]: [
          entry('Zeta'),
          entry('It’s there'),
          entry('Alpha'),
          entry(' Zeta '),
          entry('Zeta', { category: second }),
        ],
      })
      expect([status, body.created]).toEqual([201, 3])
      expect(body[plural].map((item: any) => [item.statement, item.category])).toEqual([
        ['Zeta', category],
        ['Alpha', category],
        ['Zeta', second],
      ])
      expect(body[plural][0]).toMatchObject({ agent_id: agent, status: 'pending', n_count: 1, hidden: false })
      expect((await list(agent)).data.map((item: any) => item.statement)).toEqual([
        "It's there",
        'Zeta',
        'Alpha',
        'Zeta',
      ])
      const again = await tenant.post(`/${plural}/bulk`, { agentId: agent, [plural]: [entry('Zeta')] })
      expect(again).toMatchObject({ status: 201, body: { created: 0, deduplicated: 1, [plural]: [] } })
    })

    test('takes 100, of several agents, an entry’s own agentId before the one at the top', async () => {
      const [first, other] = [await tenant.agent(), await tenant.agent()]
      expect((await tenant.post(`/${plural}/bulk`, { agentId: first, [plural]: entries(100) })).body.created).toBe(100)
      const mixed = await tenant.post(`/${plural}/bulk`, {
        agent_id: first,
        [plural]: [entry('Mine'), entry('Theirs', { agentId: other }), entry('Entry 1', { agent_id: other })],
      })
      expect(mixed.body[plural].map((item: any) => item.agent_id)).toEqual([first, other, other])
      expect((await list(first)).count).toBe(101)
      const own = await tenant.post(`/${plural}/bulk`, { [plural]: [entry('Alone', { agentId: other })] })
      expect(own.status).toBe(201)
    })

    test('the same statements in two orders at the same moment do not wait for each other', async () => {
      const agent = await tenant.agent()
      const all = entries(40)
      const orders = [all, all.toReversed(), all.toSorted(() => Math.random() - 0.5), all.toReversed()]
      const answers = await Promise.all(
        orders.map((ordered) => tenant.post(`/${plural}/bulk`, { agentId: agent, [plural]: ordered })),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(40)
    })

    test.each([
      ['agentId', { agentId: undefined }],
      ['agentId', { agentId: 'an id' }],
      [plural, { [plural]: undefined }],
      [plural, { [plural]: [] }],
      [plural, { [plural]: entries(101) }],
      [plural, { [plural]: { 0: entry('A') } }],
      [`${plural}[1].category`, { [plural]: [entry('A'), { statement: 'B' }] }],
      [`${plural}[1].statement`, { [plural]: [entry('A'), { category, statement: 7 }] }],
      ['statement', { [plural]: [entry('A'), entry('  ')] }],
      ['statement', { [plural]: [entry('A'), entry('x'.repeat(4001))] }],
      [`${plural}[0].agentId`, { [plural]: [entry('A', { agentId: 'an id' })] }],
    ])('400 that names %s, and nothing written', async (field, input) => {
      const agent = await tenant.agent()
      const before = await rowCounts(service)
      const { status, body } = await tenant.post(`/${plural}/bulk`, {
        agentId: agent,
        [plural]: [entry('A')],
        ...input,
      })
      expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
      expect(await rowCounts(service)).toEqual(before)
    })

    test('404 when any of the agents is foreign, and nothing written', async () => {
      const agent = await tenant.agent()
      const foreign = await (await service.register()).agent()
      const answer = await tenant.post(`/${plural}/bulk`, {
        agentId: agent,
        [plural]: [entry('A'), entry('B', { agentId: foreign })],
      })
      expect(answer).toMatchObject({ status: 404, body: { error: 'Agent not found' } })
      expect((await list(agent)).count).toBe(0)
    })
  })

  describe(`PATCH /${plural}/bulk`, () => {
    const setUp = async () => {
      const group = await tenant.group()
      const agents = [await tenant.agent({ groupId: group }), await tenant.agent()] as const
      const id = async (path: string, input: object) => (await tenant.post(path, { ...entry('S'), ...input })).body.id
      const name = `S ${Math.random()}`
      return {
        agents,
        own: [
          await id(`/${plural}`, { agentId: agents[0] }),
          await id(`/${plural}`, { agentId: agents[1] }),
          await id(`/${plural}`, { agentId: agents[0], statement: 'T' }),
        ],
        ofGroup: await id(`/groups/${group}/${plural}`, {}),
        ofOrg: await id(`/organizations/${tenant.slug}/${plural}`, { statement: name }),
      }
    }

    test('changes items of every scope, skips the rest, and counts owners', async () => {
      const { own, ofGroup, ofOrg, agents } = await setUp()
      const otherPlural = kind === 'belief' ? 'responsibilities' : 'beliefs'
      const otherCategory = kind === 'belief' ? 'ownership' : 'axiom'
      const ofOtherKind = (
        await tenant.post(`/${otherPlural}`, { agentId: agents[0], category: otherCategory, statement: 'S' })
      ).body.id
      const stranger = await service.register()
      const foreign = (await stranger.post(`/${plural}`, { agentId: await stranger.agent(), ...entry('S') })).body.id
      const { status, body } = await tenant.patch(`/${plural}/bulk`, {
        ids: [...own, own[0].toUpperCase(), ofGroup, ofOrg, ofOtherKind, foreign, nobody],
        updates: { starred: true, status: 'approved' },
      })
      expect([status, body]).toEqual([200, { updated: 5, agents_affected: 2, groups_affected: 1, orgs_affected: 1 }])
      expect((await list(agents[0])).data[0]).toMatchObject({
        starred: true,
        status: 'approved',
        approved_by: tenant.userId,
      })
      const untouched = await service.deps.db
        .selectFrom('items')
        .select('starred')
        .where('id', 'in', [foreign, ofOtherKind])
        .execute()
      expect(untouched).toEqual([{ starred: false }, { starred: false }])
    })

    test('has the side effects of the single one', async () => {
      const { own, agents } = await setUp()
      const update = async (updates: object) => {
        await tenant.patch(`/${plural}/bulk`, { ids: own, updates })
        return (await list(agents[1])).data[0]
      }
      expect(await update({ status: 'rejected' })).toMatchObject({ status: 'rejected', hidden: true })
      expect(await update({ status: 'pending' })).toMatchObject({ status: 'pending', hidden: true })
      expect(await update({ status: 'approved' })).toMatchObject({ status: 'approved', hidden: false })
      expect(await update({ status: 'rejected', hidden: false })).toMatchObject({ status: 'rejected', hidden: false })
      expect(await update({ hidden: true })).toMatchObject({ status: 'rejected', hidden: true })
    })

    test('takes a list of updates, each with its id', async () => {
      const { own, ofGroup, agents } = await setUp()
      const { status, body } = await tenant.patch(`/${plural}/bulk`, {
        updates: [
          { id: own[0].toUpperCase(), starred: true },
          { id: ofGroup, status: 'rejected' },
          { id: nobody, hidden: true },
        ],
      })
      expect([status, body]).toEqual([200, { updated: 2, agents_affected: 1, groups_affected: 1, orgs_affected: 0 }])
      expect((await list(agents[0])).data[0]).toMatchObject({ id: own[0], starred: true })
    })

    test('changes nothing but what it names: unknown keys are ignored', async () => {
      const { own, agents } = await setUp()
      const stranger = await service.register()
      const more = {
        statement: 'Rewritten',
        org_id: stranger.orgId,
        agent_id: agents[1],
        origin: 'discovery',
        n_count: 9,
        nonsense: true,
      }
      const before = (await list(agents[0])).data
      for (const updates of [[{ id: own[0], starred: true, ...more }], { starred: true, ...more }]) {
        const ids = Array.isArray(updates) ? {} : { ids: [own[0]] }
        expect((await tenant.patch(`/${plural}/bulk`, { ...ids, updates })).body.updated).toBe(1)
        const [after] = (await list(agents[0])).data
        expect({ ...after, updated_at: 0 }).toEqual({ ...before[0], starred: true, updated_at: 0 })
      }
    })

    test('takes 500 ids', async () => {
      const ids = Array.from({ length: 500 }, (_, i) => nobody.slice(0, -3) + i.toString().padStart(3, '0'))
      expect((await tenant.patch(`/${plural}/bulk`, { ids, updates: { starred: true } })).body.updated).toBe(0)
      const tooMany = await tenant.patch(`/${plural}/bulk`, { ids: [...ids, nobody], updates: { starred: true } })
      expect([tooMany.status, tooMany.body.error]).toEqual([400, expect.stringContaining('ids')])
    })

    test.each([
      ['ids', { updates: { starred: true } }],
      ['ids', { ids: [], updates: { starred: true } }],
      ['ids', { ids: nobody, updates: { starred: true } }],
      ['ids[0]', { ids: ['x'], updates: { starred: true } }],
      ['ids[0]', { ids: [7], updates: { starred: true } }],
      ['updates', { ids: [nobody] }],
      ['updates', { ids: [nobody], updates: {} }],
      ['updates', { ids: [nobody], updates: null }],
      ['updates', { ids: [nobody], updates: 'starred' }],
      ['updates.status', { ids: [nobody], updates: { status: 'done' } }],
      ['updates.starred', { ids: [nobody], updates: { starred: 1 } }],
      ['updates', { updates: [] }],
      ['updates[0].id', { updates: [{ starred: true }] }],
      [
        'updates[1].id',
        {
          updates: [
            { id: nobody, starred: true },
            { id: 'x', starred: true },
          ],
        },
      ],
      ['updates[0].hidden', { updates: [{ id: nobody, hidden: 'yes' }] }],
      ['updates', { updates: [{ id: nobody }] }],
    ])('400 that names %s for %j', async (field, input) => {
      const { status, body } = await tenant.patch(`/${plural}/bulk`, input)
      expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
    })

    test('with a session reaches all organizations of the account and no other', async () => {
      const person = await newPerson(service)
      const { tenant: own } = person
      const id = (await own.post(`/${plural}`, { agentId: await own.agent(), ...entry('S') })).body.id
      const foreign = (await setUp()).own[0]
      const { body } = await person.patch(`/${plural}/bulk`, { ids: [id, foreign], updates: { starred: true } })
      expect(body).toMatchObject({ updated: 1, agents_affected: 1, groups_affected: 0, orgs_affected: 0 })
    })
  })
})
