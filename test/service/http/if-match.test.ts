import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  exampleRequest,
  newWorld,
  type Operation,
  type Request,
  readOperations,
  send,
} from '../../support/operations.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
let tenant: Tenant
let operations: Operation[]
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  operations = await readOperations(service)
})
afterAll(() => service.stop())

const ifMatch = (tag: string) => ({ 'if-match': tag })
const tagOf = ({ updated_at }: { updated_at: string }) => `"${updated_at}"`
const another = '"2026-01-01T00:00:00.000Z"'

/** Every kind of record with the paths that change it, as a client finds it in a list. */
const records: [name: string, make: () => Promise<{ path: string; record: any; change: object }>][] = [
  [
    'an agent’s belief',
    async () => {
      const agentId = await tenant.agent()
      await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'One' })
      const [record] = (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data
      return { path: `/beliefs/${record.id}`, record, change: { statement: 'Two' } }
    },
  ],
  [
    'an organization’s responsibility',
    async () => {
      const path = `/organizations/${tenant.slug}/responsibilities`
      const { body: record } = await tenant.post(path, { category: 'ownership', statement: `One ${Math.random()}` })
      return { path: `${path}/${record.id}`, record, change: { starred: true } }
    },
  ],
  [
    'a group’s belief',
    async () => {
      const path = `/groups/${await tenant.group()}/beliefs`
      const { body: record } = await tenant.post(path, { category: 'voice', statement: 'One' })
      return { path: `${path}/${record.id}`, record, change: { displayOrder: 2 } }
    },
  ],
  [
    'a group',
    async () => {
      const id = await tenant.group()
      const record = (await tenant.get('/groups')).body.data.find((group: any) => group.id === id)
      return { path: `/groups/${id}`, record, change: { description: 'New' } }
    },
  ],
  [
    'an agent',
    async () => {
      const id = await tenant.agent()
      const record = (await tenant.get('/agents')).body.data.find((agent: any) => agent.id === id)
      return { path: `/agents/${id}`, record, change: { description: 'New' } }
    },
  ],
]

describe.each(records)('%s', (_name, make) => {
  test('If-Match: a change over the state that was read, 412 over any other, and nothing is written', async () => {
    const { path, record, change } = await make()
    const write = (tag: string, body = change) => tenant.patch(path, body, ifMatch(tag))
    const first = await write(tagOf(record))
    expect([first.status, first.body]).toEqual([200, expect.objectContaining({ id: record.id })])
    expect(first.body.updated_at).not.toBe(record.updated_at)
    const before = await rowCounts(service)
    for (const stale of [tagOf(record), another, `${another}, "x"`, `W/${tagOf(first.body)}`, 'nonsense']) {
      expect([stale, await write(stale)]).toEqual([
        stale,
        expect.objectContaining({ status: 412, body: { error: expect.stringContaining('If-Match'), code: 'stale' } }),
      ])
      expect((await tenant.patch(path, {}, ifMatch(stale))).status).toBe(412)
      expect((await tenant.delete(path, undefined, ifMatch(stale))).status).toBe(412)
    }
    expect(await rowCounts(service)).toEqual(before)
    const any = await write('*')
    expect([any.status, any.headers.etag]).toEqual([200, expect.any(String)])
    const listed = await write(`${another}, ${tagOf(any.body)}`)
    expect(listed.status).toBe(200)
    expect((await tenant.delete(path, undefined, ifMatch(tagOf(listed.body)))).status).toBe(200)
    expect((await write('*')).status).toBe(404)
  })

  test('of two edits over the same state, at the same time, one wins and the other is told', async () => {
    const { path, record, change } = await make()
    const edits = await Promise.all([1, 2, 3, 4].map(() => tenant.patch(path, change, ifMatch(tagOf(record)))))
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  })
})

test('an item’s star and hide take it too', async () => {
  const agentId = await tenant.agent()
  const { body: belief } = await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'One' })
  const star = (tag: string) => tenant.post(`/beliefs/${belief.id}/star`, undefined, ifMatch(tag))
  const { status, body, headers } = await star(tagOf(belief))
  expect([status, body.starred, headers.etag]).toEqual([200, true, tagOf(body)])
  expect((await star(tagOf(belief))).status).toBe(412)
})

test('a content item takes it too', async () => {
  const { person, ids } = await newWorld(service)
  const path = `/content-items/${ids.contentItemId}`
  const patch = (status: string, tag: string) => person.tenant.patch(path, { status }, ifMatch(tag))
  const [record] = (await person.tenant.get(`/content-items?agentId=${ids.agentId}`)).body.data
  const hidden = await patch('hidden', tagOf(record))
  expect([hidden.status, hidden.body.status, hidden.headers.etag]).toEqual([200, 'hidden', tagOf(hidden.body)])
  expect((await patch('imported', tagOf(record))).status).toBe(412)
  const [after] = (await person.tenant.get(`/content-items?agentId=${ids.agentId}`)).body.data
  expect(after).toEqual(hidden.body)
})

test('an agent takes the ETag of its detail, which moves with its items', async () => {
  const id = await tenant.agent()
  const read = async () => (await tenant.get(`/agents/${id}`)).headers.etag!
  const tag = await read()
  await tenant.post('/beliefs', { agentId: id, category: 'axiom', statement: 'One' })
  const patch = (tag: string) => tenant.patch(`/agents/${id}`, { name: 'Bea' }, ifMatch(tag))
  expect((await patch(tag)).status).toBe(412)
  const saved = await patch(await read())
  expect([saved.status, saved.headers.etag]).toEqual([200, await read()])
  expect((await tenant.delete(`/agents/${id}`, undefined, ifMatch(tag))).status).toBe(412)
  expect((await tenant.delete(`/agents/${id}`, undefined, ifMatch(await read()))).status).toBe(200)
})

