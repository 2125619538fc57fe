import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exampleRequest,
  newWorld,
  type Operation,
  readOperations,
  replaced,
  type World,
} from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

/**
 * Random requests to every documented path: unexpected bodies, methods, headers and queries. The seed is new each time
 * and is part of a failure; `FUZZ_SEED` repeats one, `FUZZ_REQUESTS` sends more to each path.
 */

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const requestsEach = Number(process.env.FUZZ_REQUESTS ?? 6)

const endsSomething = ({ method, path }: Operation) => method === 'DELETE' || /^\/auth\/(logout|reset)$/.test(path)

let service: Service
let world: World
let operations: Operation[]
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  operations = (await readOperations(service))
    .filter(({ path }) => !/^\/github\/|\/sync$|scrape$/.test(path))
    // Operations that delete, or end the credentials (a reset may revoke all keys), come last.
    .sort((a, b) => Number(endsSomething(a)) - Number(endsSomething(b)))
  world = await newWorld(service)
})
afterAll(() => service.stop())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '\ud800', '\0', '\u202e\u200b', '9'.repeat(400)),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double(),
    fc.maxSafeInteger(),
    fc.constantFrom(null, true, false, 1e308, -(2 ** 63), Number.MIN_VALUE),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(text, tie('any'), { maxKeys: 4 }),
  ),
})).any
const header = fc.constantFrom<Record<string, string>[]>(
  { 'if-match': '"' },
  { 'if-none-match': ',,W/"' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-encoding': 'gzip' },
  { accept: 'x/y;q=9' },
  { 'accept-encoding': 'identity;q=0' },
  { 'x-forwarded-for': '1.2.3.4, , %' },
  { 'x-forwarded-proto': 'gopher' },
  { 'x-request-id': 'x'.repeat(5000) },
  { cookie: 'session=%E0%A4%A; session=;;=' },
  { authorization: 'Bearer' },
  { authorization: `Basic ${'A'.repeat(3000)}` },
  { expect: '200-ok' },
  { range: 'bytes=9-1' },
  { host: '[::' },
)
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'OPTIONS')

/** Half of the requests are right but for one field; the others have a body of any shape, or another method. */
const oddRequest = (operation: Operation) => {
  const fields: string[] = Object.keys(operation.body?.schema.properties ?? {})
  return fc.record({
    body: fc.oneof(
      fc.tuple(fc.constantFrom('x', ...fields), value).map(([name, odd]) => (right: unknown) => {
        return JSON.stringify(replaced(right, [name], odd))
      }),
      value.map((odd) => () => JSON.stringify(odd)),
      text.map((odd) => () => odd),
    ),
    method: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, method),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, header),
    query: fc.dictionary(
      fc.constantFrom('limit', 'offset', 'orgId', '__proto__', ...operation.parameters.map(({ name }) => name)),
      text,
      { maxKeys: 2 },
    ),
  })
}

test('no random request fails, and every refusal is {error}', async () => {
  const statuses: Record<number, number> = {}
  const byKey = { authorization: `Bearer ${world.person.tenant.key}` }
  const bySession = { cookie: world.person.cookie, 'sec-fetch-site': 'same-origin' }
  for (const operation of operations) {
    const credentials = operation.security.some((way) => 'apiKey' in way) ? byKey : bySession
    const run = fc.asyncProperty(oddRequest(operation), async (odd) => {
      const { path, query, body } = exampleRequest(world, operation)
      const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!)
      const all = new URLSearchParams({ ...query, ...odd.query })
      const { status, text, headers } = await service.call(
        (odd.method ?? operation.method) as Operation['method'],
        `${address}?${all}`,
        (odd.method ?? operation.method) === 'GET' ? undefined : odd.body(body),
        { ...credentials, ...odd.headers },
      )
      expect(status, `${operation.name}: ${text}`).toBeLessThan(500)
      if (status >= 400 && text !== '')
        expect(JSON.parse(text), operation.name).toEqual({
          error: expect.any(String),
          ...(status !== 401 && { code: expect.any(String) }),
        })
      statuses[status] = (statuses[status] ?? 0) + 1
      expect(headers['x-request-id']).toBeTruthy()
    })
    await fc.assert(run, { seed, numRuns: requestsEach, endOnFailure: true, interruptAfterTimeLimit: 60_000 })
  }
  if (process.env.FUZZ_REQUESTS) console.log(seed, statuses)
  // Most got further than the credentials.
  expect(statuses[400]).toBeGreaterThan(statuses[401] ?? 0)
}, 1_200_000)
