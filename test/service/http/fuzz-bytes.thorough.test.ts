import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRequest, newWorld, type Operation, readOperations, type World } from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

/** Bytes that no client library would send, to every documented address over a real connection. */

let service: Service
let world: World
let operations: Operation[]
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  operations = (await readOperations(service))
    // Operations that call other systems are tested with fakes of them.
    .filter(({ path }) => !/^\/github\/|\/sync$/.test(path))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  world = await newWorld(service)
})
afterAll(() => service.stop())

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const json = 'content-type: application/json'

/** Bodies with their header; none of them may be stored or fail. */
const bodies: [header: string, body: Buffer][] = [
  [json, bytes('{"name":"', [0xff, 0xc0, 0xaf], '"}')],
  [json, bytes('{"', [0xed, 0xa0, 0x80], '":1}')],
  [json, Buffer.from('\ufeff{"name":"Ada"}', 'utf16le')],
  [json, bytes('{"name":"a', [0], 'b"}')],
  [json, bytes([0])],
  [json, gzipSync('{"name":"Ada"}')],
  [`${json}; charset=utf-16`, Buffer.from('{"name":"Ada"}', 'utf16le')],
  [
    'content-type: multipart/form-data; boundary=x',
    bytes('--x\r\nContent-Disposition: form-data; name="', [0xff], '"\r\n\r\n\r\n--x--\r\n'),
  ],
  ['content-type: multipart/form-data', bytes('--x--')],
  ['content-type: application/x-www-form-urlencoded', bytes('name=%ff&name=%00&__proto__=x')],
  ['content-encoding: gzip', gzipSync('{}')],
]
/** Queries that are valid in no route, or mean nothing; reads may ignore what they do not know. */
const queries = [
  '%ff=%00',
  'limit=%',
  'limit=1&limit=2',
  '__proto__[x]=1&constructor=1',
  `q=${'%ff'.repeat(3000)}`,
  '=&&==',
  'a[]=1&a[0]=2',
  `limit=-0&offset=1e400`,
]
const headers = [
  'if-match: W/"',
  'if-none-match: ,,,"',
  'idempotency-key: \xff',
  'x-client: \xff\xfe',
  'accept: ;;;q=',
  'range: bytes=-',
  'cookie: session=%ff;;=;__proto__=1',
  'x-forwarded-for: \xff',
  'content-type: \xff',
  'authorization: Bearer \xff',
]

/** Writes a request and reads the whole answer; the connection ends with it. */
function exchange(head: string[], body: Buffer | undefined): Promise<{ status: number; body: string }> {
  const lines = [...head, 'host: localhost', 'connection: close', ...(body ? [`content-length: ${body.length}`] : [])]
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', reject)
  socket.on('close', () => {
    const text = Buffer.concat(chunks).toString()
    resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) })
  })
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  if (body) socket.write(body)
  return promise
}

const authorization = () => `authorization: Bearer ${world.person.tenant.key}`

function addressOf(operation: Operation): string {
  const { path } = exampleRequest(world, operation)
  return `/api/v1${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!))}`
}

/** Describes a wrong answer: a failure, or a refusal without a sentence. */
function complaint(status: number, body: string, isRefused: boolean): string | undefined {
  if (!(status >= 200 && status < 500)) return `${status}`
  if (status < 400) return isRefused ? `${status}` : undefined
  const { error } = JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ''))
  return typeof error === 'string' && error.length >= 10 ? undefined : body.slice(0, 100)
}

test('bodies of other bytes are refused with a sentence, wherever a body is taken', async () => {
  const wrong: string[] = []
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    for (const [header, body] of bodies) {
      const answer = await exchange(
        [`${operation.method} ${addressOf(operation)} HTTP/1.1`, authorization(), header],
        body,
      )
      const fault = complaint(answer.status, answer.body, true)
      if (fault) wrong.push(`${operation.name} ${header} ${body.toString('latin1').slice(0, 30)}: ${fault}`)
    }
  }
  expect(wrong).toEqual([])
})

test('odd queries and headers never fail', async () => {
  const wrong: string[] = []
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const address = addressOf(operation)
    const requests = [
      ...queries.map((query) => [`GET ${address}?${query} HTTP/1.1`, authorization()]),
      ...headers.map((header) => [`GET ${address} HTTP/1.1`, authorization(), header]),
    ]
    for (const head of requests) {
      const answer = await exchange(head, undefined)
      const fault = complaint(answer.status, answer.body, false)
      if (fault) wrong.push(`${head.join(' | ').slice(0, 200)}: ${fault}`)
    }
  }
  expect(wrong).toEqual([])
})
