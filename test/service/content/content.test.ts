import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanContents } from '../../../server/features/content/cleaning.ts'
import { saveContent } from '../../../server/features/content/content-items.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Content items and sources (behavior: Content items). */

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

/** Saves content as an import does. */
const importContent = async (
  contents: { id: string; words: string; date?: string | null; type?: 'tweet'; sourceId?: string }[],
) => {
  const clean = await cleanContents(
    contents.map(({ id, words, date = '2026-03-01T00:00:00.000Z', type, sourceId }) => ({
      agent_id: agentId,
      source_id: sourceId ?? null,
      source_type: type ?? 'github_commit',
      external_id: id,
      title: null,
      url: null,
      author: null,
      content: words,
      metadata: { sha: id },
      published_at: date,
    })),
    { org_id: tenant.orgId },
  )
  return service.deps.db.transaction().execute((trx) => saveContent(trx, tenant.orgId, clean, new Date()))
}

const newSource = async (config: object = { repoUrl: 'https://github.com/tide/harbor' }, more: object = {}) => {
  const { status, body } = await tenant.post('/content-sources', { agentId, platform: 'github', config, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const words = (items: { content: string }[]) => items.map(({ content }) => content)

describe('GET /content-items', () => {
  test('lists latest first, by pages, with every field of the decisions', async () => {
    await importContent([
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
    await importContent(Array.from({ length: 60 }, (_, index) => ({ id: String(index), words: `Word ${index}` })))
    const { body } = await tenant.get(`/content-items?agentId=${agentId}`)
    expect([body.data.length, body.count]).toEqual([50, 60])
  })

  test('filters by source, source type and status', async () => {
    const source = await newSource()
    await importContent([
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
    ['agentId=nonsense', 400],
    [`agentId=${nowhere}`, 404],
    ['agentId=OWN&sourceType=blog', 400],
    ['agentId=OWN&status=removed', 400],
    ['agentId=OWN&limit=0', 400],
    [`agentId=OWN&sourceId=${nowhere}`, 404],
  ])('?%s › %i', async (query, status) => {
    const answer = await tenant.get(`/content-items?${query.replace('OWN', agentId)}`)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['error'])
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
    await importContent([{ id: 'a', words: 'Once' }])
    const [{ id }] = (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    const hidden = await tenant.patch(`/content-items/${id}`, { status: 'hidden' })
    expect(hidden).toMatchObject({ status: 200, body: { id, status: 'hidden' } })
    expect((await tenant.get(`/content-items?agentId=${agentId}&status=hidden`)).body.count).toBe(1)
    expect((await tenant.patch(`/content-items/${id}`, { status: 'imported' })).body.status).toBe('imported')
  })

  test('400 for a status that it does not have, 404 for what is missing, malformed or foreign', async () => {
    await importContent([{ id: 'a', words: 'Once' }])
    const [{ id }] = (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    for (const body of [{}, { status: 'removed' }, { status: null }]) {
      expect((await tenant.patch(`/content-items/${id}`, body)).status).toBe(400)
    }
    for (const path of [id, nowhere, 'nonsense']) {
      const answer = await stranger.patch(`/content-items/${path}`, { status: 'hidden' })
      expect([answer.status, answer.body]).toEqual([404, { error: 'Content item not found' }])
    }
  })
})

describe('importing', () => {
  test('twice adds nothing; changed words update the item and are to be read again', async () => {
    expect(await importContent([{ id: 'a', words: 'Once' }])).toMatchObject({ imported: 1, updated: 0, skipped: 0 })
    await service.deps.db
      .updateTable('content_items')
      .set({ processed_at: '2026-04-01T00:00:00.000Z' })
      .where('org_id', '=', tenant.orgId)
      .execute()
    expect(await importContent([{ id: 'a', words: 'Once' }])).toMatchObject({ imported: 0, updated: 0, skipped: 1 })
    expect(await importContent([{ id: 'a', words: 'Twice' }])).toMatchObject({
      imported: 0,
      updated: 1,
      agentIds: [agentId],
    })
    const { data, count } = (await tenant.get(`/content-items?agentId=${agentId}`)).body
    expect(count).toBe(1)
    expect(data[0]).toMatchObject({ content: 'Twice', processed_at: null })
  })

  test('with another date alone updates the item, which is to be read again; an unknown date moves nothing', async () => {
    await importContent([{ id: 'a', words: 'Once' }])
    await service.deps.db
      .updateTable('content_items')
      .set({ processed_at: '2026-04-01T00:00:00.000Z' })
      .where('org_id', '=', tenant.orgId)
      .execute()
    const read = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    expect(await importContent([{ id: 'a', words: 'Once', date: null }])).toMatchObject({ updated: 0, skipped: 1 })
    expect(await read()).toMatchObject([{ published_at: '2026-03-01T00:00:00.000Z', processed_at: expect.any(String) }])
    const date = '2026-02-01T00:00:00.000Z'
    expect(await importContent([{ id: 'a', words: 'Once', date }])).toMatchObject({ updated: 1, agentIds: [agentId] })
    expect(await read()).toMatchObject([{ published_at: date, processed_at: null }])
  })

  test('without a date takes the moment of the import, and keeps it', async () => {
    const read = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data[0]
    await importContent([{ id: 'a', words: 'Once', date: null }])
    const first = await read()
    expect(first.published_at).toBe(first.created_at)
    await importContent([{ id: 'a', words: 'Twice', date: null }])
    expect(await read()).toMatchObject({ content: 'Twice', published_at: first.published_at })
  })

  test('leaves hidden content hidden', async () => {
    await importContent([{ id: 'a', words: 'Once' }])
    await service.deps.db
      .updateTable('content_items')
      .set({ status: 'hidden' })
      .where('org_id', '=', tenant.orgId)
      .execute()
    await importContent([{ id: 'a', words: 'Twice' }])
    expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.data[0].status).toBe('hidden')
  })

  test('at the same time, in any order, neither fails nor doubles', async () => {
    const contents = Array.from({ length: 200 }, (_, index) => ({ id: String(index), words: `Word ${index}` }))
    const all = await Promise.all([
      importContent(contents),
      importContent(contents.toReversed()),
      importContent(contents),
    ])
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

describe('content sources', () => {
  const defaults = {
    branch: 'main',
    import_commits: true,
    import_files: false,
    included_folders: [],
    excluded_folders: [],
  }
  const harbor = { repo_url: 'https://github.com/tide/harbor', owner: 'tide', repo: 'harbor' }

  test('are created, read, listed, changed and deleted', async () => {
    const created = await newSource()
    expect(created).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      agent_id: agentId,
      platform: 'github',
      name: 'tide/harbor',
      config: { ...harbor, ...defaults },
      enabled: true,
      github_connection_id: null,
      x_connection_id: null,
      last_synced_at: null,
      last_errors: [],
      created_at: expect.any(String),
      scope: 'agent',
    })
    expect((await tenant.get(`/content-sources/${created.id}`)).body).toEqual(created)
    const second = await newSource({ owner: 'tide', repo: 'pier' })
    expect((await tenant.get(`/content-sources?agentId=${agentId}`)).body).toEqual([second, created])
    const changed = await tenant.patch(`/content-sources/${created.id}`, { enabled: false, config: { branch: 'next' } })
    expect(changed.body).toEqual({ ...created, enabled: false, config: { ...created.config, branch: 'next' } })
    expect((await tenant.patch(`/content-sources/${created.id}`, {})).body).toEqual(changed.body)
    expect((await tenant.delete(`/content-sources/${created.id}`)).body).toEqual({ success: true })
    expect((await tenant.get(`/content-sources/${created.id}`)).status).toBe(404)
  })

  test('without agentId the organization’s are listed, and no others', async () => {
    const other = await tenant.agent({ name: 'Jonas' })
    await newSource()
    await newSource(undefined, { agentId: other })
    expect((await tenant.get('/content-sources')).body).toHaveLength(2)
    expect((await tenant.get(`/content-sources?orgId=${tenant.slug}`)).body).toHaveLength(2)
    expect((await tenant.get(`/content-sources?agentId=${other}`)).body).toHaveLength(1)
    expect((await stranger.get('/content-sources')).body).toEqual([])
    expect((await stranger.get(`/content-sources?orgId=${tenant.orgId}`)).status).toBe(404)
  })

  test('take their settings in both cases and keep them in snake_case', async () => {
    const camel = {
      repoUrl: harbor.repo_url,
      importFiles: true,
      includedFolders: ['docs/'],
      excludedFolders: ['docs/x'],
    }
    const snake = {
      repo_url: harbor.repo_url,
      import_files: true,
      included_folders: ['docs'],
      excluded_folders: ['docs/x'],
    }
    const expected = { ...harbor, ...defaults, ...snake }
    expect((await newSource(camel)).config).toEqual(expected)
    expect((await newSource(snake)).config).toEqual(expected)
  })

  test.each([
    [{ platform: 'github', config: harbor }, 'agentId is required'],
    [{ agentId: 'OWN', config: harbor }, 'platform is required'],
    [{ agentId: 'OWN', platform: 'gitlab', config: harbor }, 'platform must be one of github'],
    [{ agentId: 'OWN', platform: 'github' }, 'config.repoUrl is required'],
    [{ agentId: 'OWN', platform: 'github', config: 'x' }, 'config must be an object'],
    [
      { agentId: 'OWN', platform: 'github', config: { repoUrl: 'https://gitlab.com/a/b' } },
      'config.repoUrl must be on github.com',
    ],
    [{ agentId: 'OWN', platform: 'github', config: { repoUrl: 7 } }, 'config.repoUrl must be a string'],
    [
      { agentId: 'OWN', platform: 'github', config: { ...harbor, importFiles: 'yes' } },
      'config.importFiles must be true or false',
    ],
    [
      { agentId: 'OWN', platform: 'github', config: { ...harbor, includedFolders: 'docs' } },
      'config.includedFolders must be an array',
    ],
    [
      { agentId: 'OWN', platform: 'github', config: { ...harbor, includedFolders: ['../x'] } },
      'config.includedFolders must be paths',
    ],
    [{ agentId: 'OWN', platform: 'github', config: { ...harbor, branch: 'a..b' } }, 'config.branch must be'],
    [
      { agentId: 'OWN', platform: 'github', config: { ...harbor, repoUrl: 'https://github.com/a/b' } },
      'are the same key',
    ],
    [{ agentId: 'OWN', platform: 'github', config: harbor, enabled: 'no' }, 'enabled must be true or false'],
  ])('POST %j › 400', async (body, sentence) => {
    const sent = JSON.parse(JSON.stringify(body).replace('"OWN"', `"${agentId}"`))
    const answer = await tenant.post('/content-sources', sent)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(sentence)
    expect((await tenant.get('/content-sources')).body).toEqual([])
  })

  test('go to another agent of the organization, with what comes in from then on', async () => {
    const [from, to, foreign] = [await tenant.agent(), await tenant.agent(), await (await service.register()).agent()]
    const config = { repoUrl: 'https://github.com/acme/api' }
    const { body } = await tenant.post('/content-sources', { agentId: from, platform: 'github', config })
    const path = `/content-sources/${body.id}`
    expect((await tenant.patch(path, { agentId: to })).body).toEqual({ ...body, agent_id: to })
    expect((await tenant.get(`/content-sources?agentId=${to}`)).body).toHaveLength(1)
    for (const agentId of [foreign, '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11']) {
      const { status, body } = await tenant.patch(path, { agentId })
      expect([status, body]).toEqual([404, { error: 'Agent not found' }])
    }
  })

  test('404 for a foreign agent, source or connection', async () => {
    const source = await newSource()
    const body = { agentId, platform: 'github', config: harbor }
    expect((await stranger.post('/content-sources', body)).status).toBe(404)
    for (const named of [
      { githubConnectionId: nowhere },
      { xConnectionId: nowhere },
      { config: { ...harbor, connectionId: nowhere } },
      { config: { ...harbor, xConnectionId: nowhere } },
    ]) {
      expect((await tenant.post('/content-sources', { ...body, ...named })).status).toBe(404)
    }
    expect((await tenant.patch(`/content-sources/${source.id}`, { githubConnectionId: nowhere })).status).toBe(404)
    for (const id of [source.id, nowhere, 'nonsense']) {
      const path = `/content-sources/${id}`
      for (const answer of [
        await stranger.get(path),
        await stranger.patch(path, { enabled: false }),
        await stranger.delete(path),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, { error: 'Content source not found' }])
      }
    }
  })

  test('leave their items behind when they go, and take them up again when they come back', async () => {
    const source = await newSource()
    await importContent([{ id: 'a', words: 'Once', sourceId: source.id }])
    await tenant.delete(`/content-sources/${source.id}`)
    const items = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    expect(await items()).toMatchObject([{ content: 'Once', source_id: null }])
    const again = await newSource()
    await importContent([{ id: 'a', words: 'Once', sourceId: again.id }])
    expect(await items()).toMatchObject([{ content: 'Once', source_id: again.id }])
  })

  test('go with their agent', async () => {
    const source = await newSource()
    await tenant.delete(`/agents/${agentId}`)
    expect((await tenant.get(`/content-sources/${source.id}`)).status).toBe(404)
  })
})
