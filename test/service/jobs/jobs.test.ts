import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError, badRequest, outsideFailure } from '#core/base/errors.ts'
import { enqueueJob, type NewJob } from '../../../server/features/jobs/jobs.ts'
import { claimJob, failAbandonedJobs, JobLost, type JobRun, runJob } from '../../../server/features/jobs/lease.ts'
import { fireIfDue, type Schedule } from '../../../server/features/jobs/schedules.ts'
import { schedules } from '../../../server/jobs/schedules.ts'
import { startWorker } from '../../../server/jobs/worker.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let clock = new Date('2026-11-21T10:00:00Z')
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
const never = new AbortController().signal

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService({ CRON_SECRET: 'a-long-shared-secret' }, { now: () => clock })
  tenant = await service.register()
})
afterAll(() => service.stop())

const enqueue = (job: Partial<NewJob>) =>
  service.deps.db
    .transaction()
    .execute((trx) => enqueueJob(trx, { type: 'pbd', org_id: tenant.orgId, ...job }, new Date()))
const claim = () => claimJob(service.deps, ['pbd', 'backfill', 'sync'])
const read = async (id: string) => (await tenant.get(`/jobs/${id}`)).body
/** Claims the next job and does with it what `handle` does. */
const attempt = async (handle: (run: JobRun) => Promise<Record<string, unknown>>, stopping = never) => {
  const job = (await claim())!
  await runJob(service.deps, job, (_ctx, run) => handle(run), stopping)
  return read(job.id)
}
const newJob = async (type: NewJob['type'] = 'pbd') => enqueue({ type, agent_id: await tenant.agent() })

describe('enqueueJob', () => {
  test('returns the waiting job of the same type and agent, with the new input added', async () => {
    const agent_id = await tenant.agent()
    const first = await enqueue({ agent_id, input: { a: 1 } })
    const again = await enqueue({ agent_id, input: { b: 2 } })
    const other = await enqueue({ agent_id, type: 'sync' })
    expect(first).toMatchObject({ status: 'queued', attempts: 0, input: { a: 1 } })
    expect(again).toMatchObject({ id: first.id, input: { a: 1, b: 2 } })
    expect(other.id).not.toBe(first.id)
    await tenant.delete(`/agents/${agent_id}`)
  })

  test('20 simultaneous calls of POST /pbd/process leave one waiting job', async () => {
    const agentId = await tenant.agent()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tenant.post('/pbd/process', { agentId })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
    expect(new Set(answers.map(({ body }) => body.jobId)).size).toBe(1)
    expect((await tenant.get(`/jobs?agentId=${agentId}`)).body.count).toBe(1)
    await tenant.delete(`/agents/${agentId}`)
  })
})

