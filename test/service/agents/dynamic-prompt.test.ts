import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewDynamicPrompt, readIdentity } from '../../../server/features/agents/identity.ts'
import { jobContext } from '../../../server/features/jobs/lease.ts'
import { seedAgents } from '../../../tools/bench/seed.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
let agent: string
const ids: Record<string, string[]> = { voice: [], axiom: [], boundary: [], principle: [], execution: [] }
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agent = await tenant.agent()
  for (const category of Object.keys(ids)) {
    const plural = category === 'execution' ? 'responsibilities' : 'beliefs'
    const entries = Array.from({ length: 10 }, (_, i) => ({ category, statement: `${category} ${i}` }))
    const { body } = await tenant.post(`/${plural}/bulk`, { agentId: agent, [plural]: entries })
    ids[category] = body[plural].map(({ id }: any) => id)
  }
  await tenant.patch('/beliefs/bulk', { ids: ids.principle!.slice(0, 2), updates: { starred: true } })
  await tenant.post(`/beliefs/${ids.voice![0]}/hide`)
})
const seeded: string[] = []
afterAll(() => service.stop(seeded))

const preview = (input?: unknown) => tenant.post(`/agents/${agent}/dynamic-prompt`, input)
const kept = (included: string[], category: string) => included.filter((id) => ids[category]!.includes(id))

describe('POST /agents/{agentId}/dynamic-prompt', () => {
  test('answers with prompt, manifest and the configuration in force', async () => {
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['config', 'manifest', 'next_steps', 'prompt'])
    expect(body.config).toEqual({ enabled: false, emphasis_rate: 0.4, min_pool_size: 3, category_overrides: {} })
    expect(Object.keys(body.manifest).sort()).toEqual([
      'beliefs_included',
      'beliefs_sampled_out',
      'emphasis',
      'responsibilities_included',
      'responsibilities_sampled_out',
      'seed',
    ])
    expect(Number.isInteger(body.manifest.seed) && body.manifest.seed >= 0 && body.manifest.seed < 2 ** 32).toBe(true)
  })

  test('starred items first and always, axioms and boundaries whole, ceil(0.7 n) of the rest, nothing hidden', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { manifest, prompt } = (await preview({ seed })).body
      const included = manifest.beliefs_included
      expect(kept(included, 'axiom')).toHaveLength(10)
      expect(kept(included, 'boundary')).toHaveLength(10)
      expect(kept(included, 'principle').slice(0, 2)).toEqual(ids.principle!.slice(0, 2))
      expect(kept(included, 'principle')).toHaveLength(2 + 6)
      expect(kept(included, 'voice')).toHaveLength(7)
      expect(kept(manifest.beliefs_sampled_out, 'voice')).toHaveLength(2)
      expect(manifest.responsibilities_included).toHaveLength(7)
      expect(manifest.responsibilities_sampled_out).toHaveLength(3)
      expect([...included, ...manifest.beliefs_sampled_out]).not.toContain(ids.voice![0])
      expect(prompt).not.toContain('voice 0')
    }
  })

  test('the same seed gives the same bytes; without one, calls may differ; 40% have an emphasis', async () => {
    const [first, second] = [await preview({ seed: 7 }), await preview({ seed: 7 })]
    expect(first.text).toBe(second.text)
    const unseeded = await preview({})
    const repeated = await preview({ seed: unseeded.body.manifest.seed })
    expect(repeated.body.prompt).toBe(unseeded.body.prompt)
    const prompts = new Set<string>()
    let emphasized = 0
    for (let seed = 0; seed < 100; seed++) {
      const { prompt, manifest } = (await preview({ seed })).body
      prompts.add(prompt)
      if (manifest.emphasis === null) continue
      emphasized++
      expect(manifest.emphasis).toMatch(/^voice [1-9]$/)
    }
    expect(prompts.size).toBeGreaterThan(90)
    expect(emphasized).toBeGreaterThan(25)
    expect(emphasized).toBeLessThan(55)
  })

  test('takes its configuration, in either case of the keys, whatever enabled says', async () => {
    const { body } = await preview({
      seed: 1,
      config: {
        enabled: true,
        emphasisRate: 1,
        minPoolSize: 2,
        categoryOverrides: { voice: { sampleRate: 0 }, principle: { sample_rate: 1 }, axiom: { sample_rate: 0 } },
      },
    })
    expect(body.config).toEqual({
      enabled: true,
      emphasis_rate: 1,
      min_pool_size: 2,
      category_overrides: { voice: { sample_rate: 0 }, principle: { sample_rate: 1 }, axiom: { sample_rate: 0 } },
    })
    expect(kept(body.manifest.beliefs_included, 'voice')).toHaveLength(2)
    expect(kept(body.manifest.beliefs_included, 'principle')).toHaveLength(10)
    expect(kept(body.manifest.beliefs_included, 'axiom')).toHaveLength(10)
    expect(body.manifest.emphasis).not.toBeNull()
    expect((await preview({ seed: 1, config: { emphasis_rate: 0 } })).body.manifest.emphasis).toBeNull()
  })

  test.each([
    ['seed', { seed: -1 }],
    ['seed', { seed: 2 ** 32 }],
    ['seed', { seed: 1.5 }],
    ['seed', { seed: '7' }],
    ['seed', { seed: null }],
    ['config', { config: [] }],
    ['config.enabled', { config: { enabled: 'no' } }],
    ['config.emphasisRate', { config: { emphasis_rate: 1.1 } }],
    ['config.minPoolSize', { config: { min_pool_size: -1 } }],
    ['config.minPoolSize', { config: { min_pool_size: 0.5 } }],
    ['config.categoryOverrides', { config: { category_overrides: 'all' } }],
    ['sampleRate', { config: { category_overrides: { voice: { sample_rate: 2 } } } }],
    ['voice', { config: { category_overrides: { voice: 0.5 } } }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await preview(input)
    expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
  })

  test('the largest seed is 2^32-1; 404 for a foreign agent', async () => {
    expect((await preview({ seed: 2 ** 32 - 1 })).body.manifest.seed).toBe(2 ** 32 - 1)
    expect((await (await service.register()).post(`/agents/${agent}/dynamic-prompt`, {})).status).toBe(404)
  })
})

