import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importContent } from '../../support/content.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Content items (behavior: Content items). */

const nowhere = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

let service: Service
let tenant: Tenant
let stranger: Tenant
let agentId: string

beforeAll(async () => {
  service = await startService()
  stranger = await service.register()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  agentId = await tenant.agent()
})

const imported = (contents: Parameters<typeof importContent>[3]) => importContent(service, tenant, agentId, contents)

const newSource = async (config: object = { repoUrl: 'https://github.com/tide/harbor' }, more: object = {}) => {
  const { status, body } = await tenant.post('/content-sources', { agentId, platform: 'github', config, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const words = (items: { content: string }[]) => items.map(({ content }) => content)

describe('GET /content-items', () => {
  test('lists latest first, by pages, with every field of the decisions', async () => {
    await imported([
      { id: 'a', words: 'Oldest', date: '2026-01-01T00:00:00.000Z' },
      { id: 'b', words: 'Newest', date: '2026-03-01T00:00:00.000Z' },
      { id: 'c', words: 'Between', date: '2026-02-01T00:00:00.000Z' },
    ])
    const { status, body } = await tenant.get(`/content-items?agentId=${agentId}`)
    expect(status).toBe(200)
    expect(words(body.data)).toEqual(['Newest', 'Between', 'Oldest'])
    expect(body.count).toBe(3)
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      agent_id: agentId,
      source_id: null,
      source_type: 'github_commit',
      external_id: 'b',
      title: null,
      url: null,
      author: null,
      content: 'Newest',
      status: 'imported',
      metadata: { sha: 'b' },
      published_at: '2026-03-01T00:00:00.000Z',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      processed_at: null,
    })
    const page = await tenant.get(`/content-items?agent_id=${agentId}&limit=1&offset=1`)
    expect([words(page.body.data), page.body.count]).toEqual([['Between'], 3])
  })

  test('gives 50 when no limit is named', async () => {
    await imported(Array.from({ length: 60 }, (_, index) => ({ id: String(index), words: `Word ${index}` })))
    const { body } = await tenant.get(`/content-items?agentId=${agentId}`)
    expect([body.data.length, body.count]).toEqual([50, 60])
  })

  test('filters by source, source type and status', async () => {
    const source = await newSource()
    await imported([
      { id: 'a', words: 'From the source', sourceId: source.id },
      { id: 'b', words: 'A tweet', type: 'tweet' },
    ])
    const listed = async (filter: string) =>
      words((await tenant.get(`/content-items?agentId=${agentId}&${filter}`)).body.data)
    expect(await listed(`sourceId=${source.id}`)).toEqual(['From the source'])
    expect(await listed('sourceType=tweet')).toEqual(['A tweet'])
    expect(await listed('status=hidden')).toEqual([])
    expect(await listed('status=imported')).toHaveLength(2)
  })

  test.each([
    ['', 400],
    ['agentId=nonsense', 404],
    ['agentId=an%20id', 400],
    [`agentId=${nowhere}`, 404],
    ['agentId=OWN&sourceType=blog', 400],
    ['agentId=OWN&status=removed', 400],
    ['agentId=OWN&limit=0', 400],
    [`agentId=OWN&sourceId=${nowhere}`, 404],
  ])('?%s › %i', async (query, status) => {
    const answer = await tenant.get(`/content-items?${query.replace('OWN', agentId)}`)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['error', 'code'])
  })

  test('a foreign agent and a foreign source are not found', async () => {
    const source = await newSource()
    const own = await stranger.agent()
    expect((await stranger.get(`/content-items?agentId=${agentId}`)).status).toBe(404)
    expect((await stranger.get(`/content-items?agentId=${own}&sourceId=${source.id}`)).status).toBe(404)
  })
})

