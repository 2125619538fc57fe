import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpRevision } from '../../../server/features/layers/revisions.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant

beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const flush = () => service.deps.identities.documents.flush()
const stored = async (agent: string) => {
  await flush()
  const query = service.deps.db.selectFrom('documents').select(['name', 'group_id', 'agent_revision'])
  return query.where('agent_id', '=', agent).execute()
}

async function storedAfterRead(agent: string) {
  await tenant.get(`/agents/${agent}`)
  const documents = await stored(agent)
  expect(documents).toHaveLength(1)
  return documents
}

test('a change of an agent deletes what is stored of it, a change of a layer above does not', async () => {
  const agent = await tenant.agent()
  const group = await tenant.group()
  await tenant.patch(`/agents/${agent}`, { groupId: group })
  expect(await storedAfterRead(agent)).toMatchObject([{ name: 'agent', group_id: group }])
  await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'axiom', statement: 'For everybody' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'axiom', statement: 'For the group' })
  expect(await stored(agent)).toHaveLength(1)
  await tenant.post('/beliefs', { agentId: agent, category: 'axiom', statement: 'For one' })
  expect(await stored(agent)).toEqual([])
  for (const change of [{ jobTitle: 'Pilot' }, { groupId: null }]) {
    const [before] = await storedAfterRead(agent)
    await tenant.patch(`/agents/${agent}`, change)
    expect(await stored(agent)).not.toContainEqual(before)
  }
})

test('what was rendered before a change is not stored after it', async () => {
  const agent = await tenant.agent()
  await tenant.get(`/agents/${agent}`)
  await tenant.post('/beliefs', { agentId: agent, category: 'axiom', statement: 'Written meanwhile' })
  expect(await stored(agent)).toEqual([])
  expect((await tenant.get(`/agents/${agent}`)).body.system_prompt).toContain('Written meanwhile')
  expect(await stored(agent)).toHaveLength(1)
})

test('what was rendered before a change is not stored while the change is under way', async () => {
  const agent = await tenant.agent()
  await tenant.get(`/agents/${agent}`)
  const owner = { scope: 'agent', org_id: tenant.orgId, owner_id: agent } as const
  let flushed: Promise<void> | undefined
  await service.deps.db.transaction().execute(async (trx) => {
    await bumpRevision(trx, owner)
    // On the embedded engine it waits for the end of this transaction.
    flushed = flush()
    if (process.env.TEST_ENGINE === 'postgres') await flushed
  })
  await flushed
  expect(await stored(agent)).toEqual([])
})
