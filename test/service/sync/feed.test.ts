import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueSyncs } from '../../../server/features/sync/schedule.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { type FakeWeb, redirect, startWeb, status } from '../../fakes/web.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Sources of RSS and Atom feeds, and the schedule of sources. */

let web: FakeWeb
let service: Service
let tenant: Tenant
let agentId: string
let now: Date

beforeAll(async () => {
  web = await startWeb()
  service = await startService(
    { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}`, CRON_SECRET: 'secret' },
    { now: () => now },
  )
})
afterAll(() => Promise.all([service.stop(), web.stop()]))
beforeEach(async () => {
  now = new Date()
  web.pages.clear()
  web.asked()
  tenant = await service.register()
  agentId = await tenant.agent()
})

// The automatic sync visits every organization.
afterEach(() => tenant.delete(`/agents/${agentId}`))

interface Post {
  id: number | string
  words: string
  date?: string
}
const feed = (...posts: Post[]) =>
  `<rss><channel>${posts
    .map(
      ({ id, words, date = '2026-03-01' }) =>
        `<item><guid>${id}</guid><title>Post ${id}</title><link>/${id}</link><dc:date>${date}</dc:date>
        <description><![CDATA[<p>${words}</p>]]></description></item>`,
    )
    .join('')}</channel></rss>`

const publish = (etag: string, ...posts: Post[]) => web.pages.set('/feed', { body: feed(...posts), etag })

const newSource = async (config: object = {}, more: object = {}) => {
  const all = { feedUrl: `${web.url}/feed`, ...config }
  const { status, body } = await tenant.post('/content-sources', { agentId, platform: 'rss', config: all, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const sync = async (id: string) => {
  const { status, body } = await tenant.post(`/content-sources/${id}/sync`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const items = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
const cron = () => service.call('POST', '/cron/sync-sources', undefined, { authorization: 'Bearer secret' })

describe('settings of a feed', () => {
  test('have defaults, and a name of their own or the host’s', async () => {
    const source = await newSource()
    expect(source).toMatchObject({
      platform: 'rss',
      name: `127.0.0.1:${web.port}`,
      config: { feed_url: `${web.url}/feed`, max_entries: 50, sync_interval_hours: 24 },
    })
    const path = `/content-sources/${source.id}`
    const changed = await tenant.patch(path, { name: 'Blog', config: { max_entries: 5 } })
    expect(changed.body).toMatchObject({ name: 'Blog', config: { ...source.config, max_entries: 5 } })
    expect((await tenant.patch(path, { name: null })).body.name).toBe(source.name)
  })

  test.each([
    [{}, 'config.feedUrl is required'],
    [{ feed_url: 'http://10.0.0.1/feed' }, 'config.feedUrl must not point to a private network'],
    [{ feed_url: 'http://0x7f.1/feed' }, 'config.feedUrl must not point to a private network'],
    [{ feed_url: 'http://127.0.0.1:1/feed' }, 'config.feedUrl must not point to a private network'],
    [{ feed_url: 'file:///etc/passwd' }, 'config.feedUrl must be a URL that starts with https:// or http://'],
    [{ feed_url: 'https://a:b@example.com/' }, 'config.feedUrl must not contain a user name or a password'],
    [{ feed_url: 'feed' }, 'config.feedUrl must be a URL like'],
    [{ feed_url: 'https://example.com/', max_entries: 0 }, 'config.maxEntries must be a whole number from 1 to 500'],
    [{ feed_url: 'https://example.com/', max_entries: '5' }, 'config.maxEntries must be'],
    [{ feed_url: 'https://example.com/', sync_interval_hours: 721 }, 'config.syncIntervalHours must be'],
  ])('%j › 400', async (config, sentence) => {
    const { status, body } = await tenant.post('/content-sources', { agentId, platform: 'rss', config })
    expect(status).toBe(400)
    expect(body.error).toContain(sentence)
  })

  test('cannot be changed into what the service must not ask', async () => {
    const { id } = await newSource()
    const changed = await tenant.patch(`/content-sources/${id}`, { config: { feedUrl: 'http://169.254.169.254/' } })
    expect([changed.status, changed.body.error]).toEqual([400, 'config.feedUrl must not point to a private network'])
  })
})

describe('syncing a feed', () => {
  test('imports entries as content of the agent, cleaned, and discovery follows', async () => {
    const secret = `sk-${'a1B2'.repeat(8)}`
    publish('"1"', { id: 1, words: `Always check\u200b the table. <b>${secret}</b>`, date: '2026-02-01' })
    const { id } = await newSource()
    const result = await sync(id)
    expect(result).toMatchObject({ imported: 1, updated: 0, skipped: 0, errors: [], affected_agent_ids: [agentId] })
    expect((await tenant.get(`/jobs/${result.job_id}`)).body).toMatchObject({ type: 'pbd', agent_id: agentId })
    expect(await items()).toMatchObject([
      {
        source_id: id,
        source_type: 'rss_entry',
        external_id: `127.0.0.1:${web.port} 1`,
        title: 'Post 1',
        url: `${web.url}/1`,
        content: 'Always check the table. [redacted]',
        published_at: '2026-02-01T00:00:00.000Z',
      },
    ])
  })

  test('asks for what has changed: nothing, a new entry, other words', async () => {
    publish('"1"', { id: 1, words: 'One' }, { id: 2, words: 'Two' })
    const { id } = await newSource()
    expect(await sync(id)).toMatchObject({ imported: 2 })
    expect(await sync(id)).toMatchObject({ imported: 0, updated: 0, skipped: 0, errors: [] })
    expect(web.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
    publish('"2"', { id: 1, words: 'One' }, { id: 2, words: 'Two, or three' }, { id: 3, words: 'Three' })
    expect(await sync(id)).toMatchObject({ imported: 1, updated: 1, skipped: 1 })
    expect((await items()).map(({ content }: { content: string }) => content).sort()).toEqual([
      'One',
      'Three',
      'Two, or three',
    ])
  })

  test('other settings read the feed again, and only its latest entries', async () => {
    const posts = [1, 2, 3].map((id) => ({ id, words: `Words ${id}`, date: `2026-01-0${id}` }))
    publish('"1"', ...posts)
    const { id } = await newSource({ max_entries: 1 })
    expect(await sync(id)).toMatchObject({ imported: 1 })
    expect((await items())[0].content).toBe('Words 3')
    await tenant.patch(`/content-sources/${id}`, { config: { max_entries: 2 } })
    expect(await sync(id)).toMatchObject({ imported: 1, skipped: 1 })
  })

  test('an entry twice is one; feeds that count from 1 do not meet', async () => {
    publish('"1"', { id: 1, words: 'One' }, { id: 1, words: 'One' })
    web.pages.set('/other', { body: feed({ id: 'urn:x:1', words: 'Other' }) })
    expect(await sync((await newSource()).id)).toMatchObject({ imported: 1 })
    expect(await sync((await newSource({ feedUrl: `${web.url}/other` })).id)).toMatchObject({ imported: 1 })
    const ids = (await items()).map(({ external_id }: { external_id: string }) => external_id)
    expect(ids.sort()).toEqual([`127.0.0.1:${web.port} 1`, 'urn:x:1'])
  })

  test('an id may hold what no database stores', async () => {
    publish('"1"', { id: 'urn:a&#0;b', words: 'One' })
    const { id } = await newSource()
    expect(await sync(id)).toMatchObject({ imported: 1 })
    expect((await items())[0].external_id).toBe('urn:ab')
  })

  test('an id of any length is one', async () => {
    publish('"1"', { id: 'x'.repeat(10_000), words: 'One' })
    const { id } = await newSource()
    expect(await sync(id)).toMatchObject({ imported: 1 })
    expect((await items())[0].external_id).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['is gone', () => status(404), 'answered 404'],
    ['fails', () => status(500), 'answered 500'],
    ['asks to wait', () => status(429, { 'retry-after': '60' }), 'try again in 60 seconds'],
    ['is a page', () => ({ body: '<html>', type: 'text/html' }), 'is not a feed that can be read'],
    ['leads inside', () => redirect('http://169.254.169.254/x'), 'must not point to a private network'],
    ['leads to this machine', () => redirect('http://localhost/'), 'must not point to a private network'],
  ])('a feed that %s is a sentence in errors', async (_name, page, sentence) => {
    web.pages.set('/feed', page())
    const { id } = await newSource()
    const { errors, imported, job_id } = await sync(id)
    expect([imported, job_id, errors]).toEqual([0, null, [expect.stringContaining(sentence)]])
  })

  test('a source that goes while it is read takes its content with it', async () => {
    const { id } = await newSource()
    web.pages.set('/feed', async (_request, response) => {
      await tenant.delete(`/content-sources/${id}`)
      response.end(feed({ id: 1, words: 'Late' }))
    })
    expect((await sync(id)).errors).toEqual(['The content source was deleted during its sync'])
    expect(await items()).toEqual([])
  })
})

describe('the automatic sync', () => {
  const hour = 3_600_000

  test('comes back after the interval of the settings, and no later', async () => {
    publish('"1"', { id: 1, words: 'One' })
    await newSource({ sync_interval_hours: 2 })
    const asked = async (at: number) => {
      now = new Date(at)
      await cron()
      return web.asked().length
    }
    const start = Math.ceil(Date.now() / hour) * hour
    expect(await asked(start + 5_000)).toBe(1)
    expect(await asked(start + hour)).toBe(0)
    expect(await asked(start + 2 * hour)).toBe(1)
  })

  test('comes back at the next occasion after a failure, and not before a limit opens', async () => {
    web.pages.set('/feed', status(500))
    const { id } = await newSource()
    await cron()
    await cron()
    expect(web.asked()).toHaveLength(2)
    web.pages.set('/feed', status(429, { 'retry-after': '7200' }))
    await cron()
    await cron()
    expect(web.asked()).toHaveLength(1)
    // A manual request is answered anyway.
    await sync(id)
    expect(web.asked()).toHaveLength(1)
  })

  test('asks for jobs of agents alone that have something due', async () => {
    publish('"1"', { id: 1, words: 'One' })
    await newSource()
    await service.deps.db.transaction().execute((trx) => enqueueSyncs(trx, now))
    await runDueJobs(service.deps)
    const jobs = async () => (await tenant.get('/jobs?jobType=sync')).body
    expect((await jobs()).data).toMatchObject([{ result: { sources_synced: 1, items_imported: 1 } }])
    await service.deps.db.transaction().execute((trx) => enqueueSyncs(trx, now))
    expect((await jobs()).count).toBe(1)
    await newSource({ max_entries: 7 })
    await service.deps.db.transaction().execute((trx) => enqueueSyncs(trx, now))
    expect((await jobs()).count).toBe(2)
  })
})

test.each([
  ['linkedin', 'POST /linkedin/import'],
  ['substack', 'POST /substack/import'],
])('a %s source is filled by uploads: syncing it is 400, and it is never due', async (platform, upload) => {
  const { body } = await tenant.post('/content-sources', { agentId, platform })
  const answer = await tenant.post(`/content-sources/${body.id}/sync`)
  expect([answer.status, answer.body.error]).toEqual([
    400,
    `A ${platform} source cannot be synced; upload an archive instead: ${upload}`,
  ])
  expect((await cron()).body.sources_synced).toBe(0)
})
