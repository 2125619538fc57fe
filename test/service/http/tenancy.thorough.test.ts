import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exampleRequest,
  idFor,
  idPaths,
  isId,
  newWorld,
  type Operation,
  type Request,
  readOperations,
  replaced,
  send,
  type World,
} from '../../support/operations.ts'
import { type Answer, type Service, startService } from '../../support/service.ts'

let service: Service
let operations: Operation[]
let own: World
let foreign: World
beforeAll(async () => {
  // Nothing listens at this address: no test calls GitHub.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  operations = await readOperations(service)
  own = await newWorld(service)
  foreign = await newWorld(service)
})
afterAll(() => service.stop())

interface IdLocation {
  where: string
  name: string
  put(request: Request, id: string): Request
}

/** Every part of a request that takes an id. */
function idLocationsOf(operation: Operation): IdLocation[] {
  const parameters = operation.parameters
    .filter(({ name, schema }) => isId(schema) || name === 'orgId')
    .map((parameter) => ({
      where: `${parameter.in} ${parameter.name}`,
      name: parameter.name,
      put: (request: Request, id: string) => ({
        ...request,
        [parameter.in]: { ...request[parameter.in], [parameter.name]: id },
      }),
    }))
  const inBody = idPaths(operation.body?.schema).map((path) => ({
    where: `body ${path.join('.')}`,
    name: String(path.filter((key) => typeof key === 'string').at(-1)),
    put: (request: Request, id: string) => ({ ...request, body: replaced(request.body, path, id) }),
  }))
  return [...parameters, ...inBody]
}

/** Columns that the service updates by itself: a key's last use, and the prompt that was rendered last. */
const cached = { last_used_at: null, system_prompt: null, prompt_stamp: null }

/** All rows of an organization, to verify that no one else changed them. */
async function rowsOf({ person }: World) {
  const { db } = service.deps
  const rows: Record<string, unknown> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'org_id')) continue
    const found = await sql<object>`select * from ${sql.table(name)} where org_id = ${person.tenant.orgId}`.execute(db)
    rows[name] = found.rows.map((row) => JSON.stringify({ ...row, ...cached })).sort()
  }
  return rows
}

/** The content of an answer, without the parts that differ from call to call and without the requested id. */
const said = ({ status, text }: Answer, id: string) => {
  const words = text
    .replaceAll(id, '<asked>')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"(seed|prompt|state|number)":("(\\.|[^"])*"|\d+)/g, '"$1"')
  return `${status} ${words}`
}

test.each(['key', 'session'] as const)(
  'a foreign id answers like a random one everywhere, called with a %s',
  async (kind) => {
    const before = await rowsOf(foreign)
    const differing: string[] = []
    let compared = 0
    // Deletions last: the example requests of the others need the deleted records.
    for (const operation of operations.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      for (const { where, name, put } of idLocationsOf(operation)) {
        const answers = []
        // The first call creates what the example creates, so that the two compared calls find the same state.
        for (const id of [randomUUID(), idFor(foreign, operation, name) ?? randomUUID(), randomUUID()]) {
          const request = put(exampleRequest(own, operation), id)
          answers.push(said(await send(own.person, kind, operation, request), id))
        }
        compared++
        if (answers[1] !== answers[2]) differing.push(`${operation.name}, ${where}: ${answers.slice(1).join(' | ')}`)
      }
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(100)
    expect(await rowsOf(foreign)).toEqual(before)
  },
)

test('a foreign slug answers like a random one everywhere', async () => {
  const differing: string[] = []
  for (const operation of operations) {
    for (const parameter of operation.parameters.filter(({ name }) => name === 'orgId' || name === 'orgSlug')) {
      const answers = []
      for (const slug of [foreign.person.tenant.slug, 'no-such-slug']) {
        const request = exampleRequest(own, operation)
        if (parameter.name === 'orgSlug') delete request.query.orgId
        request[parameter.in][parameter.name] = slug
        answers.push(said(await send(own.person, 'key', operation, request), slug))
      }
      if (answers[0] !== answers[1]) differing.push(`${operation.name}: ${answers.join(' | ')}`)
    }
  }
  expect(differing).toEqual([])
})

test('the example requests reach what they name, so that the comparison above means something', async () => {
  const world = await newWorld(service)
  const reading = operations.filter(({ method, path }) => method === 'GET' && !path.startsWith('/github'))
  const unreached = []
  for (const operation of reading) {
    const { status } = await send(world.person, 'key', operation, exampleRequest(world, operation))
    if (status === 404) unreached.push(operation.name)
  }
  // The world lacks results of discovery, GitHub and jobs, and the service has no agent card, no operator and no provider.
  const made = /admin|observations|signals|jobs|content-|healthz|readyz|avatars|agent-card|oidc/
  expect(unreached.filter((name) => !made.test(name))).toEqual([])
})