describe('an attempt', () => {
  test('reports progress, and its result completes the job', async () => {
    const { id, agent_id } = await newJob()
    const job = await attempt(async (run) => {
      await run.progress('observe', 2, 5)
      expect(await read(id)).toMatchObject({
        status: 'running',
        stage: 'observe',
        progress_current: 2,
        progress_total: 5,
      })
      return { answer: 42 }
    })
    expect(job).toEqual({
      id,
      job_id: id,
      org_id: tenant.orgId,
      agent_id,
      type: 'pbd',
      status: 'completed',
      stage: 'observe',
      progress_current: 2,
      progress_total: 5,
      result: { answer: 42 },
      error: null,
      attempts: 1,
      created_at: expect.any(String),
      started_at: clock.toISOString(),
      finished_at: clock.toISOString(),
    })
  })

  test('that fails is repeated after a while, and the third failure ends the job with the reason', async () => {
    const { id } = await newJob()
    const fail = () => attempt(() => Promise.reject(outsideFailure('The language model did not answer')))
    expect(await fail()).toMatchObject({
      status: 'running',
      stage: 'waiting for attempt 2 of 3',
      error: 'The language model did not answer',
    })
    expect(await claim()).toBeUndefined()
    pass(10)
    await fail()
    pass(10)
    expect(await claim()).toBeUndefined()
    pass(30)
    expect(await fail()).toMatchObject({
      id,
      status: 'failed',
      attempts: 3,
      error: 'The language model did not answer',
      finished_at: clock.toISOString(),
    })
    expect(await claim()).toBeUndefined()
  })

  test('that fails unexpectedly shows nothing internal', async () => {
    await newJob()
    const job = await attempt(() => Promise.reject(new Error('select secret from table')))
    expect(job.error).toBe('Internal error')
    await tenant.delete(`/jobs/${job.id}`)
  })

  test('that fails by what the caller can mend is not repeated', async () => {
    await newJob()
    const job = await attempt(() => Promise.reject(badRequest('The archive holds no profile')))
    expect(job).toMatchObject({ status: 'failed', attempts: 1, error: 'The archive holds no profile' })
  })

  test('that dies is repeated when its lease ends, three times in all', async () => {
    const { id } = await newJob()
    for (const attempts of [1, 2, 3]) {
      expect(await claim()).toMatchObject({ id, attempts })
      expect(await claim()).toBeUndefined()
      pass(61)
    }
    expect(await claim()).toBeUndefined()
    await failAbandonedJobs(service.deps)
    expect(await read(id)).toMatchObject({ status: 'failed', attempts: 3, error: 'Gave up after 3 attempts' })
  })

  test('whose job was taken over writes nothing more', async () => {
    await newJob()
    const job = await attempt(async (run) => {
      pass(61)
      const takenOver = (await claim())!
      expect(takenOver.id).toBe(run.job.id)
      await expect(run.progress('observe', 1, 1)).rejects.toThrow(JobLost)
      expect(run.signal.aborted).toBe(true)
      await expect(service.deps.db.transaction().execute((trx) => run.hold(trx))).rejects.toThrow(JobLost)
      return { late: true }
    })
    expect(job).toMatchObject({ status: 'running', attempts: 2, result: null })
    await tenant.delete(`/jobs/${job.id}`)
  })

  test('that the process stops goes back to the queue and does not count', async () => {
    const { id } = await newJob()
    const stopping = new AbortController()
    await attempt(async (run) => {
      stopping.abort()
      await run.progress('observe', 1, 2)
      return {}
    }, stopping.signal)
    expect(await claim()).toMatchObject({ id, attempts: 1 })
    await tenant.delete(`/jobs/${id}`)
  })
})

describe('claiming', () => {
  test('a second run for the same agent waits for the first; another agent’s does not', async () => {
    const { id, agent_id } = await newJob()
    expect((await claim())!.id).toBe(id)
    const waiting = await enqueue({ agent_id })
    const sameLane = await enqueue({ agent_id, type: 'backfill' })
    const other = await newJob()
    expect((await claim())!.id).toBe(other.id)
    expect(await claim()).toBeUndefined()
    await tenant.delete(`/jobs/${id}`)
    expect((await claim())!.id).toBe(waiting.id)
    expect(await claim()).toBeUndefined()
    for (const job of [waiting, sameLane, other]) await tenant.delete(`/jobs/${job.id}`)
  })

  test('by many workers at once gives every job to one of them', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const owner = await service.register()
        return enqueue({ org_id: owner.orgId, agent_id: await owner.agent() })
      }),
    )
    const claimed = []
    while (claimed.length < jobs.length) {
      claimed.push(...(await Promise.all(Array.from({ length: 6 }, claim))).filter((job) => job !== undefined))
    }
    expect(claimed.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort())
    expect(await claim()).toBeUndefined()
    await service.deps.db.deleteFrom('jobs').execute()
  })
})

