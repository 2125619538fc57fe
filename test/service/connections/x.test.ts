import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../../server/features/jobs/jobs.ts'
import { claimJob, runJob } from '../../../server/features/jobs/lease.ts'
import { syncSourcesOfAgent } from '../../../server/features/sync/schedule.ts'
import { newX } from '../../../server/outside/x/x.ts'
import { credentials, type FakePost, type FakeX, startX } from '../../fakes/x.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Connections to X, and sources that read through them (behavior: X). */

const nowhere = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

let x: FakeX
let service: Service
let tenant: Tenant
let stranger: Tenant
beforeAll(async () => {
  x = await startX()
  service = await startService({ X_API_URL: x.url }, { x: newX({ xApiUrl: x.url }, { secondMs: 1 }) })
  stranger = await service.register()
})
afterAll(async () => {
  await service.stop()
  await x.stop()
})
beforeEach(async () => {
  x.fault = () => undefined
  x.requests.length = 0
  x.pageSize = 100
  x.accounts.clear()
  x.posts.clear()
  tenant = await service.register()
})

const connection = {
  label: 'Mira',
  xUsername: '@mira_holt',
  xUserId: '42',
  apiKey: credentials.consumerKey,
  apiSecret: credentials.consumerSecret,
  accessToken: credentials.token,
  accessTokenSecret: credentials.tokenSecret,
}
const secrets = Object.values(credentials)

