import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRequests } from '../../../server/db/migrations/023-change-requests.ts'
import { profileAndOverrideChanges } from '../../../server/db/migrations/038-profile-and-override-changes.ts'
import type { Engine } from '../../../server/db/values.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

const engine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('change requests of an earlier version keep their changes, and are about the layers that can still be known', async () => {
  const { db } = service.deps
  const { tenant } = await newPerson(service)
  const { orgId, userId } = tenant
  const [group, ada] = [await tenant.group(), await tenant.agent()]
  // The tables as they were.
  await db.deleteFrom('organizations').where('id', '<>', orgId).execute()
  for (const table of ['change_request_owners', 'change_request_comments', 'proposed_changes', 'change_requests'])
    await db.schema.dropTable(table).execute()
  await db.schema.alterTable('organizations').dropColumn('require_review').execute()
  for (const column of ['access', 'agent_id', 'expires_at'])
    await db.schema.alterTable('api_keys').dropColumn(column).execute()
  await changeRequests(engine).up(db as never)

  const at = '2026-01-01T00:00:00.000Z'
  const newId = () => crypto.randomUUID()
  /** A request with changes at these positions, each with its group and agent; the others went with theirs. */
  const insert = async (number: number, changes: { position: number; group?: string; agent?: string }[]) => {
    const id = newId()
    const common = { org_id: orgId, created_at: at, updated_at: at }
    await db
      .insertInto('change_requests')
      .values({ ...common, id, number, title: 'x', status: 'open', author_id: userId } as never)
      .execute()
    for (const { position, group = null, agent = null } of changes)
      await sql`insert into proposed_changes
        (org_id, id, created_at, change_request_id, position, op, kind, group_id, agent_id, after)
        values (${orgId}, ${newId()}, ${at}, ${id}, ${position}, 'add', 'belief', ${group}, ${agent}, '{"statement":"Ask"}')`.execute(
        db,
      )
    return id
  }
  const whole = await insert(1, [{ position: 0 }, { position: 1, group }, { position: 2, agent: ada }])
  const cut = await insert(2, [{ position: 1, agent: ada }])
  const empty = await insert(3, [])
  await profileAndOverrideChanges(engine).up(db as never)

  const owners = await db.selectFrom('change_request_owners').select(['change_request_id', 'owner_id']).execute()
  const ownersOf = (id: string) =>
    owners.flatMap(({ change_request_id, owner_id }) => (change_request_id === id ? owner_id : [])).sort()
  expect(ownersOf(whole)).toEqual([orgId, group, ada].sort())
  expect(ownersOf(cut)).toEqual([cut, ada].sort())
  expect(ownersOf(empty)).toEqual([empty])
  const changes = await db
    .selectFrom('proposed_changes')
    .select(['position', 'op', 'kind', 'after', 'merged', 'source_type'])
    .where('change_request_id', '=', whole)
    .orderBy('position')
    .execute()
  const kept = { op: 'add', kind: 'belief', after: { statement: 'Ask' }, merged: false, source_type: null }
  expect(changes).toEqual([0, 1, 2].map((position) => ({ position, ...kept })))
})