describe('organizations take turns', () => {
  const endAll = () => service.deps.db.deleteFrom('jobs').execute()
  const newJobs = async (owner: Tenant, count: number) => {
    const jobs = []
    for (let number = 0; number < count; number++) {
      jobs.push(await enqueue({ org_id: owner.orgId, agent_id: await owner.agent() }))
    }
    return jobs
  }
  const end = (id: string) =>
    service.deps.db
      .updateTable('jobs')
      .set({ status: 'completed', finished_at: clock.toISOString(), claim_id: null, lease_until: null })
      .where('id', '=', id)
      .execute()

  test('a job does not wait for the many of a neighbor that were there before', async () => {
    const [neighbor, owner] = [await service.register(), await service.register()]
    await newJobs(neighbor, 12)
    for (let ended = 0; ended < 3; ended++) await end((await claim())!.id)
    const [own] = await newJobs(owner, 1)
    const next = [await claim(), await claim(), await claim()]
    expect(next.map((job) => job?.id)).toContain(own!.id)
    await endAll()
  })

  test('jobs of one organization keep their order, and alternate with those of another', async () => {
    const [a, b] = [await service.register(), await service.register()]
    const [ofA, ofB] = [await newJobs(a, 4), await newJobs(b, 3)]
    const order: string[] = []
    for (let job = await claim(); job; job = await claim()) {
      order.push(job.id)
      await end(job.id)
    }
    const [a1, a2, a3, a4] = ofA.map(({ id }) => id)
    const [b1, b2, b3] = ofB.map(({ id }) => id)
    expect(order).toEqual([a1, a2, b1, a3, b2, a4, b3])
    await endAll()
  })

  test('two run at a time, also when many workers of several processes claim at once', async () => {
    const owner = await service.register()
    await newJobs(owner, 10)
    const claimed = (await Promise.all(Array.from({ length: 12 }, claim))).filter((job) => job !== undefined)
    while (claimed.length < 2) claimed.push((await claim())!)
    expect(claimed).toHaveLength(2)
    expect(await claim()).toBeUndefined()
    await end(claimed[0]!.id)
    expect(await claim()).toBeDefined()
    expect(await claim()).toBeUndefined()
    await endAll()
  })

  test('a job that waits for its next attempt, or whose process died, takes no place', async () => {
    const owner = await service.register()
    await newJobs(owner, 4)
    for (const job of [await claim(), await claim()]) {
      await runJob(service.deps, job!, () => Promise.reject(outsideFailure('Not now')), never)
    }
    expect([await claim(), await claim()]).not.toContain(undefined)
    expect(await claim()).toBeUndefined()
    pass(61)
    expect([await claim(), await claim()]).not.toContain(undefined)
    expect(await claim()).toBeUndefined()
    await endAll()
  })

  test('a job that is told to come back gives its place back, and the attempt does not count', async () => {
    await newJob()
    const job = await attempt(() => Promise.reject(new AppError('rate_limited', 'Waiting for the tide', 300)))
    expect(job).toMatchObject({ status: 'running', stage: 'Waiting for the tide', attempts: 0, error: null })
    pass(299)
    expect(await claim()).toBeUndefined()
    pass(2)
    expect(await claim()).toMatchObject({ id: job.id, attempts: 1 })
    await endAll()
  })

  test('POST /pbd/process › 429 while 100 wait; what waits already is found, another organization goes on', async () => {
    const [neighbor, owner] = [await service.register(), await service.register()]
    const agents: string[] = []
    for (let number = 0; number < 120; number++) agents.push(await neighbor.agent())
    const answers = []
    // All 120 at once can wait longer for a connection on a busy machine than the service lets them.
    while (answers.length < agents.length) {
      const next = agents.slice(answers.length, answers.length + 20)
      answers.push(...(await Promise.all(next.map((agentId) => neighbor.post('/pbd/process', { agentId })))))
    }
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(20)
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '60' },
      body: {
        error: expect.stringContaining('At most 100 jobs of an organization can wait'),
        code: 'too_many_waiting',
      },
    })
    const at = answers.findIndex(({ status }) => status === 202)
    expect((await neighbor.post('/pbd/process', { agentId: agents[at] })).status).toBe(202)
    expect((await neighbor.post('/pbd/process', { orgId: neighbor.orgId })).status).toBe(429)
    expect((await owner.post('/pbd/process', { agentId: await owner.agent() })).status).toBe(202)
    await endAll()
  })
})

describe('DELETE /jobs/{jobId}', () => {
  test('ends a waiting job', async () => {
    const { id } = await newJob()
    const { status, body } = await tenant.delete(`/jobs/${id}`)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ job_id: id, status: 'failed', error: 'Stopped on request' }),
    ])
    expect(await claim()).toBeUndefined()
  })

  test('a running job notices at its next step', async () => {
    await newJob()
    const job = await attempt(async (run) => {
      await tenant.delete(`/jobs/${run.job.id}`)
      await run.progress('observe', 1, 2)
      return {}
    })
    expect(job).toMatchObject({ status: 'failed', error: 'Stopped on request', result: null })
  })

  test('400 for a job that has ended, 404 for another tenant’s', async () => {
    const { id } = await newJob()
    const stranger = await service.register()
    expect((await stranger.delete(`/jobs/${id}`)).status).toBe(404)
    expect((await stranger.get(`/jobs/${id}`)).status).toBe(404)
    await attempt(async () => ({}))
    expect((await tenant.delete(`/jobs/${id}`)).status).toBe(400)
  })
})