const connect = async (input: object = {}) => {
  const { status, body } = await tenant.post('/x-connections', { orgId: tenant.orgId, ...connection, ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const newSource = async (config: object = {}, more: object = {}) => {
  const agentId = await tenant.agent()
  const body = { agentId, platform: 'twitter', config: { username: 'mira_holt', ...config }, ...more }
  const answer = await tenant.post('/content-sources', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const sync = async ({ id }: { id: string }) => (await tenant.post(`/content-sources/${id}/sync`)).body
const contents = async ({ agent_id }: { agent_id: string }) =>
  (await tenant.get(`/content-items?agentId=${agent_id}&limit=1000`)).body.data as any[]
const posts = (count: number, from = 1000): FakePost[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(from + count - i),
    text: `Post ${from + count - i}`,
    created_at: new Date(Date.UTC(2024, 0, 1) + (from + count - i) * 60_000).toISOString(),
  }))

describe('connections', () => {
  test('are made, listed and deleted, never with their keys', async () => {
    const made = await connect()
    expect(made).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      label: 'Mira',
      x_username: 'mira_holt',
      x_user_id: '42',
      created_by: tenant.userId,
      last_used_at: null,
      created_at: expect.any(String),
    })
    const listed = await tenant.get(`/x-connections?orgId=${tenant.orgId}`)
    expect(listed.body).toEqual([made])
    const rows = await service.deps.db.selectFrom('x_connections').selectAll().where('id', '=', made.id).execute()
    for (const secret of secrets) expect(JSON.stringify([made, listed.body, rows])).not.toContain(secret)
    const source = await newSource({}, { xConnectionId: made.id })
    expect((await tenant.delete('/x-connections', { id: made.id })).body).toMatchObject({ success: true })
    expect((await tenant.get('/x-connections')).body).toEqual([])
    expect((await tenant.get(`/content-sources/${source.id}`)).body).toMatchObject({ x_connection_id: null })
  })

  test('400 naming the field for keys and names that cannot be X’s', async () => {
    const wrong = [
      ['xUsername', 'two words'],
      ['xUsername', undefined],
      ['xUserId', 'mira'],
      ['apiKey', ''],
      ['apiSecret', 'with space'],
      ['accessToken', 'line\nbreak'],
      ['accessTokenSecret', 7],
    ] as const
    for (const [field, value] of wrong) {
      const { status, body } = await tenant.post('/x-connections', { ...connection, [field]: value })
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    }
    expect((await tenant.get('/x-connections')).body).toEqual([])
  })

  test('404 for what is missing or foreign, alike', async () => {
    const { id } = await connect()
    for (const unknown of [id, nowhere]) {
      const { status, body } = await stranger.delete('/x-connections', { id: unknown })
      expect([status, body]).toEqual([404, { error: 'X connection not found', code: 'not_found' }])
      const source = { agentId: await stranger.agent(), platform: 'twitter', config: { username: 'mira_holt' } }
      const named = await stranger.post('/content-sources', { ...source, xConnectionId: unknown })
      expect([named.status, named.body]).toEqual([404, { error: 'X connection not found', code: 'not_found' }])
    }
    expect((await stranger.post('/x-connections', { ...connection, orgId: tenant.orgId })).status).toBe(404)
    expect((await stranger.get(`/x-connections?orgId=${tenant.orgId}`)).status).toBe(404)
    expect((await tenant.get('/x-connections')).body).toHaveLength(1)
  })
})

describe('a source of X', () => {
  test('brings in posts as their reader sees them, signed with the keys of its connection', async () => {
    const { id } = await connect()
    x.posts.set('42', [
      {
        id: '9',
        text: 'A long thought th…',
        note_tweet: { text: 'A long thought, whole.' },
        created_at: '2024-01-31T10:11:12.000Z',
        lang: 'en',
      },
      { id: '8', text: 'RT @somebody: theirs', kind: 'retweet' },
      { id: '7', text: '@somebody yes', kind: 'reply' },
      {
        id: '6',
        text: 'We &lt;never&gt; deploy on a Friday https://t.co/a https://t.co/p',
        entities: {
          urls: [
            { url: 'https://t.co/a', expanded_url: 'https://example.com/a' },
            { url: 'https://t.co/p', expanded_url: 'https://x.com/mira_holt/status/6/photo/1', media_key: '3_1' },
          ],
        },
      },
    ])
    const source = await newSource({ xConnectionId: id })
    expect(source).toMatchObject({ x_connection_id: id, config: { username: 'mira_holt', max_pages: 3 } })
    const result = await sync(source)
    expect(result).toMatchObject({ imported: 2, errors: [], affected_agent_ids: [source.agent_id] })
    expect((await tenant.get(`/jobs/${result.job_id}`)).body.type).toBe('pbd')
    const items = await contents(source)
    expect(items.find(({ external_id }) => external_id === '9')).toMatchObject({
      source_type: 'tweet',
      source_id: source.id,
      author: 'mira_holt',
      url: 'https://x.com/mira_holt/status/9',
      content: 'A long thought, whole.',
      published_at: '2024-01-31T10:11:12.000Z',
      metadata: { lang: 'en' },
    })
    expect(items.find(({ external_id }) => external_id === '6').content).toBe(
      'We <never> deploy on a Friday https://example.com/a',
    )
    expect(x.requests.map(({ path }) => path)).toEqual(['/2/users/42/tweets'])
    expect((await tenant.get('/x-connections')).body).toMatchObject([{ last_used_at: expect.any(String) }])
  })

  test('takes reposts and replies when asked to', async () => {
    const { id } = await connect()
    x.posts.set('42', [
      { id: '8', text: 'RT @somebody: theirs', kind: 'retweet' },
      { id: '7', text: '@somebody yes', kind: 'reply' },
    ])
    const source = await newSource({ excludeRetweets: false, exclude_replies: false }, { xConnectionId: id })
    expect(await sync(source)).toMatchObject({ imported: 2 })
  })

  test('reads page by page, at most max_pages, and only what is new the next time', async () => {
    const { id } = await connect()
    x.pageSize = 10
    x.posts.set('42', posts(45))
    const source = await newSource({ maxPages: 3 }, { xConnectionId: id })
    expect(await sync(source)).toMatchObject({ imported: 30, errors: [] })
    expect(await sync(source)).toMatchObject({ imported: 0, skipped: 0, errors: [] })
    expect(x.requests.at(-1)!.query.get('since_id')).toBe('1045')
    x.posts.set('42', posts(50))
    expect(await sync(source)).toMatchObject({ imported: 5, errors: [] })
    await tenant.patch(`/content-sources/${source.id}`, { config: { maxPages: 10, excludeReplies: false } })
    expect(await sync(source)).toMatchObject({ imported: 15, skipped: 35, errors: [] })
  })

  test('goes on where a listing was cut, and loses nothing that was posted meanwhile', async () => {
    const { id } = await connect()
    x.pageSize = 10
    x.posts.set('42', posts(35))
    const source = await newSource({ maxPages: 10 }, { xConnectionId: id })
    x.fault = (_request, nth) => (nth > 2 ? { status: 403 } : undefined)
    expect(await sync(source)).toMatchObject({
      imported: 20,
      errors: ['X does not let the connection read the posts of @mira_holt'],
    })
    x.fault = () => undefined
    x.posts.set('42', posts(40))
    expect(await sync(source)).toMatchObject({ imported: 20, skipped: 0, errors: [] })
    expect(await contents(source)).toHaveLength(40)
    expect(await sync(source)).toMatchObject({ imported: 0, skipped: 0, errors: [] })
  })

  test('reads another account than the connection’s by its name', async () => {
    const { id } = await connect()
    x.accounts.set('jonas', '77')
    x.posts.set('77', [{ id: '5', text: 'Mine' }])
    const source = await newSource({ username: '@Jonas' }, { xConnectionId: id })
    expect(await sync(source)).toMatchObject({ imported: 1, errors: [] })
    const unknown = await newSource({ username: 'nobody' }, { xConnectionId: id })
    expect(await sync(unknown)).toMatchObject({ imported: 0, errors: ['X has no account @nobody'] })
  })

  test.each([
    [{ status: 401 }, 'X rejected the keys of the connection'],
    [{ status: 403 }, 'X does not let the connection read the posts of @mira_holt'],
    [{ status: 404 }, 'X has no posts of @mira_holt'],
    [
      { status: 301, headers: { location: 'http://127.0.0.1:9' } },
      'X answered 301 when asked for the posts of @mira_holt',
    ],
    [{ status: 503 }, 'X answered 503 when asked for the posts of @mira_holt'],
    [{ status: 200, body: 'no json' }, 'X cannot be reached, or its responses are cut off'],
    [{ status: 200, body: '5' }, 'X cannot be reached, or its responses are cut off'],
    ['cut', 'X cannot be reached, or its responses are cut off'],
    [
      { status: 200, body: '{"errors":[{}]}' },
      'X shows no posts of @mira_holt: the account is protected, suspended or gone',
    ],
  ] as const)('says in a sentence that X answered %j', async (fault, sentence) => {
    const source = await newSource({}, { xConnectionId: (await connect()).id })
    x.fault = () => fault
    expect(await sync(source)).toMatchObject({ imported: 0, errors: [sentence] })
  })

  test('passes over what is no post, and does without what a post does not say', async () => {
    const source = await newSource({}, { xConnectionId: (await connect()).id })
    const body = JSON.stringify({
      data: [null, 5, { id: 'x', text: 'a' }, { id: '1' }, { id: '2', text: 'b', entities: { urls: [null] } }],
    })
    x.fault = () => ({ status: 200, body })
    expect(await sync(source)).toMatchObject({ imported: 1, errors: [] })
    expect(await contents(source)).toMatchObject([{ external_id: '2', content: 'b' }])
  })

  test('tries again what failed once', async () => {
    x.posts.set('42', posts(3))
    const source = await newSource({}, { xConnectionId: (await connect()).id })
    x.fault = (_request, nth) => (nth === 1 ? 'cut' : nth === 2 ? { status: 500 } : undefined)
    expect(await sync(source)).toMatchObject({ imported: 3, errors: [] })
  })

  test('ends at a rate limit with a sentence when somebody waits for the answer', async () => {
    const source = await newSource({}, { xConnectionId: (await connect()).id })
    x.fault = () => ({ status: 429, headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 500) } })
    const { errors } = await sync(source)
    expect(errors).toEqual([expect.stringMatching(/^X's rate limit is reached; try again in (49\d|50\d) seconds$/)])
    expect(x.requests).toHaveLength(1)
  })

  test('waits for a rate limit in a job without holding it, and says so in its stage', async () => {
    x.posts.set('42', posts(3))
    const { org_id, agent_id } = await newSource({}, { xConnectionId: (await connect()).id })
    x.fault = (_request, nth) =>
      nth === 1
        ? { status: 429, headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 60) } }
        : undefined
    const { deps } = service
    await deps.db.transaction().execute((trx) => enqueueJob(trx, { type: 'sync', org_id, agent_id }, deps.now()))
    const job = await claimJob(deps, ['sync'])
    await runJob(deps, job!, syncSourcesOfAgent, new AbortController().signal)
    const waiting = await tenant.get(`/jobs/${job!.id}`)
    expect(waiting.body).toMatchObject({
      status: 'running',
      attempts: 0,
      stage: expect.stringMatching(/^Waiting for X's rate limit until \d\d:\d\d:\d\d UTC$/),
    })
    const later = { ...deps, now: () => new Date(Date.now() + 61_000) }
    await runJob(later, (await claimJob(later, ['sync']))!, syncSourcesOfAgent, new AbortController().signal)
    expect((await tenant.get(`/jobs/${job!.id}`)).body).toMatchObject({
      status: 'completed',
      result: { items_imported: 3, errors: [] },
    })
  })

  test('says what is missing without a connection, and when its keys cannot be read any more', async () => {
    const bare = await newSource()
    const sentence = 'The content source has no X connection; set xConnectionId'
    expect(await sync(bare)).toMatchObject({ errors: [sentence] })
    const { id } = await connect()
    const source = await newSource({}, { xConnectionId: id })
    await service.deps.db.updateTable('x_connections').set({ api_key: 'v1.AAAA' }).where('id', '=', id).execute()
    expect(await sync(source)).toMatchObject({
      errors: ['The keys of the X connection were encrypted with another SECRET_KEY; connect X again'],
    })
    expect(x.requests).toEqual([])
  })

  test('400 naming the field for settings that cannot be meant', async () => {
    const agentId = await tenant.agent()
    for (const [config, field] of [
      [{}, 'config.username'],
      [{ username: 'two words' }, 'config.username'],
      [{ username: 'mira_holt', maxPages: 0 }, 'config.maxPages'],
    ] as const) {
      const { status, body } = await tenant.post('/content-sources', { agentId, platform: 'twitter', config })
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    }
  })
})
