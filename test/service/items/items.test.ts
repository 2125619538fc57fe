import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindNames, kinds } from '#core/domain/kinds.ts'
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
const asAnswered = ({ agentId, statement }: { agentId: string; statement: string }) => ({
  agent_id: agentId,
  statement,
})
const statements = (body: any) => body.data.map(({ statement }: any) => statement)

describe.each(kindNames)('%s', (kind) => {
  const { plural, categories } = kinds[kind]
  const [category, second] = categories
  const otherCategory = kind === 'belief' ? 'ownership' : 'axiom'
  let agent: string
  beforeAll(async () => {
    agent = await tenant.agent()
  })
  const create = (input: object = {}) =>
    tenant.post(`/${plural}`, { agentId: agent, category, statement: `Statement ${Math.random()}`, ...input })
  const created = async (input: object = {}) => (await create(input)).body

  describe(`POST /${plural}`, () => {
    test('201 with every field of the specification', async () => {
      const { status, body } = await create({ statement: 'Plain', nCount: 4 })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.any(String),
        org_id: tenant.orgId,
        agent_id: agent,
        category,
        statement: 'Plain',
        starred: false,
        hidden: false,
        status: 'pending',
        origin: 'manual',
        approved_by: null,
        display_order: 0,
        n_count: 4,
        created_at: expect.any(String),
        updated_at: body.created_at,
      })
      expect((await created()).n_count).toBe(1)
    })

    test('approved from the start when the organization approves this kind by itself', async () => {
      const own = await service.register()
      const id = await own.agent()
      const setting = kind === 'belief' ? 'autoApproveBeliefs' : 'autoApproveResponsibilities'
      const other = kind === 'belief' ? 'autoApproveResponsibilities' : 'autoApproveBeliefs'
      const input = (statement: string) => ({ agentId: id, category, statement })
      await own.patch(`/organizations/${own.slug}`, { [other]: true })
      expect((await own.post(`/${plural}`, input('One'))).body.status).toBe('pending')
      await own.patch(`/organizations/${own.slug}`, { [setting]: true })
      expect((await own.post(`/${plural}`, input('Two'))).body).toMatchObject({ status: 'approved', hidden: false })
    })

    test('normalizes the statement', async () => {
      const { body } = await create({ statement: ' \t“Curly” \u2018q\u2019 —\u00a0dash\r\n\r\nnext  line ' })
      expect(body.statement).toBe(`"Curly" 'q' - dash next line`)
    })

    test('409 when only the quotes differ; another category or case is another item', async () => {
      await create({ statement: "Don't stop" })
      const duplicate = await create({ statement: 'Don’t   stop' })
      expect([duplicate.status, duplicate.body.error]).toEqual([409, expect.stringContaining('statement')])
      expect((await create({ statement: "don't stop" })).status).toBe(201)
      expect((await create({ statement: "Don't stop", category: second })).status).toBe(201)
    })

    test('409 also for a hidden and rejected item, 201 again once it is deleted', async () => {
      const item = await created({ statement: 'Rejected' })
      await tenant.patch(`/${plural}/${item.id}`, { status: 'rejected' })
      expect((await create({ statement: 'Rejected' })).status).toBe(409)
      await tenant.delete(`/${plural}/${item.id}`)
      expect((await create({ statement: 'Rejected' })).status).toBe(201)
    })

    test('of 20 at the same moment exactly one is 201 and nineteen are 409', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create({ statement: 'Race' })))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    })

    test('records its provenance when sourceType is given', async () => {
      const { id } = await created({ sourceType: 'interview', quote: 'I said so' })
      const { status, body } = await tenant.get(`/${plural}/${id}/sources`)
      expect(status).toBe(200)
      expect(body).toEqual({
        data: [
          {
            id: expect.any(String),
            item_id: id,
            source_type: 'interview',
            quote: 'I said so',
            content_item_id: null,
            observation_id: null,
            title: null,
            url: null,
            published_at: null,
            created_at: expect.any(String),
          },
        ],
        count: 1,
        next_cursor: null,
      })
      const bare = await created({ quote: 'without a source' })
      expect((await tenant.get(`/${plural}/${bare.id}/sources`)).body).toEqual({
        data: [],
        count: 0,
        next_cursor: null,
      })
    })

    test('a statement may have 4,000 characters, of any kind', async () => {
      expect((await create({ statement: `${'x'.repeat(3999)} y` })).status).toBe(400)
      expect((await create({ statement: '🦉'.repeat(4000) })).status).toBe(201)
      expect((await create({ statement: `${'x'.repeat(4000)}${' '.repeat(500)}` })).status).toBe(201)
    })

    test.each([
      ['agentId', { agentId: undefined }],
      ['agentId', { agentId: 'an id' }],
      ['category', { category: undefined }],
      ['category', { category: otherCategory }],
      ['statement', { statement: undefined }],
      ['statement', { statement: '' }],
      ['statement', { statement: ' \n\t ' }],
      ['statement', { statement: 'x'.repeat(4001) }],
      ['statement', { statement: ['a'] }],
      ['sourceType', { sourceType: '' }],
      ['sourceType', { sourceType: 'x'.repeat(65) }],
      ['nCount', { nCount: 0 }],
      ['nCount', { nCount: '3' }],
      ['nCount', { nCount: 2_147_483_648 }],
    ])('400 that names %s for %j', async (field, input) => {
      const before = await rowCounts(service)
      const { status, body } = await create(input)
      expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
      expect(await rowCounts(service)).toEqual(before)
    })

    test('404 for an agent of another tenant or of nowhere', async () => {
      const foreign = await (await service.register()).agent()
      for (const agentId of [foreign, nobody]) {
        expect(await create({ agentId })).toMatchObject({ status: 404, body: { error: 'Agent not found' } })
      }
    })

    test('each of many at the same moment gets its own answer', async () => {
      const other = await tenant.agent()
      const foreign = await (await service.register()).agent()
      const inputs = [
        ...Array.from({ length: 8 }, (_, n) => ({ agentId: n % 2 ? agent : other, statement: `Together ${n}` })),
        { agentId: foreign, statement: 'Together 0' },
        { agentId: nobody, statement: 'Together 0' },
        { agentId: other, statement: 'Together 0' },
        { agentId: other, statement: ' \n ' },
        { agentId: other, statement: 'With a source', sourceType: 'document' },
      ]
      const answers = await Promise.all(inputs.map(create))
      // Requests of several connections arrive in any order, so either of the equal statements is the first.
      const repeated = answers[0]!.status === 409 ? 0 : 10
      const expected = [...Array(8).fill(201), 404, 404, 201, 400, 201].with(repeated, 409)
      expect(answers.map(({ status }) => status)).toEqual(expected)
      for (const [n, { status, body }] of answers.entries())
        if (status === 201) expect(body).toMatchObject({ ...asAnswered(inputs[n]!), category })
      const { body } = await tenant.get(`/${plural}?agentId=${other}`)
      expect(statements(body).sort()).toEqual(['Together 0', 'Together 2', 'Together 4', 'Together 6', 'With a source'])
      expect((await tenant.get(`/agents/${other}`)).body.system_prompt).toContain('Together 6')
    })

    test('an agent that is deleted meanwhile fails nobody else', async () => {
      for (let round = 0; round < 5; round++) {
        const leaving = await tenant.agent()
        const [deleted, ...answers] = await Promise.all([
          tenant.delete(`/agents/${leaving}`),
          ...Array.from({ length: 10 }, (_, n) => create(n % 2 ? { agentId: leaving } : {})),
        ])
        expect(deleted!.status).toBe(200)
        for (const [n, { status }] of answers.entries()) expect(n % 2 ? [201, 400, 404] : [201]).toContain(status)
        expect((await tenant.get(`/${plural}?agentId=${leaving}`)).status).toBe(404)
      }
    })
  })

  describe(`GET /${plural}`, () => {
    test('filters and orders: category, starred first, display_order, created_at', async () => {
      const id = await tenant.agent()
      const add = async (statement: string, changes: object, input: object = {}) => {
        const item = (await tenant.post(`/${plural}`, { agentId: id, category, statement, ...input })).body
        await tenant.patch(`/${plural}/${item.id}`, changes)
      }
      await add('e', {}, { category: second })
      await add('c', { displayOrder: 1 })
      await add('d', { displayOrder: 2, status: 'rejected' })
      await add('b', { displayOrder: -1, status: 'approved' })
      await add('a', { starred: true, displayOrder: 9 })
      const list = async (query = '') => (await tenant.get(`/${plural}?agentId=${id}${query}`)).body
      expect(statements(await list())).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(statements(await list(`&category=${second}`))).toEqual(['e'])
      expect(statements(await list('&status=approved'))).toEqual(['b'])
      expect(statements(await list('&status=rejected'))).toEqual(['d'])
      expect(statements(await list('&starred=true'))).toEqual(['a'])
      expect(statements(await list('&starred=false&hidden=false'))).toEqual(['b', 'c', 'e'])
      expect(statements(await list('&hidden=true'))).toEqual(['d'])
      const page = await list('&limit=2&offset=1')
      expect([statements(page), page.count]).toEqual([['b', 'c'], 5])
    })

    test('groupId lists those of all agents of the group, each with its agent’s name', async () => {
      const group = await tenant.group()
      const bea = await tenant.agent({ name: 'Bea', groupId: group })
      const cleo = await tenant.agent({ name: 'Cleo', groupId: group })
      for (const agentId of [cleo, bea]) await tenant.post(`/${plural}`, { agentId, category, statement: 'Same' })
      await tenant.post(`/groups/${group}/${plural}`, { category, statement: 'The group’s own' })
      const { status, body } = await tenant.get(`/${plural}?groupId=${group}&limit=1`)
      expect([status, body.count, body.data[0].agent_name, body.data[0].agent_id]).toEqual([200, 2, 'Cleo', cleo])
    })

    test.each([
      ['agentId', ''],
      ['agentId', 'agentId=an%20id'],
      ['category', `agentId=${nobody}&category=${otherCategory}`],
      ['status', `agentId=${nobody}&status=done`],
      ['starred', `agentId=${nobody}&starred=1`],
      ['hidden', `agentId=${nobody}&hidden=TRUE`],
    ])('400 that names %s for ?%s', async (field, query) => {
      const { status, body } = await tenant.get(`/${plural}?${query}`)
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    })

    test('404 for an agent or a group of another tenant', async () => {
      const other = await service.register()
      expect((await tenant.get(`/${plural}?agentId=${await other.agent()}`)).body.error).toBe('Agent not found')
      expect((await tenant.get(`/${plural}?groupId=${await other.group()}`)).body.error).toBe('Group not found')
    })
  })

  describe(`PATCH /${plural}/{id}`, () => {
    test('finds the scope by itself, and says which', async () => {
      const group = await tenant.group()
      const input = { category, statement: `Scoped ${kind}` }
      const ids = {
        agent: (await create(input)).body.id,
        group: (await tenant.post(`/groups/${group}/${plural}`, input)).body.id,
        org: (await tenant.post(`/organizations/${tenant.slug}/${plural}`, input)).body.id,
      }
      for (const [scope, id] of Object.entries(ids)) {
        const { status, body } = await tenant.patch(`/${plural}/${id}`, {
          statement: 'Changed—so',
          category: second,
          displayOrder: 1.5,
          starred: true,
          hidden: true,
        })
        expect([status, body]).toEqual([
          200,
          expect.objectContaining({
            _scope: scope,
            statement: 'Changed-so',
            category: second,
            display_order: 1.5,
            starred: true,
            hidden: true,
            status: 'pending',
          }),
        ])
        expect((await tenant.delete(`/${plural}/${id}`)).body).toMatchObject({ action: 'deleted', scope })
        expect((await tenant.delete(`/${plural}/${id}`)).status).toBe(404)
      }
    })

    test('approving shows and notes who approved, rejecting hides, pending leaves hidden alone, an explicit hidden wins', async () => {
      const { id } = await created()
      const patch = async (input: object) => (await tenant.patch(`/${plural}/${id}`, input)).body
      expect(await patch({ status: 'rejected' })).toMatchObject({ status: 'rejected', hidden: true })
      expect(await patch({ status: 'pending' })).toMatchObject({ status: 'pending', hidden: true, approved_by: null })
      expect(await patch({ status: 'approved' })).toMatchObject({
        status: 'approved',
        hidden: false,
        approved_by: tenant.userId,
      })
      expect(await patch({ status: 'approved', hidden: true })).toMatchObject({ hidden: true })
      expect(await patch({ status: 'rejected', hidden: false })).toMatchObject({ status: 'rejected', hidden: false })
    })

    test('409 when the new statement or category meets another item; nothing changes', async () => {
      await create({ statement: 'Taken' })
      const item = await created({ statement: 'Free' })
      expect((await tenant.patch(`/${plural}/${item.id}`, { statement: ' Taken ', starred: true })).status).toBe(409)
      await create({ statement: 'Elsewhere', category: second })
      const moved = await created({ statement: 'Elsewhere' })
      expect((await tenant.patch(`/${plural}/${moved.id}`, { category: second })).status).toBe(409)
      const [unchanged] = (await tenant.get(`/${plural}?agentId=${agent}&limit=1000`)).body.data.filter(
        ({ id }: any) => id === item.id,
      )
      expect(unchanged).toEqual(item)
      expect((await tenant.patch(`/${plural}/${item.id}`, { statement: 'Free' })).status).toBe(200)
    })

    test('404 for an item of the other kind or of another tenant', async () => {
      const { id } = await created()
      const otherPlural = kind === 'belief' ? 'responsibilities' : 'beliefs'
      expect((await tenant.patch(`/${otherPlural}/${id}`, { starred: true })).status).toBe(404)
      const stranger = await service.register()
      for (const answer of [
        await stranger.patch(`/${plural}/${id}`, { starred: true }),
        await stranger.delete(`/${plural}/${id}`),
        await stranger.post(`/${plural}/${id}/star`),
        await stranger.post(`/${plural}/${id}/hide`),
        await stranger.get(`/${plural}/${id}/sources`),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([404, expect.stringMatching(/not found$/)])
      }
    })

    test.each([
      ['status', { status: 'done' }],
      ['category', { category: otherCategory }],
      ['displayOrder', { displayOrder: '1' }],
      ['displayOrder', '{"displayOrder": 1e400}'],
      ['starred', { starred: 'true' }],
      ['hidden', { hidden: null }],
      ['statement', { statement: '  ' }],
    ])('400 that names %s for %j', async (field, input) => {
      const { id } = await created()
      const { status, body } = await tenant.patch(`/${plural}/${id}`, input)
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    })
  })

  describe(`POST /${plural}/{id}/star and /hide`, () => {
    test('invert their flag, also 20 times at once', async () => {
      const { id } = await created()
      expect((await tenant.post(`/${plural}/${id}/star`)).body).toMatchObject({ starred: true, _scope: 'agent' })
      expect((await tenant.post(`/${plural}/${id}/hide`)).body).toMatchObject({ starred: true, hidden: true })
      await Promise.all(Array.from({ length: 20 }, () => tenant.post(`/${plural}/${id}/star`)))
      expect((await tenant.post(`/${plural}/${id}/hide`)).body).toMatchObject({ starred: true, hidden: false })
    })
  })

  describe(`DELETE /${plural}/{id}`, () => {
    test('hides what discovery made, at every layer, and keeps it stored', async () => {
      const { id } = await created({ statement: 'Discovered' })
      await service.deps.db.updateTable('items').set({ origin: 'discovery' }).where('id', '=', id).execute()
      const { status, body } = await tenant.delete(`/${plural}/${id}`)
      expect([status, body]).toEqual([200, { action: 'hidden', reason: expect.any(String) }])
      const hidden = (await tenant.get(`/${plural}?agentId=${agent}&hidden=true&limit=1000`)).body
      expect(statements(hidden)).toContain('Discovered')
    })
  })
})
