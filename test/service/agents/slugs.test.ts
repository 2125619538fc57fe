import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  exampleRequest,
  idPaths,
  newWorld,
  type Operation,
  readOperations,
  replaced,
  type Schema,
  send,
} from '../../support/operations.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
})
afterAll(() => service.stop())

describe('a slug', () => {
  test('is made of the name, with a number where it is taken, and stays when the agent is renamed', async () => {
    const tenant = await service.register()
    const slugs = []
    for (const name of ['Ada', 'Ada', 'Ada 2', 'ada!', 'Zoë Müller', '日本', '日本']) {
      const { body } = await tenant.post('/agents', { name })
      slugs.push(body.slug)
    }
    expect(slugs).toEqual(['ada', 'ada-2', 'ada-2-2', 'ada-3', 'zoe-muller', 'agent', 'agent-2'])
    const renamed = await tenant.patch('/agents/ada', { name: 'Grace' })
    expect([renamed.status, renamed.body.name, renamed.body.slug]).toEqual([200, 'Grace', 'ada'])
    expect((await tenant.get('/agents/ada')).body).toMatchObject({ name: 'Grace', slug: 'ada' })
  })

  test('is of one agent also when many are made at the same time', async () => {
    const tenant = await service.register()
    const made = await Promise.all(Array.from({ length: 12 }, () => tenant.post('/agents', { name: 'Twin' })))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(made.map(({ body }) => body.slug)).size).toBe(12)
  })

  test('can be chosen and changed: 409 when taken, in this organization alone', async () => {
    const tenant = await service.register()
    const other = await service.register()
    expect((await tenant.post('/agents', { name: 'Ada', slug: 'reviewer' })).body.slug).toBe('reviewer')
    expect((await tenant.post('/agents', { name: 'Bo', slug: 'reviewer' })).status).toBe(409)
    expect((await other.post('/agents', { name: 'Bo', slug: 'reviewer' })).status).toBe(201)
    const bo = await tenant.agent({ name: 'Bo' })
    expect((await tenant.patch(`/agents/${bo}`, { slug: 'reviewer' })).status).toBe(409)
    expect((await tenant.patch(`/agents/${bo}`, { slug: 'second-reviewer' })).body.slug).toBe('second-reviewer')
    expect((await tenant.get('/agents/bo')).status).toBe(404)
    expect((await tenant.get('/agents/second-reviewer')).body.id).toBe(bo)
    // A read right after the write sees the changed revision of the document.
    expect((await tenant.get(`/agents/${bo}`)).body.slug).toBe('second-reviewer')
  })

  test.each(['Ada', 'a b', '-a', 'a--b', '', 'x'.repeat(65), randomUUID(), 'bulk'])('400 for %j', async (slug) => {
    const tenant = await service.register()
    const answer = await tenant.post('/agents', { name: 'Ada', slug })
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('slug')])
  })

  test('never looks like an id or another address', async () => {
    const tenant = await service.register()
    for (const name of [randomUUID(), 'bulk']) {
      expect((await tenant.post('/agents', { name })).body.slug).toMatch(/^agent-/)
    }
  })
})

/** The schema's description of one of its properties, or of its items. */
function schemaAt(schema: Schema, key: string | number): Schema {
  const alternatives = [schema, ...(schema.anyOf ?? [])]
  return alternatives.map(({ properties, items }) => (key === 0 ? items : properties?.[key])).find(Boolean)!
}

test('every place of a request that takes an agent takes its slug, as it takes its id', async () => {
  const operations = await readOperations(service)
  const world = await newWorld(service)
  const ids: Record<string, string> = { [world.ids.agentId!]: 'ada', [world.ids.managerAgentId!]: 'manager' }
  const wrong: string[] = []
  let compared = 0
  // Deletions come last, and the agent's own after all that needs it.
  const rank = ({ method, path }: Operation) => (method !== 'DELETE' ? 0 : path === '/agents/{agentId}' ? 2 : 1)
  // A deleted agent has no slug any more.
  const ofPresent = operations.filter(({ path }) => path !== '/agents/{agentId}/restore')
  for (const operation of ofPresent.toSorted((a, b) => rank(a) - rank(b))) {
    const places = [
      ...operation.parameters.map(({ in: part, name, schema }) => ({ path: [part, name], schema })),
      ...idPaths(operation.body?.schema).map((path) => ({
        path: ['body', ...path],
        schema: path.reduce<Schema>(schemaAt, operation.body!.schema),
      })),
    ]
    for (const { path, schema } of places) {
      const name = path.findLast((key) => typeof key === 'string')
      const isAgent = /agentIds?$|^with$/i.test(String(name)) || (name === 'id' && operation.path === '/agents/bulk')
      if (isAgent !== (schema.format === 'agent'))
        wrong.push(`${operation.name} ${path} has the format ${schema.format}`)
      if (!isAgent) continue
      const caller = operation.security.some((way) => !('session' in way)) ? 'key' : 'session'
      const example = exampleRequest(world, operation)
      const id = path.reduce<any>((value, key) => value?.[key], example) ?? world.ids.agentId
      const asked = async (value: string) => {
        const { status, text } = await send(world.person, caller, operation, replaced(example, path, value))
        return `${status} ${status >= 400 && status !== 409 ? text : ''}`
      }
      // A deletion happens once.
      const [byId, bySlug] = [operation.method === 'DELETE' ? '200 ' : await asked(id), await asked(ids[id] ?? 'ada')]
      const isSame = byId === bySlug || (/^(20[01]|409) $/.test(byId) && /^(20[01]|409) $/.test(bySlug))
      if (!isSame && !operation.path.startsWith('/github')) wrong.push(`${operation.name} ${path}: ${byId} | ${bySlug}`)
      const [noId, noSlug] = [await asked(randomUUID()), await asked('no-such-agent')]
      if (noId !== noSlug) wrong.push(`${operation.name} ${path}, unknown: ${noId} | ${noSlug}`)
      const malformed = (await asked('not a slug')).slice(0, 3)
      if (malformed !== (path[0] === 'path' ? '404' : '400')) wrong.push(`${operation.name} ${path}: ${malformed}`)
      compared++
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(40)
})

test('a session finds the agent of the organization that it names, else of its default one', async () => {
  const person = await newPerson(service)
  const { tenant } = person
  const second = (await person.post('/organizations', { name: 'Second', slug: `second-${Date.now()}` })).body
  const third = (await person.post('/organizations', { name: 'Third', slug: `third-${Date.now()}` })).body
  const first = await tenant.agent()
  const make = async (orgId: string, name: string) => (await person.post('/agents', { orgId, name })).body.id
  const [inSecond, only] = [await make(second.id, 'Ada'), await make(third.id, 'Only')]
  const idOf = async (path: string) => (await person.get(path)).body.id
  expect(await idOf('/agents/ada')).toBe(first)
  expect(await idOf(`/agents/ada?orgId=${second.slug}`)).toBe(inSecond)
  expect(await idOf(`/agents/ada?orgId=${second.id}`)).toBe(inSecond)
  expect(await idOf('/agents/only')).toBe(only)
  // Twice, and never in the account's own organization.
  await make(second.id, 'Only')
  const unclear = await person.get('/agents/only')
  expect([unclear.status, unclear.body.error]).toEqual([400, expect.stringContaining('orgId')])
})

test('a foreign slug names nothing', async () => {
  const [own, foreign] = [await service.register(), await service.register()]
  await foreign.post('/agents', { name: 'Secret agent' })
  expect((await own.get('/agents/secret-agent')).status).toBe(404)
  expect((await own.get('/beliefs?agentId=secret-agent')).status).toBe(404)
})
