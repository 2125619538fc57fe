import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** A record's tag is its `updated_at` (docs/explanation/decisions/017), even if many changes fall into one millisecond. */

let service: Service
let tenant: Tenant
const noon = new Date('2026-11-21T12:00:00.000Z')
beforeAll(async () => {
  service = await startService({}, { now: () => noon })
  tenant = await service.register()
})
afterAll(() => service.stop())

const found = async (list: string, id: string) => {
  const { data } = (await tenant.get(list)).body
  return data.find((record: { id: string }) => record.id === id)
}
const create = async (path: string, body: object) => {
  const { status, body: created, text } = await tenant.post(path, body)
  expect([200, 201], text).toContain(status)
  return created
}
const newBelief = (agentId: string, statement: string) => create('/beliefs', { agentId, category: 'axiom', statement })

/** Indirect changes of a record: how to read it, the change, and the difference afterwards. */
const changes: Record<
  string,
  () => Promise<{ read: () => Promise<any>; change: () => Promise<unknown>; what: object }>
> = {
  async 'applying what was recommended'() {
    const agentId = await tenant.agent()
    const { id } = await newBelief(agentId, 'One')
    const beliefs = [{ category: 'axiom', statement: 'One', nCount: 5 }]
    return {
      read: () => found(`/beliefs?agentId=${agentId}`, id),
      change: () => create('/bootstrap/apply', { agentId, beliefs }),
      what: { status: 'approved' },
    }
  },
  async 'a merge of duplicates'() {
    const agentId = await tenant.agent()
    const { id } = await newBelief(agentId, 'Always write tests before I change the code')
    await newBelief(agentId, 'Always write the tests before I change the code')
    return {
      read: () => found(`/beliefs?agentId=${agentId}`, id),
      change: () => create(`/agents/${agentId}/dedup`, { dryRun: false }),
      what: { n_count: 2 },
    }
  },
  async 'taking a merge back'() {
    const agentId = await tenant.agent()
    const { id } = await newBelief(agentId, 'Always write tests before I change the code')
    await newBelief(agentId, 'Always write the tests before I change the code')
    const { merge_id } = await create(`/agents/${agentId}/dedup`, { dryRun: false })
    return {
      read: () => found(`/beliefs?agentId=${agentId}`, id),
      change: () => create(`/organizations/${tenant.orgId}/merges/${merge_id}/undo`, {}),
      what: { n_count: 1 },
    }
  },
  async 'restoring a snapshot'() {
    const agentId = await tenant.agent()
    const { id } = await newBelief(agentId, 'One')
    const { snapshot } = await create(`/agents/${agentId}/snapshots`, {})
    await tenant.post(`/beliefs/${id}/star`)
    return {
      read: () => found(`/beliefs?agentId=${agentId}`, id),
      change: () => create(`/agents/${agentId}/snapshots/${snapshot.id}/restore`, {}),
      what: { starred: false },
    }
  },
  async 'the order of a restored snapshot'() {
    const agentId = await tenant.agent()
    const { id } = await newBelief(agentId, 'One')
    const other = await newBelief(agentId, 'Two')
    const { snapshot } = await create(`/agents/${agentId}/snapshots`, {})
    await tenant.patch(`/beliefs/${other.id}`, { displayOrder: -1 })
    return {
      read: () => found(`/beliefs?agentId=${agentId}`, id),
      change: () => create(`/agents/${agentId}/snapshots/${snapshot.id}/restore`, {}),
      what: { display_order: 1 },
    }
  },
  async 'evidence that discovery adds to an item'() {
    const agentId = await tenant.agent()
    const statement = 'Always write tests before I change the code'
    const { id } = await create('/beliefs', { agentId, category: 'principle', statement })
    await importContent(service, tenant, agentId, testsFirst)
    return {
      read: () => found(`/beliefs?agentId=${agentId}`, id),
      change: () => discover(service, tenant, agentId),
      what: { n_count: 4 },
    }
  },
  async 'a change of a content item'() {
    const agentId = await tenant.agent()
    const [id] = await importContent(service, tenant, agentId, ['I never merge on red.'])
    return {
      read: () => found(`/content-items?agentId=${agentId}`, id!),
      change: () => tenant.patch(`/content-items/${id}`, { status: 'hidden' }),
      what: { status: 'hidden' },
    }
  },
  async 'an import of other words'() {
    const agentId = await tenant.agent()
    const [id] = await importContent(service, tenant, agentId, ['I never merge on red.'])
    return {
      read: () => found(`/content-items?agentId=${agentId}`, id!),
      change: () => importContent(service, tenant, agentId, ['I never merge on amber.']),
      what: { content: 'I never merge on amber.' },
    }
  },
  async 'an avatar that is made'() {
    const agentId = await tenant.agent({ avatarPrompt: 'A fox' })
    return {
      read: () => found('/agents', agentId),
      change: () => runDueJobs(service.deps),
      what: { avatar_url: expect.any(String) },
    }
  },
  async 'the deletion of an agent’s group'() {
    const groupId = await tenant.group()
    const agentId = await tenant.agent({ groupId })
    return {
      read: () => found('/agents', agentId),
      change: () => tenant.delete(`/groups/${groupId}`),
      what: { group_id: null },
    }
  },
  async 'the deletion of a group’s manager'() {
    const managerAgentId = await tenant.agent()
    const groupId = await tenant.group({ managerAgentId })
    return {
      read: () => found('/groups', groupId),
      change: () => tenant.delete(`/agents/${managerAgentId}`),
      what: { manager_agent_id: null },
    }
  },
}

test.each(Object.entries(changes))('%s moves it', async (_name, make) => {
  const { read, change, what } = await make()
  const before = await read()
  await change()
  const after = await read()
  expect(after).toMatchObject(what)
  expect(before).not.toMatchObject(what)
  expect(after.updated_at > before.updated_at, `${before.updated_at} → ${after.updated_at}`).toBe(true)
})
