import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentIdentity, AgentIdentityError } from '../../../clients/typescript/src/index.ts'
import { type Gate, openGate } from '../../support/gate.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** The TypeScript client against the real service, behind a gate that can refuse, break off, or answer late. */

let service: Service
let tenant: Tenant
let agentId: string
let cacheDir: string
let gate: Gate

beforeAll(async () => {
  service = await startService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  tenant = await service.register()
})
afterAll(() => service.stop())

beforeEach(async () => {
  agentId = await tenant.agent({ name: 'Ada' })
  await believe('We ship small changes')
  cacheDir = mkdtempSync(join(tmpdir(), 'client-'))
  gate = await openGate(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await gate.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

const believe = (statement: string) => tenant.post('/beliefs', { agentId, category: 'principle', statement })
const client = (options = {}) => new AgentIdentity({ baseUrl: gate.url, apiKey: tenant.key, cacheDir, ...options })
const reads = () => gate.asked.filter((line) => line.includes('/prompt')).length

describe('a prompt', () => {
  test('is the text of the service, then comes from memory', async () => {
    const agent = client().agent(agentId)
    const first = await agent.prompt()
    expect(first).toMatchObject({ source: 'fresh', etag: expect.stringMatching(/^"/) })
    expect(first.text).toBe((await tenant.get(`/agents/${agentId}/prompt`)).text)
    expect(first.text).toContain('We ship small changes')
    expect(await agent.prompt()).toEqual({ ...first, source: 'cached' })
    expect(reads()).toBe(1)
  })

  test('is asked for again in the background, by one request for a thousand readers', async () => {
    const agent = client({ ttlMs: 200 }).agent(agentId)
    await agent.prompt()
    await sleep(250)
    await believe('We measure before we optimize')
    const readers = await Promise.all(Array.from({ length: 1000 }, () => agent.prompt()))
    expect(new Set(readers.map(({ source }) => source))).toEqual(new Set(['stale']))
    await expect.poll(async () => (await agent.prompt()).text).toContain('We measure before we optimize')
    expect(gate.headers[1]!['if-none-match']).toBe(readers[0]!.etag)
    await sleep(250)
    const before = reads()
    await Promise.all(Array.from({ length: 1000 }, () => agent.prompt()))
    await expect.poll(async () => (await agent.prompt()).source).toBe('cached')
    expect(reads()).toBe(before + 1)
  })

  test('asked for by a thousand at first is one request', async () => {
    const agent = client().agent(agentId)
    const answers = await Promise.all(Array.from({ length: 1000 }, () => agent.prompt()))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(reads()).toBe(1)
  })

  test('outlives the service: from memory, from disk in the next process, and then from the fallback', async () => {
    const first = client({ ttlMs: 10 }).agent(agentId)
    const { text } = await first.prompt()
    gate.broken = true
    await sleep(20)
    expect(await first.prompt()).toMatchObject({ text, source: 'stale' })
    await expect.poll(async () => (await first.prompt()).error?.message).toContain('Cannot reach')

    const second = client().agent(agentId)
    expect(await second.prompt({ fallback: 'You are Ada.' })).toMatchObject({
      text,
      source: 'disk',
      error: { status: 0 },
    })
    expect(await second.prompt()).toMatchObject({ text, source: 'disk' })

    const stranger = client({ cacheDir: '' }).agent(agentId)
    expect(await stranger.prompt({ fallback: 'You are Ada.' })).toMatchObject({
      text: 'You are Ada.',
      source: 'fallback',
    })
    await expect(stranger.prompt()).rejects.toThrow(/^Cannot reach the Agent Identity Service at http/)

    gate.broken = false
    await expect.poll(async () => (await second.prompt()).source).toBe('cached')
  })

  test('of another key is no copy of this one, and only its owner may read the file', async () => {
    await client().agent(agentId).prompt()
    const files = readdirSync(cacheDir)
    expect(files).toHaveLength(1)
    expect(statSync(join(cacheDir, files[0]!)).mode & 0o777).toBe(0o600)
    const other = await service.register()
    await expect(client({ apiKey: other.key }).agent(agentId).prompt()).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['500', (response: any) => response.writeHead(500).end('oops')],
    [
      'a response that ends early',
      (response: any) => {
        response.writeHead(200, { 'content-length': 500 }).write('half')
        setTimeout(() => response.destroy(), 20)
      },
    ],
  ])('is the old copy after %s, with the reason', async (_name, fault) => {
    const agent = client({ ttlMs: 10 }).agent(agentId)
    const { text } = await agent.prompt()
    await sleep(20)
    gate.faults.push(fault)
    await agent.prompt()
    await expect
      .poll(async () => agent.prompt())
      .toMatchObject({ text, source: 'stale', error: expect.any(AgentIdentityError) })
  })

  test('as a digest has at most as many tokens as asked for, kept apart from the whole', async () => {
    const agent = client().agent(agentId)
    const digest = await agent.prompt({ maxTokens: 200 })
    expect(digest.text).toBe((await tenant.get(`/agents/${agentId}/prompt?max_tokens=200`)).text)
    expect((await agent.prompt()).text).not.toBe(digest.text)
  })

  test('calls back when it changes, until that is ended', async () => {
    const agent = client({ ttlMs: 20 }).agent(agentId)
    const changes: string[] = []
    const end = agent.onChange(({ text }) => changes.push(text))
    await expect.poll(reads).toBeGreaterThan(1)
    expect(changes).toEqual([])
    await believe('We write tests first')
    await expect.poll(() => changes.length).toBe(1)
    expect(changes[0]).toContain('We write tests first')
    end()
    await sleep(50)
    const before = reads()
    await sleep(100)
    expect(reads()).toBe(before)
  })
})

test.each([
  [{ client: 'worker 3' }, 'sdk-ts/worker-3'],
  [{ client: 'cli/web-shop' }, 'cli/web-shop'],
  [{ client: 'Ångström/Ü' }, 'ngstr-m/unnamed'],
  [{ client: '' }, undefined],
  [{}, `sdk-ts/${basename(process.cwd())}`],
])('the options %j name the program %s', async (options, name) => {
  const identity = client(options)
  await identity.agent(agentId).prompt()
  await identity.api.GET('/agents')
  expect(gate.headers.slice(-2).map((headers) => headers['x-client'])).toEqual([name, name])
})

describe('the whole API', () => {
  test('is typed, and its errors carry the service’s sentence', async () => {
    const { api } = client()
    const { data } = await api.GET('/agents/{agentId}', { params: { path: { agentId } } })
    expect(data?.name).toBe('Ada')
    const { error, response } = await api.POST('/agents', { body: { name: '' } })
    expect(response.status).toBe(400)
    expect(error).toHaveProperty('error', expect.stringContaining('name'))
  })

  test('waits as long as it is told to, and sends a POST with the same key again', async () => {
    const refuse = (response: any) =>
      response.writeHead(429, { 'retry-after': '0' }).end('{"error":"Too many requests"}')
    gate.faults.push(refuse, refuse)
    const { response } = await client().api.POST('/agents', { body: { name: 'Bo' } })
    expect(response.status).toBe(201)
    const keys = gate.headers.map((headers) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('repeats a change that broke with the same key, and waits for its twin', async () => {
    const refuse = (response: any) =>
      response.writeHead(409, { 'retry-after': '0', 'content-type': 'application/json' }).end('{"error":"Running"}')
    gate.faults.push((response) => response.destroy(), refuse)
    const { response } = await client().api.POST('/agents', { body: { name: 'Bo' } })
    expect(response.status).toBe(201)
    expect(new Set(gate.headers.map((headers) => headers['idempotency-key'])).size).toBe(1)
    expect(gate.asked).toHaveLength(3)
  })

  test('does not repeat what may have been done, where the service reads no key', async () => {
    gate.faults.push((response) => response.destroy())
    const stranger = client({ apiKey: '' })
    await expect(stranger.api.POST('/register', { body: {} })).rejects.toMatchObject({ status: 0 })
    expect(gate.asked).toHaveLength(1)
  })

  test('repeats a read that broke', async () => {
    gate.faults.push((response) => response.destroy())
    const { data } = await client().api.GET('/agents')
    expect(data?.count).toBeGreaterThan(0)
  })
})