describe('PATCH /content-items/{itemId}', () => {
  test('hides and shows', async () => {
    await imported([{ id: 'a', words: 'Once' }])
    const [{ id }] = (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    const hidden = await tenant.patch(`/content-items/${id}`, { status: 'hidden' })
    expect(hidden).toMatchObject({ status: 200, body: { id, status: 'hidden' } })
    expect((await tenant.get(`/content-items?agentId=${agentId}&status=hidden`)).body.count).toBe(1)
    expect((await tenant.patch(`/content-items/${id}`, { status: 'imported' })).body.status).toBe('imported')
  })

  test('400 for a status that it does not have, 404 for what is missing, malformed or foreign', async () => {
    await imported([{ id: 'a', words: 'Once' }])
    const [{ id }] = (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    for (const body of [{}, { status: 'removed' }, { status: null }]) {
      expect((await tenant.patch(`/content-items/${id}`, body)).status).toBe(400)
    }
    for (const path of [id, nowhere, 'nonsense']) {
      const answer = await stranger.patch(`/content-items/${path}`, { status: 'hidden' })
      expect([answer.status, answer.body]).toEqual([404, { error: 'Content item not found', code: 'not_found' }])
    }
  })
})

describe('importing', () => {
  test('twice adds nothing; changed words update the item and are to be read again', async () => {
    expect(await imported([{ id: 'a', words: 'Once' }])).toMatchObject({ imported: 1, updated: 0, skipped: 0 })
    await service.deps.db
      .updateTable('content_items')
      .set({ processed_at: '2026-04-01T00:00:00.000Z' })
      .where('org_id', '=', tenant.orgId)
      .execute()
    expect(await imported([{ id: 'a', words: 'Once' }])).toMatchObject({ imported: 0, updated: 0, skipped: 1 })
    expect(await imported([{ id: 'a', words: 'Twice' }])).toMatchObject({
      imported: 0,
      updated: 1,
      agentIds: [agentId],
    })
    const { data, count } = (await tenant.get(`/content-items?agentId=${agentId}`)).body
    expect(count).toBe(1)
    expect(data[0]).toMatchObject({ content: 'Twice', processed_at: null })
  })

  test('with another date alone updates the item, which is to be read again; an unknown date moves nothing', async () => {
    await imported([{ id: 'a', words: 'Once' }])
    await service.deps.db
      .updateTable('content_items')
      .set({ processed_at: '2026-04-01T00:00:00.000Z' })
      .where('org_id', '=', tenant.orgId)
      .execute()
    const read = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    expect(await imported([{ id: 'a', words: 'Once', date: null }])).toMatchObject({ updated: 0, skipped: 1 })
    expect(await read()).toMatchObject([{ published_at: '2026-03-01T00:00:00.000Z', processed_at: expect.any(String) }])
    const date = '2026-02-01T00:00:00.000Z'
    expect(await imported([{ id: 'a', words: 'Once', date }])).toMatchObject({ updated: 1, agentIds: [agentId] })
    expect(await read()).toMatchObject([{ published_at: date, processed_at: null }])
  })

  test('without a date takes the moment of the import, and keeps it', async () => {
    const read = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data[0]
    await imported([{ id: 'a', words: 'Once', date: null }])
    const first = await read()
    expect(first.published_at).toBe(first.created_at)
    await imported([{ id: 'a', words: 'Twice', date: null }])
    expect(await read()).toMatchObject({ content: 'Twice', published_at: first.published_at })
  })

  test('leaves hidden content hidden', async () => {
    await imported([{ id: 'a', words: 'Once' }])
    await service.deps.db
      .updateTable('content_items')
      .set({ status: 'hidden' })
      .where('org_id', '=', tenant.orgId)
      .execute()
    await imported([{ id: 'a', words: 'Twice' }])
    expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.data[0].status).toBe('hidden')
  })

  test('at the same time, in any order, neither fails nor doubles', async () => {
    const contents = Array.from({ length: 200 }, (_, index) => ({ id: String(index), words: `Word ${index}` }))
    const all = await Promise.all([imported(contents), imported(contents.toReversed()), imported(contents)])
    expect(all.reduce((sum, { imported }) => sum + imported, 0)).toBe(200)
    expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(200)
  })

  test('a published conversation goes through the same door: redacted, listed, and taken back', async () => {
    const conversation = await tenant.post('/conversations', {
      participants: [{ participantType: 'agent', agentId }],
    })
    const { id, participants } = conversation.body
    const secret = `sk-${'a1B2'.repeat(8)}`
    await tenant.post(`/conversations/${id}/messages`, {
      participantId: participants[0].id,
      content: `The key is ${secret}\u202e, keep it.`,
    })
    const published = await tenant.post(`/conversations/${id}/publish`, { agentId })
    expect(published).toMatchObject({ status: 201, body: { source_type: 'conversation', external_id: id } })
    expect(published.body.content).toBe('Ada: The key is [redacted], keep it.')
    const again = await tenant.post(`/conversations/${id}/publish`, { agentId })
    expect(again.body.id).toBe(published.body.id)
    const jobs = await tenant.get(`/content-items?agentId=${agentId}`)
    expect(jobs.body.count).toBe(1)
    await tenant.delete(`/conversations/${id}/publish?agentId=${agentId}`)
    expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(0)
    expect((await tenant.patch(`/content-items/${published.body.id}`, { status: 'hidden' })).status).toBe(404)
    const back = await tenant.post(`/conversations/${id}/publish`, { agentId })
    expect(back.body.id).toBe(published.body.id)
    const queued = await service.deps.db
      .selectFrom('jobs')
      .select(['type', 'agent_id'])
      .where('org_id', '=', tenant.orgId)
      .execute()
    expect(queued).toEqual([{ type: 'pbd', agent_id: agentId }])
  })
})
