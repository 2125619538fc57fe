import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../../server/features/jobs/jobs.ts'
import { claimJob, failAbandonedJobs } from '../../../server/features/jobs/lease.ts'
import { fireIfDue, type Schedule } from '../../../server/features/jobs/schedules.ts'
import { enqueueSyncs } from '../../../server/features/sync/schedule.ts'
import { schedules } from '../../../server/jobs/schedules.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** The machine's clock is stepped ahead, then back to the right time. */

const hours = 3600
const start = new Date('2026-11-21T10:20:00Z')
let clock = start
const step = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService({}, { now: () => clock })
  tenant = await service.register()
})
beforeEach(() => {
  clock = start
})
afterAll(() => service.stop())

describe('a job whose process died while the clock was ahead', () => {
  const claim = () => claimJob(service.deps, ['pbd'])
  const newJob = async () => {
    const agent_id = await tenant.agent()
    return service.deps.db
      .transaction()
      .execute((trx) => enqueueJob(trx, { type: 'pbd', org_id: tenant.orgId, agent_id }, clock))
  }

  test('is claimed again once the clock is right', async () => {
    const { id } = await newJob()
    step(24 * hours)
    expect(await claim()).toMatchObject({ id, attempts: 1 })
    step(-24 * hours)
    expect(await claim()).toMatchObject({ id, attempts: 2 })
    await tenant.delete(`/jobs/${id}`)
  })

  test('fails when that was its last attempt', async () => {
    const { id } = await newJob()
    step(24 * hours)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await claim()).toMatchObject({ id })
      step(61)
    }
    step(-48 * hours)
    await failAbandonedJobs(service.deps)
    expect((await tenant.get(`/jobs/${id}`)).body).toMatchObject({ status: 'failed', attempts: 3 })
  })

  test('is not claimed by a process whose clock is a minute behind', async () => {
    const { id } = await newJob()
    expect(await claim()).toMatchObject({ id })
    step(-59)
    expect(await claim()).toBeUndefined()
    await tenant.delete(`/jobs/${id}`)
  })
})

describe.each(['sync-sources', 'consensus'])('the schedule %s', (name) => {
  const { next } = schedules.find((schedule) => schedule.name === name)!
  let fired = 0
  const schedule: Schedule = {
    name: `test ${name}`,
    next,
    fire: async () => {
      fired++
    },
  }
  const tick = () => fireIfDue(service.deps, schedule)

  test('fires at once when a wrong clock has put it off by more than its interval, then as usual', async () => {
    await tick()
    step(48 * hours)
    await tick()
    expect(fired).toBe(1)
    step(-48 * hours)
    await tick()
    expect(fired).toBe(2)
    await tick()
    expect(fired).toBe(2)
    clock = next(clock)
    await tick()
    expect(fired).toBe(3)
  })

  test('fires once for two replicas whose clocks differ by seconds', async () => {
    clock = next(new Date(start.getTime() + 96 * hours * 1000))
    step(1)
    await tick()
    const before = fired
    step(-2)
    await tick()
    expect(fired).toBe(before)
  })
})

test('a source that was synced while the clock was ahead is due once the clock is right', async () => {
  const agentId = await tenant.agent()
  const feed = { agentId, platform: 'rss', config: { feedUrl: 'https://feeds.example.org/rss' } }
  const { body: source } = await tenant.post('/content-sources', feed)
  const { db } = service.deps
  const inHours = (count: number) => new Date(clock.getTime() + count * hours * 1000).toISOString()
  const synced = (last: number, next: number) =>
    db
      .updateTable('content_sources')
      .set({ last_synced_at: inHours(last), next_sync_at: inHours(next) })
      .where('id', '=', source.id)
      .execute()
  const jobs = async () => {
    await db.transaction().execute((trx) => enqueueSyncs(trx, clock))
    return (await tenant.get(`/jobs?agentId=${agentId}&jobType=sync`)).body.count
  }
  await synced(-1, 23)
  expect(await jobs()).toBe(0)
  await synced(48, 72)
  expect(await jobs()).toBe(1)
})
