import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const statements = [
  'Write tests before you change production code',
  'Always write tests before changing the code',
  'Write the tests before changing any code',
] as const
const unknown = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

async function belief(path: string, statement: string, more: object = {}): Promise<string> {
  const { body } = await tenant.post(`${path}/beliefs`, { category: 'principle', statement, ...more })
  return body.id
}
const undo = (mergeId: string, by = tenant) => by.post(`/organizations/${tenant.orgId}/merges/${mergeId}/undo`)
const withoutMoments = (items: any[]) => items.map(({ updated_at, ...item }) => item)
const beliefsOf = async (agentId: string) => withoutMoments((await tenant.get(`/beliefs?agentId=${agentId}`)).body.data)
const quotes = async (id: string) =>
  (await tenant.get(`/beliefs/${id}/sources`)).body.data.map(({ quote }: { quote: string }) => quote).sort()

describe('a merge that is undone', () => {
  test('gives back every item with its count, approval, star, order and provenance, and the prompt', async () => {
    const agentId = await tenant.agent()
    const [keep, second, third] = [
      await belief('', statements[0], { agentId, nCount: 4, sourceType: 'manual', quote: 'one' }),
      await belief('', statements[1], { agentId, nCount: 2, sourceType: 'manual', quote: 'two' }),
      await belief('', statements[2], { agentId, sourceType: 'manual', quote: 'three' }),
    ]
    await tenant.patch(`/beliefs/${keep}`, { starred: true })
    await tenant.patch(`/beliefs/${second}`, { status: 'approved', displayOrder: 7 })
    const before = await beliefsOf(agentId)
    const prompt = (await tenant.get(`/agents/${agentId}`)).body.system_prompt
    const { body } = await tenant.post(`/agents/${agentId}/dedup`, { dryRun: false })
    expect(body).toMatchObject({ merged_count: 2, merge_id: expect.any(String) })
    expect(await beliefsOf(agentId)).toMatchObject([{ id: keep, status: 'approved', n_count: 7 }])

    const undone = await undo(body.merge_id)
    expect([undone.status, undone.body]).toEqual([200, { restored_count: 2 }])
    expect(await beliefsOf(agentId)).toEqual(before)
    expect(await Promise.all([keep, second, third].map(quotes))).toEqual([['one'], ['two'], ['three']])
    expect((await tenant.get(`/agents/${agentId}`)).body.system_prompt).toBe(prompt)
    expect((await undo(body.merge_id)).status).toBe(404)
  })

  test('gives back overrides, those of both items too, and what discovery knows', async () => {
    const group = await tenant.group()
    const [ada, lin] = [await tenant.agent({ group_id: group }), await tenant.agent({ group_id: group })]
    const path = `/groups/${group}`
    const [keep, gone] = [await belief(path, statements[0], { status: 'approved' }), await belief(path, statements[1])]
    const override = (agent: string, sourceId: string) =>
      tenant.post(`/agents/${agent}/overrides`, { sourceType: 'group_belief', sourceId })
    const overridden = async (agent: string) =>
      (await tenant.get(`/agents/${agent}/overrides`)).body.data.map((each: any) => each.source_id).sort()
    await override(ada, keep)
    await override(ada, gone)
    await override(lin, gone)
    const { body } = await tenant.post(`/organizations/${tenant.orgId}/dedup`, { dryRun: false })
    expect([await overridden(ada), await overridden(lin)]).toEqual([[keep], [keep]])
    await undo(body.merge_id)
    expect([await overridden(ada), await overridden(lin)]).toEqual([[keep, gone].sort(), [gone]])

    await importContent(service, tenant, ada, testsFirst)
    await discover(service, tenant, ada)
    const signal = async () => (await tenant.get(`/signals?agentId=${ada}`)).body.data[0].promoted_item_id
    const found = await signal()
    await tenant.patch(`/beliefs/${found}`, { status: 'approved' })
    const mine = await belief('', statements[2], { agentId: ada })
    await tenant.post(`/beliefs/${mine}/star`)
    const { body: merged } = await tenant.post(`/agents/${ada}/dedup`, { dryRun: false })
    expect([merged.merged_count, await signal()]).toEqual([1, mine])
    await undo(merged.merge_id)
    expect(await signal()).toBe(found)
  })

  test('leaves alone what was created again or removed meanwhile', async () => {
    const agentId = await tenant.agent()
    const [keep] = [
      await belief('', statements[0], { agentId, nCount: 5 }),
      await belief('', statements[1], { agentId }),
    ]
    await belief('', statements[2], { agentId })
    const { body } = await tenant.post(`/agents/${agentId}/dedup`, { dryRun: false })
    const again = await belief('', statements[1], { agentId, nCount: 3 })
    await tenant.delete(`/beliefs/${keep}`)
    expect((await undo(body.merge_id)).body).toEqual({ restored_count: 1 })
    const items = await beliefsOf(agentId)
    expect(items.map(({ statement }: any) => statement).sort()).toEqual([statements[1], statements[2]].sort())
    expect(items).toContainEqual(expect.objectContaining({ id: again, n_count: 3 }))
  })

  test('is one of the own organization, whose owner is still there', async () => {
    const other = await service.register()
    const agentId = await tenant.agent()
    for (const statement of statements) await belief('', statement, { agentId })
    const { body } = await tenant.post(`/agents/${agentId}/dedup`, { dryRun: false })
    const [foreign, missing] = [await undo(body.merge_id, other), await undo(unknown, other)]
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    const own = `/organizations/${other.orgId}/merges`
    expect((await other.post(`${own}/${body.merge_id}/undo`)).body).toEqual(
      (await other.post(`${own}/${unknown}/undo`)).body,
    )
    expect((await undo('nonsense')).status).toBe(404)
    await tenant.delete(`/agents/${agentId}`)
    expect((await undo(body.merge_id)).status).toBe(404)
  })
})

test('only what somebody chose is merged', async () => {
  const agentId = await tenant.agent()
  const [keep, second, third] = [
    await belief('', statements[0], { agentId, nCount: 4 }),
    await belief('', statements[1], { agentId }),
    await belief('', statements[2], { agentId }),
  ]
  const merge = (itemIds: string[]) => tenant.post(`/agents/${agentId}/dedup`, { dryRun: false, itemIds })
  expect((await merge([])).body).toMatchObject({ merged_count: 0, merge_id: null })
  expect((await merge([unknown, keep])).body).toMatchObject({ merged_count: 0 })
  expect((await merge([third])).body).toMatchObject({ merged_count: 1, clusters: [{ n_count: 5 }] })
  expect(await beliefsOf(agentId)).toMatchObject([{ id: keep, n_count: 5 }, { id: second }])
})
