import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const setUp = async () => {
  tenant = await service.register()
  const agent = await tenant.agent()
  const model = (await tenant.post('/models', { provider: 'openai', modelId: 'gpt-5', name: 'GPT-5' })).body
  const environment = (await tenant.post('/environments', { name: 'Production', slug: 'prod' })).body
  return { agent, model, environment }
}

describe('/models', () => {
  test('201 with every field, listed by provider and name, changed, deleted', async () => {
    const { model } = await setUp()
    expect(model).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      provider: 'openai',
      model_id: 'gpt-5',
      name: 'GPT-5',
      provider_url: null,
      description: null,
      created_at: expect.any(String),
    })
    const claude = await tenant.post('/models', {
      provider: 'anthropic',
      modelId: 'claude',
      name: 'Claude',
      providerUrl: 'https://api.example.com',
      description: 'For planning',
    })
    expect([claude.status, claude.body.provider_url]).toEqual([201, 'https://api.example.com'])
    await tenant.post('/models', { provider: 'openai', modelId: 'gpt-5-mini', name: 'A mini' })
    const { body } = await tenant.get('/models')
    expect(body.map(({ name }: any) => name)).toEqual(['Claude', 'A mini', 'GPT-5'])
    const changed = await tenant.patch(`/models/${model.id}`, { name: 'Renamed', model_id: 'gpt-6', description: null })
    expect([changed.status, changed.body]).toEqual([200, { ...model, name: 'Renamed', model_id: 'gpt-6' }])
    expect((await tenant.patch(`/models/${model.id}`, {})).body.name).toBe('Renamed')
    expect((await tenant.delete(`/models/${model.id}`)).body).toMatchObject({ success: true })
    expect((await tenant.delete(`/models/${model.id}`)).body).toEqual({ error: 'Model not found', code: 'not_found' })
  })

  test('409 for the same provider and modelId in an organization, on create and update', async () => {
    const { model } = await setUp()
    const twin = { provider: 'openai', modelId: 'gpt-5', name: 'Twin' }
    expect((await tenant.post('/models', twin)).status).toBe(409)
    const other = (await tenant.post('/models', { ...twin, provider: 'azure' })).body
    expect((await tenant.patch(`/models/${other.id}`, { provider: 'openai' })).status).toBe(409)
    const stranger = await service.register()
    expect((await stranger.post('/models', twin)).status).toBe(201)
    expect((await stranger.patch(`/models/${model.id}`, { name: 'X' })).status).toBe(404)
    expect((await stranger.delete(`/models/${model.id}`)).status).toBe(404)
    expect((await stranger.get(`/models?orgId=${tenant.orgId}`)).status).toBe(404)
  })

  test.each([
    ['provider', { modelId: 'm', name: 'M' }],
    ['modelId', { provider: 'p', name: 'M' }],
    ['name', { provider: 'p', modelId: 'm' }],
    ['name', { provider: 'p', modelId: 'm', name: '' }],
    ['providerUrl', { provider: 'p', modelId: 'm', name: 'M', providerUrl: 5 }],
    ['providerUrl', { provider: 'p', modelId: 'm', name: 'M', providerUrl: 'javascript:alert(1)' }],
    ['providerUrl', { provider: 'p', modelId: 'm', name: 'M', providerUrl: 'file:///etc/passwd' }],
    ['providerUrl', { provider: 'p', modelId: 'm', name: 'M', providerUrl: 'api.example.com/v1' }],
  ])('400 that names %s for %j', async (field, input) => {
    tenant = await service.register()
    const { status, body } = await tenant.post('/models', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('/environments', () => {
  test('201 with every field, listed by display_order and creation, changed, deleted', async () => {
    const { environment } = await setUp()
    expect(environment).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      name: 'Production',
      slug: 'prod',
      description: null,
      is_default: false,
      display_order: 0,
      created_at: expect.any(String),
    })
    await tenant.post('/environments', { name: 'Second', slug: 'second' })
    await tenant.post('/environments', { name: 'First', slug: 'first', displayOrder: -1, description: 'D' })
    const slugs = async () => (await tenant.get('/environments')).body.map(({ slug }: any) => slug)
    expect(await slugs()).toEqual(['first', 'prod', 'second'])
    const changed = await tenant.patch(`/environments/${environment.id}`, {
      displayOrder: 9,
      slug: 'live',
      name: 'Live',
    })
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...environment, display_order: 9, slug: 'live', name: 'Live' },
    ])
    expect(await slugs()).toEqual(['first', 'second', 'live'])
    expect((await tenant.delete(`/environments/${environment.id}`)).body).toMatchObject({ success: true })
    expect((await tenant.patch(`/environments/${environment.id}`, { name: 'X' })).body).toEqual({
      error: 'Environment not found',
      code: 'not_found',
    })
  })

  test('a new default takes the place of the old one, also at the same moment', async () => {
    await setUp()
    const defaults = async () => (await tenant.get('/environments')).body.filter((one: any) => one.is_default)
    const first = (await tenant.post('/environments', { name: 'A', slug: 'a', isDefault: true })).body
    const second = (await tenant.post('/environments', { name: 'B', slug: 'b', is_default: true })).body
    expect(await defaults()).toMatchObject([{ id: second.id }])
    await tenant.patch(`/environments/${first.id}`, { isDefault: true })
    expect(await defaults()).toMatchObject([{ id: first.id }])
    await Promise.all([
      ...Array.from({ length: 8 }, (_, i) =>
        tenant.post('/environments', { name: 'N', slug: `n-${i}`, isDefault: true }),
      ),
      tenant.patch(`/environments/${first.id}`, { isDefault: true }),
      tenant.patch(`/environments/${second.id}`, { isDefault: true }),
    ])
    expect(await defaults()).toHaveLength(1)
  })

  test('409 for the same slug in an organization, on create and update; 400 for one that is none', async () => {
    const { environment } = await setUp()
    const taken = await tenant.post('/environments', { name: 'X', slug: 'prod' })
    expect([taken.status, taken.body.error]).toEqual([409, expect.stringContaining('slug')])
    const other = (await tenant.post('/environments', { name: 'X', slug: 'test' })).body
    expect((await tenant.patch(`/environments/${other.id}`, { slug: 'prod' })).status).toBe(409)
    const stranger = await service.register()
    expect((await stranger.post('/environments', { name: 'X', slug: 'prod' })).status).toBe(201)
    expect((await stranger.patch(`/environments/${environment.id}`, { name: 'X' })).status).toBe(404)
    for (const slug of ['Prod', 'a b', '', '-a', 'a-', 'ä', 'x'.repeat(65), 5, null]) {
      const { status, body } = await tenant.post('/environments', { name: 'X', slug })
      expect([status, body.error]).toEqual([400, expect.stringContaining('slug')])
    }
  })
})