describe('An agent of more items than are rendered on the thread that serves', () => {
  let large: string
  let ask: (path: string, input?: unknown) => ReturnType<Tenant['post']>
  let read: (path: string) => ReturnType<Tenant['get']>
  let context: ReturnType<typeof jobContext>
  let say: (statement: string) => ReturnType<Tenant['post']>
  beforeAll(async () => {
    const neighbor = await service.register()
    seeded.push(neighbor.orgId)
    const agents = await seedAgents(service.deps, neighbor.orgId, { agentCount: 2, itemsEach: 1001 })
    large = agents[1]!
    ask = (path, input) => neighbor.post(`/agents/${large}/${path}`, input)
    read = (path) => neighbor.get(`/agents/${large}/${path}`)
    context = jobContext(service.deps, neighbor.orgId)
    say = (statement) => neighbor.post('/beliefs', { agentId: large, category: 'boundary', statement })
  })

  test('gets the prompt that the seed gives for it, as of now', async () => {
    for (const [at, seed] of [7, 8, 9].entries()) {
      expect((await say(`Never break promise ${at}`)).status).toBe(201)
      const { status, body } = await ask('dynamic-prompt', { seed, config: { min_pool_size: 5 } })
      expect(status).toBe(200)
      expect(body.prompt).toContain(`Never break promise ${at}`)
      const { next_steps, ...answered } = body
      expect(answered).toEqual(
        previewDynamicPrompt(await readIdentity(context, large), { seed, config: { min_pool_size: 5 } }),
      )
      expect(next_steps[0].description).toContain(`"seed": ${seed}`)
    }
  })

  test('gets its digest as of now', async () => {
    const boundariesLeftOut = async () => Number(/(\d+) more boundaries/.exec((await read('digest')).text)![1])
    const before = await boundariesLeftOut()
    await say('Never break the last promise')
    expect(await boundariesLeftOut()).toBe(before + 1)
  })

  test('is a stranger to others', async () => {
    expect((await tenant.post(`/agents/${large}/dynamic-prompt`, { seed: 1 })).status).toBe(404)
    expect((await tenant.get(`/agents/${large}/digest`)).status).toBe(404)
  })
})
