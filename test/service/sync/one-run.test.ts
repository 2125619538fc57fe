import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { syncSource } from '../../../server/features/sync/sync.ts'
import { type FakeWeb, startWeb } from '../../fakes/web.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Only one run reads a source at a time, for all callers. */

const isServer = process.env.TEST_ENGINE === 'postgres'

let web: FakeWeb
let service: Service
/** Another replica on the same database. */
let replica: Service | undefined
let tenant: Tenant
let now: Date
let agentId: string
let id: string

beforeAll(async () => {
  web = await startWeb()
  const environment = { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}`, CRON_SECRET: 'secret' }
  service = await startService(environment, { now: () => now })
  if (!isServer) return
  const DATABASE_URL = service.deps.config.databaseUrl!
  replica = await startService({ ...environment, DATABASE_URL }, { now: () => now })
})
afterAll(async () => {
  await replica?.stop()
  await service.stop()
  await web.stop()
})
beforeEach(async () => {
  now = new Date()
  web.asked()
  tenant = await service.register()
  agentId = await tenant.agent()
  const source = { agentId, platform: 'rss', config: { feedUrl: `${web.url}/feed` } }
  id = (await tenant.post('/content-sources', source)).body.id
})
afterEach(() => {
  vi.useRealTimers()
  return tenant.delete(`/content-sources/${id}`)
})

const feed = '<rss><channel><item><guid>1</guid><title>Post</title><link>/1</link></item></channel></rss>'
const running = [expect.stringContaining('A sync of this content source is already running')]

const sync = (from: Service = service) =>
  from.call('POST', `/content-sources/${id}/sync`, undefined, { authorization: `Bearer ${tenant.key}` })

/** A feed that answers when the test says so. */
function holdFeed() {
  const { promise: isAsked, resolve } = Promise.withResolvers<ServerResponse>()
  web.pages.set('/feed', (_request, response) => resolve(response))
  return { isAsked, answer: async () => (await isAsked).end(feed) }
}
const answerAtOnce = () => web.pages.set('/feed', { body: feed })

const sourceRow = () =>
  service.deps.db.selectFrom('content_sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Writes the row as another process does. */
const setRow = (changes: { sync_claim_id?: string; sync_until: string }) =>
  service.deps.db.updateTable('content_sources').set(changes).where('id', '=', id).execute()
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

const otherClaim = '00000000-0000-7000-8000-000000000001'

test('three requests at once in one process read it once, and get the same answer', async () => {
  const { isAsked, answer } = holdFeed()
  const requests = [sync(), sync(), sync()]
  await isAsked
  // They are through when a later request is.
  await tenant.get(`/content-sources?agentId=${agentId}`)
  await answer()
  const [first, ...others] = await Promise.all(requests)
  expect(first).toMatchObject({ status: 200, body: { imported: 1, errors: [] } })
  for (const { status, body } of others) expect([status, body]).toEqual([200, first!.body])
  expect(web.asked()).toEqual(['/feed'])
  expect(await sourceRow()).toMatchObject({ sync_claim_id: null, sync_until: null })
})

test.runIf(isServer)('requests to another replica meanwhile say that it is running, and read nothing', async () => {
  const { isAsked, answer } = holdFeed()
  const first = sync()
  await isAsked
  for (const { status, body } of await Promise.all([sync(replica), sync(replica)])) {
    expect([status, body]).toMatchObject([200, { source_id: id, imported: 0, job_id: null, errors: running }])
  }
  const cron = { authorization: 'Bearer secret' }
  const round = await replica!.call('POST', '/cron/sync-sources', undefined, cron)
  expect(round.body).toMatchObject({ sources_synced: 0, errors: [] })
  await answer()
  expect((await first).body).toMatchObject({ imported: 1, errors: [] })
  expect(web.asked()).toEqual(['/feed'])
  expect((await sourceRow()).last_errors).toEqual([])
  answerAtOnce()
  expect((await sync(replica)).body).toMatchObject({ skipped: 1, errors: [] })
})

describe('the claim of a run', () => {
  test('keeps others out until it ends by itself, when its process died', async () => {
    answerAtOnce()
    await setRow({ sync_claim_id: otherClaim, sync_until: inSeconds(30) })
    expect((await sync()).body).toMatchObject({ imported: 0, errors: running })
    expect(web.asked()).toEqual([])
    now = new Date(now.getTime() + 30_000)
    expect((await sync()).body).toMatchObject({ imported: 1, errors: [] })
  })

  test('that was written while a clock was wrong keeps nobody out', async () => {
    answerAtOnce()
    await setRow({ sync_claim_id: otherClaim, sync_until: inSeconds(3600) })
    expect((await sync()).body).toMatchObject({ imported: 1, errors: [] })
  })

  test('is renewed while the run lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { isAsked, answer } = holdFeed()
    const run = sync()
    await isAsked
    for (let round = 0; round < 6; round += 1) {
      now = new Date(now.getTime() + 10_000)
      vi.advanceTimersByTime(10_000)
      await expect.poll(async () => Date.parse((await sourceRow()).sync_until!) - now.getTime()).toBe(40_000)
    }
    await answer()
    expect((await run).body).toMatchObject({ imported: 1, errors: [] })
  })

  test('that another run took over ends the first one, which writes nothing more', async () => {
    const { isAsked, answer } = holdFeed()
    const run = sync()
    await isAsked
    await setRow({ sync_claim_id: otherClaim, sync_until: inSeconds(30) })
    await answer()
    expect((await run).body).toMatchObject({ imported: 0, errors: [expect.stringContaining('took over')] })
    expect(await sourceRow()).toMatchObject({ sync_claim_id: otherClaim, cursor: null, last_synced_at: null })
    expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(0)
  })

  test('is given up when a run fails', async () => {
    const failing = { ...service.deps.web, feed: () => Promise.reject(new Error('A defect')) }
    await expect(syncSource({ ...service.deps, web: failing }, await sourceRow())).rejects.toThrow('A defect')
    expect(await sourceRow()).toMatchObject({ sync_claim_id: null, sync_until: null })
  })
})

test('a scheduled round leaves a source alone that was synced since the round listed it', async () => {
  answerAtOnce()
  const listed = await sourceRow()
  await sync()
  web.asked()
  expect(await syncSource(service.deps, listed, { isScheduled: true })).toMatchObject({ is_elsewhere: true })
  expect(web.asked()).toEqual([])
})

test('a job that is stopped takes no request along that waits for its run', async () => {
  const { isAsked } = holdFeed()
  const stopping = new AbortController()
  const job = syncSource(service.deps, await sourceRow(), { signal: stopping.signal })
  await isAsked
  const request = sync()
  await tenant.get(`/content-sources?agentId=${agentId}`)
  answerAtOnce()
  stopping.abort()
  await expect(job).rejects.toThrow()
  expect((await request).body).toMatchObject({ imported: 1, errors: [] })
})
