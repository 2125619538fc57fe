import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AgentGoneError,
  AgentIdentity,
  AgentIdentityError,
  KeyRevokedError,
} from '../../../clients/typescript/src/index.ts'
import { type Gate, openGate } from '../../support/gate.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** The TypeScript client after an agent was deleted or its key revoked, which is no outage. */

let service: Service
let tenant: Tenant
let person: Person
let agentId: string
let cacheDir: string
let gate: Gate

beforeAll(async () => {
  service = await startService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  person = await newPerson(service)
  tenant = person.tenant
})
afterAll(() => service.stop())

beforeEach(async () => {
  agentId = await tenant.agent({ name: 'Ada' })
  cacheDir = mkdtempSync(join(tmpdir(), 'client-'))
  gate = await openGate(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await gate.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

const client = (options = {}) =>
  new AgentIdentity({ baseUrl: gate.url, apiKey: tenant.key, cacheDir, ttlMs: 10, ...options })
const deleteAgent = () => tenant.delete(`/agents/${agentId}`)
const files = () => readdirSync(cacheDir)

describe('a deleted agent', () => {
  test.each([
    ['its prompt', {}],
    ['a digest', { maxTokens: 200 }],
  ])('ends the copies of %s in memory and on disk', async (_name, options) => {
    const agent = client().agent(agentId)
    const { text } = await agent.prompt(options)
    expect(files()).toHaveLength(1)
    await deleteAgent()
    await expect
      .poll(() => agent.prompt(options).catch((error) => error))
      .toMatchObject({ name: 'AgentGoneError', status: 404, code: 'not_found', message: 'Agent not found' })
    await expect(agent.prompt(options)).rejects.toBeInstanceOf(AgentGoneError)
    const { text: own, source, error } = await agent.prompt({ ...options, fallback: 'You are Ada.' })
    expect([own, source, error]).toEqual(['You are Ada.', 'fallback', expect.any(AgentGoneError)])
    await expect.poll(files).toEqual([])
    gate.broken = true
    await expect(client({ timeoutMs: 100 }).agent(agentId).prompt(options)).rejects.not.toBeInstanceOf(AgentGoneError)
    expect(text).toContain('Ada')
  })

  test('is none for a new process either, which deletes the copy on disk', async () => {
    await client().agent(agentId).prompt()
    await deleteAgent()
    const agent = client().agent(agentId)
    expect(await agent.prompt({ fallback: 'mine' })).toMatchObject({ text: 'mine', source: 'fallback' })
    await expect(client().agent(agentId).prompt()).rejects.toBeInstanceOf(AgentGoneError)
    expect(files()).toEqual([])
  })

  test('makes no variants', async () => {
    const agent = client().agent(agentId)
    await agent.render(1)
    await deleteAgent()
    await expect.poll(() => agent.render(1).catch((error) => error)).toBeInstanceOf(AgentGoneError)
    expect(await agent.render(1, { fallback: 'mine' })).toMatchObject({ text: 'mine', source: 'fallback' })
  })

  test('works again once there is one of its name, and calls back with the new text', async () => {
    const slug = `ada-${agentId.slice(0, 8)}`
    await tenant.patch(`/agents/${agentId}`, { slug })
    const agent = client().agent(slug)
    const changes: string[] = []
    const end = agent.onChange(({ text }) => changes.push(text))
    await agent.prompt()
    await deleteAgent()
    await expect.poll(() => agent.prompt().catch((error) => error)).toBeInstanceOf(AgentGoneError)
    await tenant.post('/agents', { name: 'Ada the second', slug })
    await expect
      .poll(() => agent.prompt().catch(() => ({ text: '' })))
      .toHaveProperty('text', expect.stringContaining('the second'))
    expect(files()).toHaveLength(1)
    await expect.poll(() => changes).toEqual([expect.stringContaining('the second')])
    end()
  })

  test('stays gone while the service is away afterwards', async () => {
    const agent = client({ timeoutMs: 100 }).agent(agentId)
    await agent.prompt()
    await deleteAgent()
    await expect.poll(() => agent.prompt().catch((error) => error)).toBeInstanceOf(AgentGoneError)
    gate.broken = true
    await expect.poll(() => agent.prompt().catch((error) => error.status)).toBe(0)
    expect(await agent.prompt({ fallback: 'mine' })).toMatchObject({ source: 'fallback' })
  })

  test('is known to all who asked at the same time', async () => {
    await deleteAgent()
    const agent = client().agent(agentId)
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => agent.prompt()))
    for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(AgentGoneError) })
    expect(gate.asked).toHaveLength(1)
  })

  test('has no label that was never set', async () => {
    await expect(client().agent(agentId).prompt({ label: 'production' })).rejects.toBeInstanceOf(AgentIdentityError)
  })
})