describe('/environments/{environmentId}/models', () => {
  test('links, lists with the expanded model, and unlinks by a body', async () => {
    const { environment, model } = await setUp()
    const path = `/environments/${environment.id}/models`
    const { status, body } = await tenant.post(path, { modelId: model.id })
    const link = {
      id: expect.any(String),
      environment_id: environment.id,
      model_id: model.id,
      created_at: expect.any(String),
      models: model,
    }
    expect([status, body]).toEqual([201, link])
    expect((await tenant.post(path, { modelId: model.id })).status).toBe(409)
    expect((await tenant.get(path)).body).toEqual([body])
    expect((await tenant.delete(path, {})).body).toEqual({ error: 'modelId is required', code: 'invalid' })
    expect((await tenant.delete(path, { model_id: model.id })).body).toMatchObject({ success: true })
    expect((await tenant.delete(path, { modelId: model.id })).status).toBe(404)
    expect((await tenant.get(path)).body).toEqual([])
  })

  test('404 for a model or environment of another tenant', async () => {
    const { environment, model } = await setUp()
    const mine = tenant
    const other = await setUp()
    for (const [owner, environmentId, modelId] of [
      [mine, environment.id, other.model.id],
      [mine, other.environment.id, model.id],
      [mine, environment.id, nobody],
    ] as const) {
      expect((await owner.post(`/environments/${environmentId}/models`, { modelId })).status).toBe(404)
    }
    expect((await mine.get(`/environments/${other.environment.id}/models`)).status).toBe(404)
  })
})

