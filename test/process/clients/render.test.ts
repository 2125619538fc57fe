import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Kind, kindNames, kinds } from '#core/domain/kinds.ts'
import { AgentIdentity } from '../../../clients/typescript/src/index.ts'
import { type Gate, openGate } from '../../support/gate.ts'
import { needs } from '../../support/programs.ts'
import { pythonClient, pythonWith } from '../../support/python.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Compares randomized prompts that the clients make themselves with those of the service. */

const python = pythonWith()
let service: Service
let tenant: Tenant
let gate: Gate
let cacheDir: string

beforeAll(async () => {
  service = await startService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  tenant = await service.register()
  gate = await openGate(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`)
  cacheDir = mkdtempSync(join(tmpdir(), 'render-'))
})
afterAll(async () => {
  await gate.close()
  await service.stop()
  rmSync(cacheDir, { recursive: true, force: true })
})

const client = (options = {}) => new AgentIdentity({ baseUrl: gate.url, apiKey: tenant.key, cacheDir, ...options })

/** Texts that Markdown, HTML, JSON and the two languages' strings read differently. */
const statement = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc
    .array(fc.constantFrom('**', '`', '<b>', '\n', '\\', '# ', '1. ', '\u2028', '😀', 'a', '_'), { maxLength: 12 })
    .map((p) => p.join('')),
)
interface Identity {
  name: string
  items: { kind: Kind; category: number; statement: string; starred: boolean }[]
}
const identity: fc.Arbitrary<Identity> = fc.record({
  name: statement,
  items: fc.array(
    fc.record({
      kind: fc.constantFrom(...kindNames),
      category: fc.nat(4),
      statement,
      starred: fc.boolean(),
    }),
    { minLength: 20, maxLength: 50, size: 'max' },
  ),
})

async function createAgent({ name, items }: Identity): Promise<string> {
  const created = await tenant.post('/agents', { name })
  const agentId = created.status === 201 ? (created.body.id as string) : await tenant.agent()
  // Omits input that the service refuses, such as a statement of spaces or a repeated one.
  for (const { kind, category, ...item } of items) {
    const { plural, categories } = kinds[kind]
    await tenant.post(`/${plural}`, { agentId, category: categories[category], ...item, status: 'approved' })
  }
  return agentId
}

const configs = [
  {},
  { emphasis_rate: 1, min_pool_size: 1 },
  { min_pool_size: 0, category_overrides: { voice: { sample_rate: 0.07 }, axiom: { sample_rate: 0 } } },
  { emphasis_rate: 0, min_pool_size: 0, category_overrides: { principle: { sample_rate: 0 }, voice: {} } },
]

/** Reads cases from its input, and answers with the text and manifest of each. */
const pythonScript = `
import json, sys
from agent_identity_client import AgentIdentity
with AgentIdentity(cache_dir="") as identity:
    variants = [identity.agent(agent).render(seed, config=config) for agent, seed, config in json.load(sys.stdin)]
print(json.dumps([[variant.text, variant.manifest] for variant in variants]))
`

describe('200 seeds over odd identities give the bytes of the service', () => {
  const cases: [agent: string, seed: number, config: object][] = []
  const ofService: [prompt: string, manifest: unknown][] = []

  beforeAll(async () => {
    const identities = [{ name: 'Empty', items: [] }, ...fc.sample(identity, { numRuns: 19, seed: 12 })]
    for (const [index, each] of identities.entries()) {
      const agent = await createAgent(each)
      for (let turn = 0; turn < 10; turn++) {
        const seed = turn === 0 ? 2 ** 32 - 1 : (index * 10 + turn) * 7919
        cases.push([agent, seed, configs[turn % configs.length]!])
      }
    }
    for (const [agent, seed, config] of cases) {
      const { body } = await tenant.post(`/agents/${agent}/dynamic-prompt`, { seed, config })
      ofService.push([body.prompt, body.manifest])
    }
    expect(cases).toHaveLength(200)
    expect(new Set(ofService.map(([prompt]) => prompt)).size).toBeGreaterThan(100)
  })

  test('in TypeScript', async () => {
    const identityClient = client()
    const ofClient = []
    for (const [agent, seed, config] of cases) {
      const { text, manifest } = await identityClient.agent(agent).render(seed, { config })
      ofClient.push([text, manifest])
    }
    expect(ofClient).toEqual(ofService)
  })

  test('in Python', needs('python', python), async () => {
    const running = promisify(execFile)(python!, ['-c', pythonScript], {
      cwd: pythonClient,
      env: { ...process.env, AGENT_IDENTITY_URL: gate.url, AGENT_IDENTITY_API_KEY: tenant.key },
      maxBuffer: 64 * 1024 * 1024,
    })
    running.child.stdin!.end(JSON.stringify(cases))
    expect(JSON.parse((await running).stdout)).toEqual(ofService)
  })
})

test('a variant is made while the service is away, in this process and in the next', async () => {
  const agent = await tenant.agent()
  const first = client({ ttlMs: 10 }).agent(agent)
  const { text, manifest } = await first.render(7)
  gate.broken = true
  try {
    expect(await first.render(7)).toMatchObject({ text, manifest })
    expect(await client().agent(agent).render(7)).toMatchObject({ text, manifest, source: 'disk' })
    const stranger = client({ cacheDir: '' }).agent(agent)
    expect(await stranger.render(7, { fallback: 'You are Ada.' })).toMatchObject({
      text: 'You are Ada.',
      manifest: null,
      source: 'fallback',
    })
    await expect(stranger.render(7)).rejects.toThrow(/^Cannot reach/)
  } finally {
    gate.broken = false
  }
})

test('a change shows after the time that a copy counts as current', async () => {
  const agentId = await tenant.agent()
  const agent = client({ ttlMs: 20 }).agent(agentId)
  await agent.render(1)
  await tenant.post('/beliefs', {
    agentId,
    category: 'axiom',
    statement: 'Ships sail at high tide',
    status: 'approved',
  })
  await expect.poll(async () => (await agent.render(1)).text).toContain('Ships sail at high tide')
})

test.each([-1, 1.5, 2 ** 32, Number.NaN])('seed %d › is refused before anything is asked', async (seed) => {
  const asked = gate.asked.length
  await expect(client().agent('nobody').render(seed)).rejects.toThrow('seed must be an integer from 0 to 4294967295')
  expect(gate.asked).toHaveLength(asked)
})
