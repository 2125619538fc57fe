import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runSchedules } from '../../../server/jobs/worker.ts'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let owner: Person
let path: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await newPerson(service, { display_name: 'Nadia' })
  path = `/organizations/${owner.tenant.orgId}/audit-log`
})

const log = async () => (await owner.get(`${path}?limit=1000`)).body.data
const verify = async () => (await owner.get(`${path}/verify`)).body

describe('POST /organizations/{orgId}/audit-log/erase', () => {
  test('removes what one person wrote; the chain still verifies, and the erasure is an entry', async () => {
    const member = await newPerson(service, { display_name: 'Ben' })
    await join(owner, member)
    const { orgId, userId } = member.tenant
    const agentId = await owner.tenant.agent()
    const input = { agentId, category: 'axiom', statement: 'Written by Ben' }
    const { body } = await member.post('/beliefs', input)
    const kept = (await verify()).head
    const { status, body: result } = await owner.post(`${path}/erase`, { actorId: userId })
    expect([status, result.erased]).toEqual([200, 3])
    const entries = await log()
    const [erasure] = entries
    const numbers = entries.filter(({ erased }: any) => erased).map(({ seq }: any) => seq)
    expect(erasure).toMatchObject({ action: 'audit.erase', actor: { name: 'Nadia' }, erased: false })
    // With the membership, and the invitation that led to it.
    expect(numbers).toHaveLength(3)
    expect(JSON.stringify(entries)).not.toContain('Ben')
    const gone = entries.find(({ action }: any) => action === 'belief.create')
    expect(gone).toEqual({
      ...Object.fromEntries(
        'actor surface target agent_id group_id before after request_id ip client'
          .split(' ')
          .map((name) => [name, null]),
      ),
      seq: gone.seq,
      at: gone.at,
      hash: gone.hash,
      action: 'belief.create',
      erased: true,
    })
    expect(await verify()).toMatchObject({ valid: true, entries: kept.seq + 1 })
    expect((await owner.get(`${path}/verify?seq=${kept.seq}&hash=${kept.hash}`)).body.known).toBe(true)
    expect((await owner.get(`${path}?target=${body.id}`)).body.count).toBe(0)
    expect(orgId).not.toBe(owner.tenant.orgId)
  })

  test('fields together match all; an erasure that is erased goes on to name its entries', async () => {
    const agentId = await owner.tenant.agent()
    const other = await owner.tenant.agent()
    await owner.post(`${path}/erase`, { targetId: agentId, actorId: crypto.randomUUID() })
    expect((await log()).filter(({ erased }: any) => erased)).toEqual([])
    await owner.post(`${path}/erase`, { targetId: agentId })
    const until = new Date(Date.now() + 60_000).toISOString()
    const { body } = await owner.post(`${path}/erase`, { before: until })
    const entries = await log()
    expect(body.erased).toBe(entries.length - 2)
    const first = entries.find(({ action, erased }: any) => action === 'audit.erase' && erased)
    expect(first).toMatchObject({ actor: null, after: { covers: expect.stringMatching(/^\d+$/) } })
    expect(await verify()).toMatchObject({ valid: true })
    expect(JSON.stringify(entries.slice(1))).not.toContain(other)
  })

  test('an entry that was emptied without an erasure is broken', async () => {
    await owner.tenant.agent()
    const { db } = service.deps
    const emptied = {
      content: null,
      salt: null,
      actor_id: null,
      target_id: null,
      agent_id: null,
      digest: 'a'.repeat(64),
    }
    const before = (await log()).map(({ seq }: any) => seq)
    const rows = db.selectFrom('audit_log').selectAll().where('org_id', '=', owner.tenant.orgId).where('seq', '=', 2)
    const row = await rows.executeTakeFirstOrThrow()
    const second = db.updateTable('audit_log').where('org_id', '=', owner.tenant.orgId).where('seq', '=', 2)
    await second.set(emptied).execute()
    expect(await verify()).toMatchObject({ valid: false, first_broken: 2 })
    await second.set(row).execute()
    expect((await log()).map(({ seq }: any) => seq)).toEqual(before)
    expect((await verify()).valid).toBe(true)
  })

  test('is for an owner in a session, and says which entries', async () => {
    const member = await newPerson(service)
    await join(owner, member)
    const filter = { actorId: owner.tenant.userId }
    expect((await member.post(`${path}/erase`, filter)).status).toBe(401)
    expect((await owner.tenant.post(`${path}/erase`, filter)).status).toBe(401)
    const { status, body } = await owner.post(`${path}/erase`, {})
    expect([status, body.error]).toEqual([400, expect.stringContaining('actorId')])
    const stranger = await newPerson(service)
    expect((await stranger.post(`${path}/erase`, filter)).status).toBe(404)
    expect((await owner.post(`${path}/erase`, { before: 'yesterday' })).status).toBe(400)
  })

  test('audit_retention_days erases each night what is older', async () => {
    const settings = `/organizations/${owner.tenant.orgId}`
    expect((await owner.tenant.patch(settings, { auditRetentionDays: 30 })).status).toBe(401)
    expect((await owner.patch(settings, { auditRetentionDays: 0 })).status).toBe(400)
    const { status, body } = await owner.patch(settings, { auditRetentionDays: 30 })
    expect([status, body.audit_retention_days]).toEqual([200, 30])
    const count = (await log()).length
    const days = (number: number) => () => new Date(Date.now() + number * 86_400_000)
    // The first look at a schedule sets its time.
    await runSchedules({ ...service.deps, now: days(0) })
    await runSchedules({ ...service.deps, now: days(29) })
    expect((await log()).filter(({ erased }: any) => erased)).toEqual([])
    await runSchedules({ ...service.deps, now: days(31) })
    const entries = await log()
    expect(entries.filter(({ erased }: any) => erased)).toHaveLength(count)
    expect(entries[0]).toMatchObject({ action: 'audit.erase', actor: { type: 'system' }, surface: 'job' })
    await runSchedules({ ...service.deps, now: days(99) })
    expect(await log()).toHaveLength(entries.length)
    expect((await verify()).valid).toBe(true)
    expect((await owner.patch(settings, { auditRetentionDays: null })).body.audit_retention_days).toBeNull()
  })
})
