import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importContent } from '../../support/content.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Content sources (behavior: Content sources). */

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
    expect((await tenant.delete(`/content-sources/${created.id}`)).body).toMatchObject({ success: true })
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
      expect([status, body]).toEqual([404, { error: 'Agent not found', code: 'not_found' }])
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
        expect([answer.status, answer.body]).toEqual([404, { error: 'Content source not found', code: 'not_found' }])
      }
    }
  })

  test('leave their items behind when they go, and take them up again when they come back', async () => {
    const source = await newSource()
    await imported([{ id: 'a', words: 'Once', sourceId: source.id }])
    await tenant.delete(`/content-sources/${source.id}`)
    const items = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
    expect(await items()).toMatchObject([{ content: 'Once', source_id: null }])
    const again = await newSource()
    await imported([{ id: 'a', words: 'Once', sourceId: again.id }])
    expect(await items()).toMatchObject([{ content: 'Once', source_id: again.id }])
  })

  test('go with their agent', async () => {
    const source = await newSource()
    await tenant.delete(`/agents/${agentId}`)
    expect((await tenant.get(`/content-sources/${source.id}`)).status).toBe(404)
  })
})
