import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRequest, newWorld, type Operation, readOperations, type World } from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

/** HEAD answers like GET, over a real connection: direct answers are not reached otherwise. */

let service: Service
let world: World
let reads: Operation[]
let base: URL
const connections = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  // Nothing listens at this address: no test calls GitHub.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  world = await newWorld(service)
  reads = (await readOperations(service)).filter(({ method }) => method === 'GET')
  base = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  connections.destroy()
  await service.stop()
})

/** Status and headers, without those that differ with each request. Node does not announce how it would send a body in parts. */
function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: object; bytes: number }>()
  const { hostname, port } = base
  const sent = request({ agent: connections, hostname, port, method, path, headers }, async (answer) => {
    const {
      date,
      'x-request-id': id,
      'transfer-encoding': parts,
      'content-security-policy': policy,
      ...same
    } = answer.headers
    // An archive holds the time at which it was made.
    if (same['content-type'] === 'application/zip') delete same['content-length']
    let bytes = 0
    for await (const chunk of answer) bytes += chunk.length
    resolve({
      status: answer.statusCode!,
      headers: { ...same, csp: String(policy).replace(/'nonce-[^']+'/, 'nonce') },
      bytes,
    })
  })
  sent.on('error', reject).end()
  return promise
}

async function differences(path: string, headers?: Record<string, string>): Promise<string[]> {
  const get = await ask('GET', path, headers)
  const head = await ask('HEAD', path, headers)
  expect([path, head.bytes]).toEqual([path, 0])
  const [of, on] = [get, head].map(({ status, headers }) => JSON.stringify({ status, ...headers }))
  return of === on ? [] : [`${path}: GET ${of} HEAD ${on}`]
}

test('of every operation, with a key, in a session and without credentials', async () => {
  const { person } = world
  const callers: Record<string, string>[] = [
    { authorization: `Bearer ${person.tenant.key}` },
    { cookie: person.cookie },
    {},
  ]
  const wrong: string[] = []
  for (const operation of reads.filter(({ path }) => path !== '/metrics')) {
    const { path: ids, query } = exampleRequest(world, operation)
    const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
    const prefix = /^\/(healthz|readyz|avatars|llms\.txt|\.well-known)/.test(address) ? '' : '/api/v1'
    const search = new URLSearchParams(query).toString()
    const path = `${prefix}${address}${search && `?${search}`}`
    for (const headers of callers) wrong.push(...(await differences(path, headers)))
  }
  expect(reads.length).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})

test('of what is answered directly, changed or not, and of compressed answers', async () => {
  const { agentId } = world.ids
  const authorization = `Bearer ${world.person.tenant.key}`
  for (const path of [
    `/agents/${agentId}`,
    `/agents/${agentId}/prompt`,
    `/agents/${agentId}/files?type=soul`,
    `/agents/${agentId}/resolved-identity`,
    `/beliefs?agentId=${agentId}`,
  ]) {
    await ask('GET', `/api/v1${path}`, { authorization })
    expect(await differences(`/api/v1${path}`, { authorization })).toEqual([])
    expect(await differences(`/api/v1${path}`, { authorization, 'if-none-match': '*' })).toEqual([])
  }
  const overview = `/api/v1/organizations/${world.ids.orgId}/overview`
  for (const encoding of ['gzip', 'identity'])
    expect(await differences(overview, { authorization, 'accept-encoding': encoding })).toEqual([])
})

test.each([
  '/',
  '/openapi.json',
  '/docs',
  '/docs/json',
  '/docs/static/index.css',
  '/docs/static/index.html',
  '/assets/none.js',
  '/api/v1/none',
  '/api/v1/agents/%',
  '/mcp',
])('of %s', async (path) => {
  expect(await differences(path)).toEqual([])
  expect(await differences(path, { accept: 'text/html' })).toEqual([])
})