describe('a revoked key', () => {
  test('ends the copies that it read', async () => {
    const keys = `/organizations/${tenant.orgId}/api-keys`
    const { id, key } = (await person.post(keys, {})).body
    const agent = client({ apiKey: key }).agent(agentId)
    await agent.prompt()
    await agent.render(1)
    await person.delete(`${keys}/${id}`)
    for (const read of [() => agent.prompt(), () => agent.render(1)]) {
      await expect
        .poll(() => read().catch((error) => error))
        .toMatchObject({ name: 'KeyRevokedError', status: 401, message: 'Unauthorized' })
    }
    await expect.poll(files).toEqual([])
    expect(await agent.prompt({ fallback: 'mine' })).toMatchObject({ text: 'mine', source: 'fallback' })
    expect(await client().agent(agentId).prompt()).toMatchObject({ source: 'fresh' })
  })

  test('that never was one has no copy', async () => {
    await expect(client({ apiKey: 'ais_wrong' }).agent(agentId).prompt()).rejects.toBeInstanceOf(KeyRevokedError)
  })

  test('is one that may no longer read the agent', async () => {
    const refuse = (status: number) => (response: ServerResponse) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end('{"error":"This key may not reach beyond its agent"}')
    for (const status of [401, 403]) {
      gate.faults.push(refuse(status))
      await expect(client().agent(agentId).prompt()).rejects.toMatchObject({
        name: 'KeyRevokedError',
        message: 'This key may not reach beyond its agent',
      })
    }
  })
})

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }
describe.each<[string, number, Record<string, string>, string]>([
  ['a page with 404', 404, html, '<h1>404 Not Found</h1><hr>nginx'],
  ['a page with 401', 401, html, '<h1>Sign in</h1>'],
  ['a page with 403', 403, html, '<title>Attention required</title>'],
  ['plain text with 404', 404, { 'content-type': 'text/plain' }, 'default backend - 404'],
  ['no body with 401', 401, {}, ''],
  ['the sentence in a page', 404, html, '{"error":"Agent not found"}'],
  ['an array', 404, json, '["Agent not found"]'],
  ['half of the sentence', 404, json, '{"error":"Agent not fo'],
  ['another form of error', 404, json, '{"error":{"code":"NOT_FOUND","message":"Agent not found"}}'],
  ['a framework without the route', 404, json, '{"message":"Route not found","error":"Not Found","statusCode":404}'],
  ['a sentence without a code', 404, json, '{"error":"Agent not found"}'],
  ['a gateway without the route', 404, json, '{"error":"Not Found"}'],
  ['a wrong address of the service', 404, json, '{"error":"No route for GET /v2","code":"no_route"}'],
  ['a gateway that asks for a token', 401, json, '{"error":"invalid_token","error_description":"expired"}'],
  ['too many requests', 429, json, '{"error":"Agent not found","code":"not_found"}'],
  ['an error of the service', 500, json, '{"error":"Internal error","code":"internal"}'],
  ['a service without its database', 503, json, '{"error":"Agent not found","code":"not_found"}'],
])('%s', (_name, status, headers, body) => {
  test('is an outage, which leaves the copies', async () => {
    const agent = client().agent(agentId)
    const { text } = await agent.prompt()
    const refuse = (response: ServerResponse) => response.writeHead(status, headers).end(body)
    gate.faults.push(...Array.from({ length: 50 }, () => refuse))
    await expect
      .poll(() => agent.prompt())
      .toMatchObject({ text, source: 'stale', error: { name: 'AgentIdentityError', status } })
    expect(await client().agent(agentId).prompt()).toMatchObject({ text, source: 'disk' })
    gate.faults.length = 0
    await expect.poll(async () => (await agent.prompt()).error).toBeUndefined()
  })
})
