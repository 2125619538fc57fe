import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ErrorCode, statusOfCode } from '#core/base/errors.ts'
import {
  exampleRequest,
  newWorld,
  type Operation,
  type Request,
  readOperations,
  replaced,
  type Schema,
  send,
  type World,
} from '../../support/operations.ts'
import { type Answer, type Service, startService } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
let operations: Operation[]
let world: World
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  operations = (await readOperations(service))
    // Operations that call other systems are tested with fakes of them.
    .filter(({ path }) => !/^\/github\/|\/sync$/.test(path))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  world = await newWorld(service)
})
afterAll(() => service.stop())

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const json = (text: string) => ({ json: text })

/** Values that are invalid in every field; `json` ones have no other notation. */
const nasty: unknown[] = [
  'a\0b',
  '\ud800',
  'x'.repeat(5000),
  '',
  ' \u2028\t ',
  "'; drop table items; --",
  '__proto__',
  'constructor',
  '0',
  -1,
  1.5,
  1e20,
  json('1e400'),
  null,
  true,
  [],
  {},
  [null],
  [[]],
  json('{"__proto__": {"starred": true}, "constructor": {"prototype": {"x": 1}}}'),
  json(deep(33)),
]
const nastyInAddresses = [
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%',
  '%FF',
  'x'.repeat(5000),
  '..%2f..%2f',
  '%F0%9F%A6%89',
  '%20',
  'null',
  '__proto__',
  'constructor',
  '1e20',
  'urn:uuid:019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11',
  '{019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11}',
]

/** The text of a body that may hold values which JSON.stringify would not write. */
const written = (body: unknown) =>
  JSON.stringify(body, (_key, value) =>
    value !== null && typeof value === 'object' && 'json' in value ? `<json>${value.json}</json>` : value,
  ).replace(/"<json>(.*?)<\/json>"/g, (_, text: string) => text.replaceAll('\\"', '"'))

function fieldsOf(schema: Schema, path: (string | number)[] = []): (string | number)[][] {
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => fieldsOf(property, [...path, key])),
    ...(schema.items ? fieldsOf(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((alternative) => fieldsOf(alternative, path).filter((one) => one !== path)),
  ]
}

/** Every third of them; each engine another third, so that both take a minute at most. */
function* sampled(requests: Generator<Request>, step = 3) {
  let index = process.env.TEST_ENGINE === 'postgres' ? 1 : 0
  for (const request of requests) if (index++ % step === 0) yield request
}

/** Requests that are each wrong in one place. */
function* wrongRequests(operation: Operation): Generator<Request> {
  const request = () => exampleRequest(world, operation)
  for (const parameter of operation.parameters) {
    if (parameter.in === 'query') {
      for (const value of [
        'a\0b',
        'x'.repeat(5000),
        '',
        '-1',
        '1e400',
        '99999999999999999999',
        'true,',
        '\ud800',
        '[]',
        '{}',
      ]) {
        yield { ...request(), query: { ...request().query, [parameter.name]: value } }
      }
    } else {
      for (const value of nastyInAddresses) yield { ...request(), path: { ...request().path, [parameter.name]: value } }
    }
  }
  if (!operation.body) return
  for (const field of fieldsOf(operation.body.schema)) {
    for (const value of nasty) yield { ...request(), body: written(replaced(request().body, field, value)) }
  }
  for (const body of [
    '{',
    '',
    '[]',
    '"text"',
    '5',
    'null',
    '{"a":}',
    '\ufeff{}',
    deep(33),
    deep(100_000),
    `{"x":${deep(100_000)}}`,
    `{${'"a":{'.repeat(40)}${'}'.repeat(40)}}`,
  ]) {
    yield { ...request(), body }
  }
}

/** The error in an answer, if any. */
function complaint({ responses }: Operation, { status, body, text, headers }: Answer): string | undefined {
  if (status >= 500) return 'failed'
  if (!headers['x-request-id']) return 'has no X-Request-Id'
  if (status < 400) return undefined
  const keys = status === 401 ? 'error' : 'error,code'
  const isError = typeof body === 'object' && Object.keys(body).join() === keys && typeof body.error === 'string'
  if (!isError || body.error.length < 10) return `is no {${keys}}: ${text.slice(0, 200)}`
  if (status !== 401 && statusOfCode[body.code as ErrorCode] !== status) return `has the code ${body.code}`
  if (!(status in responses) && ![400, 413].includes(status)) return 'has a status that is not documented'
  return undefined
}

test('whatever is sent to any documented address, the answer is no failure and an error has a sentence and its code', async () => {
  const complaints = new Set<string>()
  let sent = 0
  for (const operation of operations) {
    const isSessionOnly = !operation.security.some((way) => 'apiKey' in way) && operation.security.length > 0
    for (const request of sampled(wrongRequests(operation))) {
      const answer = await send(world.person, isSessionOnly ? 'session' : 'key', operation, request)
      sent++
      const wrong = complaint(operation, answer)
      if (wrong) complaints.add(`${operation.name} ${JSON.stringify(request).slice(0, 300)}: ${answer.status} ${wrong}`)
    }
  }
  expect([...complaints].slice(0, 30)).toEqual([])
  expect(sent).toBeGreaterThan(2000)
})

test('what is refused has written nothing', async () => {
  const written: string[] = []
  const fresh = await newWorld(service)
  world = fresh
  for (const operation of operations.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/auth'))) {
    const isSessionOnly = !operation.security.some((way) => 'apiKey' in way) && operation.security.length > 0
    let before = await rowCounts(service)
    for (const request of sampled(wrongRequests(operation), 20)) {
      const { status } = await send(fresh.person, isSessionOnly ? 'session' : 'key', operation, request)
      const after = await rowCounts(service)
      const changed = JSON.stringify(before) !== JSON.stringify(after)
      if (status >= 400 && changed)
        written.push(`${operation.name} ${JSON.stringify(request).slice(0, 300)}: ${status}`)
      before = after
    }
  }
  expect(written).toEqual([])
})

test('a parameter that comes twice is 400 and named', async () => {
  const wrong: string[] = []
  // The pages of the operator are a 404 here, whatever is sent.
  for (const operation of operations.filter(({ method, path }) => method === 'GET' && !path.startsWith('/admin/'))) {
    for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
      const request = exampleRequest(world, operation)
      const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => request.path[key]!)
      const { status, body } = await world.person.tenant.get(`${path}?${name}=1&${name}=1`)
      if (status !== 400 || !body.error.includes(name)) wrong.push(`${operation.name} ${name}: ${status} ${body.error}`)
    }
  }
  expect(wrong).toEqual([])
})