describe('/agents/{agentId}/models', () => {
  const assign = (agent: string, environment: any, model: any, more: object = {}) =>
    tenant.post(`/agents/${agent}/models`, { environmentId: environment.id, modelId: model.id, ...more })

  test('201 with both expanded, listed, and filtered by tier', async () => {
    const { agent, environment, model } = await setUp()
    const { status, body } = await assign(agent, environment, model)
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        agent_id: agent,
        environment_id: environment.id,
        model_id: model.id,
        is_primary: true,
        tier: null,
        created_at: expect.any(String),
        environments: { id: environment.id, name: 'Production', slug: 'prod' },
        models: { id: model.id, provider: 'openai', model_id: 'gpt-5', name: 'GPT-5' },
      },
    ])
    const planner = (await assign(agent, environment, model, { tier: 'planner', isPrimary: false })).body
    expect(planner).toMatchObject({ tier: 'planner', is_primary: false })
    const list = async (query = '') => (await tenant.get(`/agents/${agent}/models${query}`)).body
    expect(await list()).toEqual([body, planner])
    expect(await list('?tier=planner')).toEqual([planner])
    expect(await list('?tier=worker')).toEqual([])
    expect(await list('?limit=1&offset=1')).toEqual([planner])
  })

  test('at most one per environment and tier, no tier included, also at the same moment', async () => {
    const { agent, environment, model } = await setUp()
    const second = (await tenant.post('/models', { provider: 'p', modelId: 'm', name: 'M' })).body
    for (const tier of [undefined, null, 'worker']) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => assign(agent, environment, i % 2 ? model : second, { tier })),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(tier === null ? 0 : 1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(tier === null ? 6 : 5)
    }
    const other = await tenant.agent()
    expect((await assign(other, environment, model)).status).toBe(201)
  })

  test.each(['query', 'body'])('DELETE takes its parameters from the %s', async (location) => {
    const { agent, environment, model } = await setUp()
    await assign(agent, environment, model)
    await assign(agent, environment, model, { tier: 'worker' })
    const remove = (more: Record<string, string> = {}) => {
      const parameters = { environmentId: environment.id, model_id: model.id, ...more }
      const query = `?${new URLSearchParams(parameters)}`
      return location === 'query'
        ? tenant.delete(`/agents/${agent}/models${query}`)
        : tenant.delete(`/agents/${agent}/models`, parameters)
    }
    const tiers = async () => (await tenant.get(`/agents/${agent}/models`)).body.map(({ tier }: any) => tier)
    expect((await remove({ tier: 'planner' })).status).toBe(404)
    expect((await remove()).body).toMatchObject({ success: true })
    expect(await tiers()).toEqual(['worker'])
    expect((await remove()).status).toBe(404)
    expect((await remove({ tier: 'worker' })).status).toBe(200)
    expect(await tiers()).toEqual([])
  })

  test('400 for what is missing or malformed, 404 for what is foreign', async () => {
    const { agent, environment, model } = await setUp()
    const path = `/agents/${agent}/models`
    for (const [field, input] of [
      ['environmentId', { modelId: model.id }],
      ['modelId', { environmentId: environment.id }],
      ['modelId', { environmentId: environment.id, modelId: 'x' }],
      ['tier', { environmentId: environment.id, modelId: model.id, tier: '' }],
      ['isPrimary', { environmentId: environment.id, modelId: model.id, isPrimary: 'yes' }],
    ] as const) {
      const { status, body } = await tenant.post(path, input)
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    }
    expect((await tenant.delete(path)).body.error).toContain('environmentId')
    expect((await tenant.delete(`${path}?environmentId=${environment.id}`)).body.error).toContain('modelId')
    const mine = tenant
    const foreign = await setUp()
    expect((await mine.post(path, { environmentId: foreign.environment.id, modelId: model.id })).status).toBe(404)
    expect((await mine.post(path, { environmentId: environment.id, modelId: foreign.model.id })).status).toBe(404)
    expect(
      (await mine.post(`/agents/${foreign.agent}/models`, { environmentId: environment.id, modelId: model.id })).status,
    ).toBe(404)
  })

  test('go with their model and their environment', async () => {
    const { agent, environment, model } = await setUp()
    const second = (await tenant.post('/environments', { name: 'B', slug: 'b' })).body
    for (const one of [environment, second]) {
      await assign(agent, one, model)
      await tenant.post(`/environments/${one.id}/models`, { modelId: model.id })
    }
    await tenant.delete(`/environments/${environment.id}`)
    expect((await tenant.get(`/agents/${agent}/models`)).body).toMatchObject([{ environment_id: second.id }])
    await tenant.delete(`/models/${model.id}`)
    expect((await tenant.get(`/agents/${agent}/models`)).body).toEqual([])
    expect((await tenant.get(`/environments/${second.id}/models`)).body).toEqual([])
  })
})
