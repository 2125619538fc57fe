import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asPart } from '#core/domain/audit/origin.ts'
import type { AuditEntryRow } from '../../../server/db/tables.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let owner: Person
let path: string
const tampered: string[] = []
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop(tampered))
beforeEach(async () => {
  owner = await newPerson(service)
  const { orgId } = owner.tenant
  tampered.push(orgId)
  path = `/organizations/${orgId}/audit-log`
  const agentId = await owner.tenant.agent()
  for (const statement of ['One', 'Two', 'Three'])
    await owner.tenant.post('/beliefs', { agentId, category: 'axiom', statement })
})

const verify = async (query = '') => (await owner.get(`${path}/verify${query}`)).body
const rows = (): Promise<AuditEntryRow[]> =>
  service.deps.db.selectFrom('audit_log').selectAll().where('org_id', '=', owner.tenant.orgId).orderBy('seq').execute()
const write = (seq: number, set: Partial<AuditEntryRow>) =>
  service.deps.db
    .updateTable('audit_log')
    .set(set)
    .where('org_id', '=', owner.tenant.orgId)
    .where('seq', '=', seq)
    .execute()
const remove = (seq: number) =>
  service.deps.db.deleteFrom('audit_log').where('org_id', '=', owner.tenant.orgId).where('seq', '=', seq).execute()
const insert = (row: AuditEntryRow) => service.deps.db.insertInto('audit_log').values(row).execute()

/** Another value of the same kind. */
function flipped(value: unknown): unknown {
  if (value === null) return crypto.randomUUID()
  const text = String(value)
  if (/^\d{4}-/.test(text)) return new Date(Date.parse(text) + 1).toISOString()
  if (/^[0-9a-f]{8}-/.test(text)) return crypto.randomUUID()
  return text.replace(/[0-9a-z]/, (character) => (character === '1' ? '2' : '1'))
}

describe('GET /organizations/{orgId}/audit-log/verify', () => {
  test('an untouched log is valid; a kept head is known, and another is not', async () => {
    const { valid, entries, head } = await verify()
    expect([valid, entries, head.seq]).toEqual([true, 7, 7])
    await owner.tenant.agent({ name: 'Bob' })
    expect((await verify(`?seq=${head.seq}&hash=${head.hash}`)).known).toBe(true)
    expect((await verify(`?seq=${head.seq - 1}&hash=${head.hash}`)).known).toBe(false)
    expect((await verify(`?seq=99&hash=${head.hash}`)).known).toBe(false)
    expect((await owner.get(`${path}/verify?seq=1`)).status).toBe(400)
  })

  test('every field of every entry that is changed is found with its number', async () => {
    const found: string[] = []
    const columns = [
      'at',
      'action',
      'actor_id',
      'target_id',
      'agent_id',
      'group_id',
      'layer_id',
      'content',
      'salt',
      'digest',
      'covers',
      'hash',
    ] as const
    const all = await rows()
    for (const row of all) {
      for (const column of columns) {
        await write(row.seq, { [column]: flipped(row[column]) })
        const { valid, first_broken } = await verify()
        if (valid || first_broken !== row.seq) found.push(`${column} of ${row.seq}: ${first_broken}`)
        await write(row.seq, { [column]: row[column] })
      }
    }
    expect(found).toEqual([])
    expect((await verify()).valid).toBe(true)
    // Every field of the content, too.
    const [{ content }] = all as [AuditEntryRow]
    for (const [name, value] of Object.entries(JSON.parse(content!))) {
      await write(1, { content: JSON.stringify({ ...JSON.parse(content!), [name]: value === null ? 'x' : null }) })
      expect(await verify()).toMatchObject({ valid: false, first_broken: 1 })
    }
  })

  test('entries that were removed, swapped or added are found', async () => {
    const all = await rows()
    const [third, fourth] = [all[2]!, all[3]!]
    await remove(3)
    expect(await verify()).toMatchObject({ valid: false, first_broken: 3 })
    await insert(third)
    expect((await verify()).valid).toBe(true)

    await remove(3)
    await remove(4)
    await insert({ ...third, seq: 4 })
    await insert({ ...fourth, seq: 3 })
    expect(await verify()).toMatchObject({ valid: false, first_broken: 3 })
    await remove(3)
    await remove(4)
    await insert(third)
    await insert(fourth)

    const { head } = await verify()
    await insert({ ...all.at(-1)!, seq: 8 })
    expect(await verify()).toMatchObject({ valid: false, first_broken: 8 })
    await remove(8)

    await remove(7)
    expect(await verify()).toMatchObject({ valid: false, first_broken: 7 })
    // Even when the head was set back too, one that was kept elsewhere tells.
    const last = all.at(-2)!
    const heads = service.deps.db.updateTable('audit_heads').set({ seq: last.seq, hash: last.hash })
    await heads.where('org_id', '=', owner.tenant.orgId).execute()
    expect((await verify()).valid).toBe(true)
    expect((await verify(`?seq=${head.seq}&hash=${head.hash}`)).known).toBe(false)
  })

  test('a change in the database past the service has no entry, which the tests notice', async () => {
    const before = (await rows()).length
    const { db } = service.deps
    await asPart(() => db.updateTable('agents').set({ name: 'Eve' }).where('org_id', '=', owner.tenant.orgId).execute())
    await sql`update agents set job_title = 'Spy' where org_id = ${owner.tenant.orgId}`.execute(db)
    expect((await rows()).length).toBe(before)
    const { changesWithoutEntries } = await import('../../support/entries.ts')
    const unwritten = await changesWithoutEntries(
      db,
      tampered.filter((id) => id !== owner.tenant.orgId),
    )
    expect(unwritten.map((text) => text.split(' ')[0])).toEqual(['agents.name', 'agents.job_title'])
  })
})
