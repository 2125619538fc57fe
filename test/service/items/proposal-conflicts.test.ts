import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const principle = (statement: string) => ({ category: 'principle', statement })

/** A proposal once it was compared, which a page does not wait for on a busy machine. */
async function proposal(statement: string) {
  for (;;) {
    const { body } = await tenant.get(`/organizations/${tenant.orgId}/proposals`)
    const found = body.data.find((item: { statement: string }) => item.statement === statement)
    if (found.conflicts_checked) return found
  }
}

test('a proposal names what contradicts and what repeats it in its layer and above, and nothing else', async () => {
  const group = await tenant.group({ name: 'Harbor' })
  const agentId = await tenant.agent({ name: 'Ada', group_id: group })
  const other = await tenant.agent({ name: 'Lin' })
  const above = (await tenant.post(`/organizations/${tenant.orgId}/beliefs`, principle('Never paint boats in winter')))
    .body
  const beside = (await tenant.post('/beliefs', { agentId, ...principle('Label every rope with its length') })).body
  await tenant.post('/beliefs', { agentId: other, ...principle('Varnish every mast in spring') })
  await tenant.post('/beliefs', { agentId, ...principle('Always paint boats in winter') })
  await tenant.post('/beliefs', { agentId, ...principle('Each rope is labeled with its length') })

  expect((await proposal('Always paint boats in winter')).conflicts).toEqual([
    {
      id: above.id,
      statement: 'Never paint boats in winter',
      owner: { scope: 'org', id: tenant.orgId, name: expect.any(String) },
      relation: 'contradicts',
    },
  ])
  expect((await proposal('Each rope is labeled with its length')).conflicts).toEqual([
    {
      id: beside.id,
      statement: 'Label every rope with its length',
      owner: { scope: 'agent', id: agentId, name: 'Ada' },
      relation: 'repeats',
    },
  ])
  expect((await proposal('Varnish every mast in spring')).conflicts).toEqual([])
})

test('what is rejected, and what another organization holds, is no conflict', async () => {
  const agentId = await tenant.agent({ name: 'Mae' })
  const stranger = await service.register()
  await stranger.post(`/organizations/${stranger.orgId}/beliefs`, principle('Never sail at night'))
  const { body } = await tenant.post('/beliefs', { agentId, ...principle('Never sail at night') })
  await tenant.patch(`/beliefs/${body.id}`, { status: 'rejected' })
  await tenant.post('/beliefs', { agentId, ...principle('Always sail at night') })
  expect((await proposal('Always sail at night')).conflicts).toEqual([])
})

test('every proposal of a long page is compared, of one agent and of many', async () => {
  const other = await service.register()
  await other.post(`/organizations/${other.orgId}/beliefs`, principle('Never moor at the north pier'))
  const agents = await Promise.all(Array.from({ length: 60 }, (_, n) => other.agent({ name: `Sailor ${n}` })))
  const [first, ...rest] = agents
  const beliefs = Array.from({ length: 120 }, (_, n) => ({
    agentId: first,
    ...principle(`Record voyage ${n} in the ship's log`),
  }))
  await other.post('/beliefs/bulk', { beliefs: beliefs.slice(0, 60) })
  await other.post('/beliefs/bulk', { beliefs: beliefs.slice(60) })
  for (const agentId of rest) await other.post('/beliefs', { agentId, ...principle('Always moor at the north pier') })

  const { body } = await other.get(`/organizations/${other.orgId}/proposals?limit=1000`)
  const moored = body.data.filter(({ statement }: { statement: string }) => /moor at/.test(statement))
  expect(body.data).toHaveLength(120 + 59 + 1)
  expect(body.data.every((item: { conflicts_checked: boolean }) => item.conflicts_checked)).toBe(true)
  expect(
    moored.filter(({ conflicts }: { conflicts: { relation: string }[] }) =>
      conflicts.some(({ relation }) => relation === 'contradicts'),
    ),
  ).toHaveLength(59)
})

test('a page does not wait for a comparison that is late, and says what was not compared', async () => {
  const busy = await service.register()
  const agentId = await busy.agent({ name: 'Nell' })
  await busy.post(`/organizations/${busy.orgId}/beliefs`, principle('Never dock in the dark'))
  await busy.post('/beliefs', { agentId, ...principle('Always dock in the dark') })
  const listed = async () => (await busy.get(`/organizations/${busy.orgId}/proposals?agentId=${agentId}`)).body.data

  // One comparison of an organization runs at a time: these take longer than a page waits.
  const ends = new AbortController()
  const text = 'Paint the boats in winter and in spring. '.repeat(10_000)
  const input = { text: 'Docks', statements: Array<string>(50).fill(text) }
  const requester = { org_id: busy.orgId, signal: ends.signal }
  const comparing = Array.from({ length: 40 }, () => service.deps.comparisons.run('similarities', input, requester))
  const compared = Promise.allSettled(comparing)
  expect(await listed()).toMatchObject([{ conflicts: [], conflicts_checked: false }])
  ends.abort(new Error('enough'))
  expect((await compared).at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
  // The ended thread has to start again, which takes long on a busy machine.
  const checked = [{ conflicts: [{ relation: 'contradicts' }], conflicts_checked: true }]
  await expect.poll(listed).toMatchObject(checked)
})