test('the 412 says what is wrong with a tag that can match nothing', async () => {
  const id = await tenant.agent()
  const { updated_at } = (await tenant.get(`/agents/${id}`)).body
  const weak = `If-Match matches no weak ETag such as W/"${updated_at}"; send the updated_at of the record in double quotes, without W/`
  const malformed = 'If-Match must be an ETag in double quotes as it was sent, several with commas between them, or *'
  const changed = 'This was changed after you read it (If-Match); read it again and retry'
  for (const [tag, error] of [
    [`W/"${updated_at}"`, weak],
    [` W/"${updated_at}" `, weak],
    [`${another}, W/"${updated_at}"`, weak],
    [`W/"${updated_at}", W/"b"`, weak],
    [updated_at, malformed],
    [`'${updated_at}'`, malformed],
    ['', malformed],
    ['W/', malformed],
    [another, changed],
    ['""', changed],
  ] as const) {
    const { status, body } = await tenant.patch(`/agents/${id}`, { name: 'Bea' }, ifMatch(tag))
    expect([tag, status, body]).toEqual([tag, 412, { error, code: 'stale' }])
  }
  expect((await tenant.patch(`/agents/${id}`, { name: 'Bea' }, ifMatch(`W/"x", "${updated_at}"`))).status).toBe(200)
})

test('a foreign record is 404, whatever is expected of it', async () => {
  const stranger = await service.register()
  const id = await stranger.agent()
  expect((await tenant.patch(`/agents/${id}`, { name: 'x' }, ifMatch(another))).status).toBe(404)
})

test('every operation that documents 412 answers it, and none other', async () => {
  const world = await newWorld(service)
  const wrong: string[] = []
  const conditional = operations.filter(({ responses }) => '412' in responses)
  for (const operation of conditional) {
    if (!operation.headers.includes('If-Match')) wrong.push(`${operation.name} does not name If-Match`)
    const request = exampleRequest(world, operation)
    const { status } = await send(world.person, 'key', operation, request, { 'if-match': another })
    if (status !== 412) wrong.push(`${operation.name} ${status}`)
  }
  expect(wrong).toEqual([])
  expect(conditional.length).toBeGreaterThan(20)
})

test('what answers the ETag of one record that it changed takes If-Match', () => {
  // Every path below that one, such as a star, changes the same record.
  const recordPaths = operations
    .filter(({ method, responses }) => method === 'PATCH' && 'ETag' in (responses['200']?.headers ?? {}))
    .map(({ path }) => path)
  const deaf = operations.filter(
    ({ method, path, responses }) =>
      method !== 'GET' &&
      // Creating a record may instead count an existing one, whose state nobody has read.
      !('201' in responses) &&
      !('412' in responses) &&
      (('200' in responses && 'ETag' in (responses['200']!.headers ?? {})) ||
        (method === 'DELETE' && recordPaths.includes(path))),
  )
  expect(recordPaths.length).toBeGreaterThan(5)
  expect(deaf.map(({ name }) => name)).toEqual([])
})

test('If-None-Match: 304 for the tag, a weak one, a list with it, and *; 200 for others', async () => {
  const id = await tenant.agent()
  const { headers } = await tenant.get(`/agents/${id}`)
  const etag = headers.etag!
  for (const path of [`/agents/${id}`, `/agents/${id}/resolved-identity`, `/agents/${id}/files?type=soul`]) {
    const own = (await tenant.get(path)).headers.etag!
    for (const known of ['*', ' * ', own, `W/${own}`, `"a", ${own}`, `W/"a",W/${own}`, `${own},"b,c"`]) {
      const { status, text } = await tenant.get(path, { 'if-none-match': known })
      expect([path, known, status, text]).toEqual([path, known, 304, ''])
    }
    for (const unknown of ['"a"', '', own.slice(1, -1), own.slice(0, -1), `"*"`, `"a, ${own.slice(1)}`]) {
      expect([unknown, (await tenant.get(path, { 'if-none-match': unknown })).status]).toEqual([unknown, 200])
    }
  }
  expect(etag).toMatch(/^"[^"]+"$/)
})

test('an empty text for a date is 400 and changes nothing, wherever a date is taken', async () => {
  const world = await newWorld(service)
  const isDate = (name: string) => /(_at|At|since|until)$/.test(name)
  const seen: string[] = []
  for (const operation of operations) {
    const request = exampleRequest(world, operation)
    const fields = Object.keys(operation.body?.schema.properties ?? {}).filter(isDate)
    const queries = operation.parameters.map(({ name }) => name).filter(isDate)
    for (const name of fields)
      seen.push(await dateless(operation, { ...request, body: { ...request.body, [name]: '' } }))
    for (const name of queries)
      seen.push(await dateless(operation, { ...request, query: { ...request.query, [name]: '' } }))
  }
  expect(seen).toEqual(seen.map((answer) => answer.replace(/ \d+$/, ' 400')))
  expect(seen.length).toBeGreaterThan(2)

  async function dateless(operation: Operation, request: Request): Promise<string> {
    const takesKeys = operation.security.length === 0 || operation.security.some((scheme) => 'apiKey' in scheme)
    const { status } = await send(world.person, takesKeys ? 'key' : 'session', operation, request)
    return `${operation.name} ${status}`
  }
})