test('GET /jobs › newest first, filtered by agent, type and status', async () => {
  const owner = await service.register()
  const agentId = await owner.agent()
  const ids: string[] = []
  for (const type of ['pbd', 'sync', 'backfill'] as const) {
    ids.unshift((await enqueue({ org_id: owner.orgId, agent_id: agentId, type })).id)
  }
  const list = async (query: string) => {
    const { body } = await owner.get(`/jobs${query}`)
    expect(body.count).toBeGreaterThanOrEqual(body.data.length)
    return body.data.map(({ id }: { id: string }) => ids.indexOf(id))
  }
  await owner.delete(`/jobs/${ids[0]}`)
  expect(await list('')).toEqual([0, 1, 2])
  expect(await list(`?agentId=${agentId}&limit=1&offset=1`)).toEqual([1])
  expect(await list('?jobType=sync')).toEqual([1])
  expect(await list('?type=pbd&status=queued')).toEqual([2])
  expect(await list('?status=failed')).toEqual([0])
  expect((await owner.get('/jobs?status=done')).status).toBe(400)
  expect((await tenant.get(`/jobs?agentId=${agentId}`)).status).toBe(404)
  await owner.delete(`/agents/${agentId}`)
})

describe('schedules', () => {
  test('fire once across three replicas, and again at the next moment', async () => {
    let fired = 0
    const hour = 3_600_000
    const schedule: Schedule = {
      name: 'test',
      next: (now) => new Date((Math.floor(now.getTime() / hour) + 1) * hour),
      fire: async () => {
        fired++
      },
    }
    const tick = () => Promise.all([1, 2, 3].map(() => fireIfDue(service.deps, schedule)))
    await tick()
    expect(fired).toBe(0)
    pass(3600)
    await tick()
    await tick()
    expect(fired).toBe(1)
    pass(7200)
    await tick()
    expect(fired).toBe(2)
  })

  test('the hourly sync asks for one job per agent with an enabled source', async () => {
    const owner = await service.register()
    const [busy, idle] = [await owner.agent(), await owner.agent()]
    const config = { repoUrl: 'https://github.com/acme/api' }
    for (const agentId of [busy, busy, idle]) {
      const { status } = await owner.post('/content-sources', { agentId, platform: 'github', config })
      expect(status).toBe(201)
    }
    const { body: sources } = await owner.get(`/content-sources?agentId=${idle}`)
    await owner.patch(`/content-sources/${sources[0].id}`, { enabled: false })
    const schedule = schedules.find(({ name }) => name === 'sync-sources')!
    await fireIfDue(service.deps, schedule)
    pass(3600)
    await Promise.all([1, 2, 3].map(() => fireIfDue(service.deps, schedule)))
    const { body: jobs } = await owner.get('/jobs?jobType=sync')
    expect(jobs.data.map(({ agent_id }: { agent_id: string }) => agent_id)).toEqual([busy])
    for (const agent of [busy, idle]) await owner.delete(`/agents/${agent}`)
  })

  test('jobs that ended more than 30 days ago are forgotten', async () => {
    const { id } = await newJob()
    await attempt(async () => ({}))
    const retention = schedules.find(({ name }) => name === 'job-retention')!
    await fireIfDue(service.deps, retention)
    pass(29 * 86_400)
    await fireIfDue(service.deps, retention)
    expect((await tenant.get(`/jobs/${id}`)).status).toBe(200)
    pass(2 * 86_400)
    await fireIfDue(service.deps, retention)
    expect((await tenant.get(`/jobs/${id}`)).status).toBe(404)
  })
})

test('a worker runs what waits, and stops', async () => {
  const { id } = await newJob()
  const worker = startWorker(service.deps)
  await expect.poll(async () => (await read(id)).status).toBe('completed')
  await worker.stop()
})

describe('POST /cron/sync-sources', () => {
  const call = (secret?: string) =>
    service.call(
      'POST',
      '/cron/sync-sources',
      undefined,
      secret === undefined ? {} : { authorization: `Bearer ${secret}` },
    )

  test('401 without the secret and with a wrong one; 200 with it', async () => {
    expect((await call()).status).toBe(401)
    expect((await call('a-long-shared-secreT')).status).toBe(401)
    expect((await call(tenant.key)).status).toBe(401)
    const { status, body } = await call('a-long-shared-secret')
    expect([status, body]).toEqual([200, { sources_synced: 0, items_imported: 0, jobs: [], errors: [] }])
  })

  test('401 for everybody while no secret is configured', async () => {
    const open = await startService()
    for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer x']) {
      expect((await open.call('POST', '/cron/sync-sources', undefined, { authorization })).status).toBe(401)
    }
    await open.stop()
  })
})
