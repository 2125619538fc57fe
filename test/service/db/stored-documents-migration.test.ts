import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a change of an agent needs no table of documents, and finds no trigger that does', async () => {
  const tenant = await service.register()
  const agent = await tenant.agent()
  const group = await tenant.group()
  expect((await tenant.patch(`/agents/${agent}`, { groupId: group })).status).toBe(200)
  const tables = await service.deps.db.introspection.getTables()
  expect(tables.filter(({ name, isView }) => name === 'documents' && !isView)).toEqual([])
})

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a replica of an earlier version reads no stored document and can store none',
  async () => {
    const { db } = service.deps
    const { orgId } = await service.register()
    const name = 'agent'
    // The statements of the version before, with its columns.
    const read = sql`
      select documents.agent_id, documents.org_id, organizations.revision as organization, groups.id as group_id,
        groups.revision as "group", documents.agent_revision as agent, documents.stamp, documents.body
      from documents inner join organizations on organizations.id = documents.org_id
        left join groups on groups.org_id = documents.org_id and groups.id = documents.group_id
      where documents.org_id in (${orgId}) and documents.agent_id in (${orgId}) and documents.name = ${name}`
    expect((await read.execute(db)).rows).toEqual([])
    const store = sql`
      insert into documents (org_id, agent_id, name, group_id, agent_revision, stamp, body)
      select org_id, id, cast(${name} as text), group_id, revision, ${'stamp'}, ${Buffer.alloc(0)} from agents
      where org_id = ${orgId} for share skip locked
      on conflict (agent_id, name, org_id) do update set stamp = excluded.stamp`
    await expect(store.execute(db)).rejects.toThrow('cannot insert into view "documents"')
  },
)
