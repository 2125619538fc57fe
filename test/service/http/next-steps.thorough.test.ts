import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRequest, newWorld, type Operation, readOperations, send, type World } from '../../support/operations.ts'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let operations: Operation[]
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9', CRON_SECRET: 'secret' })
  operations = await readOperations(service)
})
afterAll(() => service.stop())

/** The steps after registering are only for the new account, some others need another service, and A2A has none. */
const outside = /^\/github\/|scrape$|^\/auth\/logout$|^\/register$|agent-card/
const rank = ({ method, path }: Operation) => (method !== 'DELETE' ? 0 : path === '/agents/{agentId}' ? 2 : 1)

test.each(['key', 'session'] as const)(
  'every answer that is an object names at most 4 next steps, each possible: called with a %s',
  async (kind) => {
    const world = await newWorld(service)
    const { person } = world
    const wrong: string[] = []
    let followed = 0
    for (const operation of operations.toSorted((a, b) => rank(a) - rank(b))) {
      if (outside.test(operation.path)) continue
      const { status, body } = await send(person, kind, operation, exampleRequest(world, operation))
      if (status >= 300 || typeof body !== 'object' || Array.isArray(body)) continue
      const { next_steps: steps } = body
      if (!Array.isArray(steps) || steps.length > 4 || steps.length === 0) {
        wrong.push(`${operation.name} ${status}: ${JSON.stringify(steps)}`)
        continue
      }
      for (const { action, method, path, description } of steps) {
        const name = `${operation.name} → ${action} ${method} ${path}`
        if (!description || !/^\/(api\/v1\/|readyz|openapi\.json)/.test(path)) wrong.push(`${name}: ${description}`)
        const caller = kind === 'key' ? person.tenant : person
        // A caller that creates an organization with a key is told that its own key needs a session.
        if (action === 'create_key' && kind === 'key') continue
        const isRead = method === 'GET'
        // Refused only for its body, so that nothing happens: the path and the caller are right.
        const answer = isRead ? await caller.get(path) : await caller[method.toLowerCase() as 'post'](path, '{')
        if (isRead ? answer.status !== 200 : answer.status !== 400)
          wrong.push(`${name}: ${answer.status} ${answer.text}`)
        followed++
      }
    }
    expect(wrong).toEqual([])
    expect(followed).toBeGreaterThan(100)
  },
)

interface Kind {
  access?: string
  ofAgent?: boolean
  requiresReview?: boolean
  isMember?: boolean
  isAnonymous?: boolean
}

/** The caller in the organization of a world: with a key, as a member, or without credentials. */
async function callerOf({ person, ids }: World, kind: Kind): Promise<['key' | 'session', Person]> {
  const { orgId } = person.tenant
  if (kind.requiresReview) await person.patch(`/organizations/${orgId}`, { requireReview: true })
  if (kind.isMember) {
    const member = await newPerson(service)
    await join(person, member)
    return ['session', { ...member, tenant: person.tenant }]
  }
  const limits = { access: kind.access, ...(kind.ofAgent && { agentId: ids.agentId }) }
  const { key } = (await person.post(`/organizations/${orgId}/api-keys`, limits)).body
  const headers: Record<string, string> = kind.isAnonymous ? {} : { authorization: `Bearer ${key}` }
  const call = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE') => (path: string, body?: unknown) =>
    service.call(method, path, body, headers)
  const get = (path: string) => service.call('GET', path, undefined, headers)
  const caller = { get, post: call('POST'), patch: call('PATCH'), put: call('PUT'), delete: call('DELETE') }
  return ['key', { ...person, tenant: { ...person.tenant, ...caller } }]
}

describe.each<Kind>([
  { access: 'full' },
  { access: 'write' },
  { access: 'propose' },
  { access: 'read' },
  { access: 'write', ofAgent: true },
  { access: 'propose', ofAgent: true },
  { access: 'read', ofAgent: true },
  { access: 'full', requiresReview: true },
  { access: 'write', ofAgent: true, requiresReview: true },
  { isMember: true },
  { isMember: true, requiresReview: true },
  { isAnonymous: true },
])('%o', (kind) => {
  test('is offered what it may do alone: each step is taken, with the documented example', async () => {
    const world = await newWorld(service)
    const [credentials, person] = await callerOf(world, kind)
    const wrong: string[] = []
    let taken = 0
    for (const operation of operations.toSorted((a, b) => rank(a) - rank(b))) {
      // Steps after signing in are for the new session.
      if (outside.test(operation.path) || operation.path === '/auth/login') continue
      const { status, body } = await send(person, credentials, operation, exampleRequest(world, operation))
      if (status >= 300) continue
      for (const { action, method, path } of body?.next_steps ?? []) {
        const step = operations.find(
          (one) => one.method === method && patternOf(one.path).test(path.replace('/api/v1', '').split('?')[0]),
        )
        if (!step && path !== '/openapi.json') {
          wrong.push(`${operation.name} → ${action} ${method} ${path}: no such operation`)
          continue
        }
        // Only the recipient of a mail has its token, and a key of a new organization needs a session.
        if (outside.test(path.replace('/api/v1', '')) || ['verify', 'reset', 'create_key'].includes(action)) continue
        const { email, password } = world.person
        const bodies: Record<string, object> = { login: { email, password }, change_account: { displayName: 'Ada' } }
        const sent = step && (bodies[action] ?? exampleRequest(world, step).body)
        const caller = credentials === 'key' ? person.tenant : person
        const answer =
          method === 'GET' ? await caller.get(path) : await caller[method.toLowerCase() as 'post'](path, sent)
        const isRefused = [401, 404, 405].includes(answer.status) || answer.body?.error?.includes('requires a review')
        if (isRefused) wrong.push(`${operation.name} → ${action} ${method} ${path}: ${answer.status} ${answer.text}`)
        taken++
      }
    }
    expect(wrong).toEqual([])
    expect(taken).toBeGreaterThan(kind.isAnonymous ? 4 : 30)
  })
})

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

test('a key that may not write itself is told to propose instead', async () => {
  const world = await newWorld(service)
  const [, { tenant }] = await callerOf(world, { access: 'propose' })
  const actionsOf = async () => {
    const { body } = await tenant.post(`/agents/${world.ids.agentId}/responsibility-gaps`)
    return body.next_steps.map(({ action, path }: any) => `${action} ${path}`)
  }
  expect(await actionsOf()).toEqual([
    'propose /api/v1/change-requests',
    expect.stringContaining('read_identity /api/v1/agents/'),
  ])
  await world.person.patch(`/organizations/${tenant.orgId}`, { requireReview: true })
  const { body } = await world.person.tenant.post('/agents', { name: 'Lin' })
  expect(body.next_steps.map(({ action }: any) => action)).toEqual(['propose', 'recommend', 'read_agent'])
})

test('the steps are documented for every operation that answers an object', () => {
  const missing = operations.filter(({ responses }) =>
    Object.entries(responses).some(([status, { content = {} }]) => {
      const schema = content['application/json']?.schema
      return status.startsWith('2') && schema?.properties && !('next_steps' in schema.properties)
    }),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('they are no part of the ETag, and a key is not told what only a session may do', async () => {
  const tenant = await service.register()
  const id = await tenant.agent()
  const first = await tenant.get(`/agents/${id}`)
  expect(first.body.next_steps).toHaveLength(2)
  expect((await tenant.get(`/agents/${id}`, { 'if-none-match': first.headers.etag! })).status).toBe(304)
  const { body } = await tenant.get('/account')
  expect(body.next_steps.map(({ path }: any) => path)).not.toContainEqual(expect.stringContaining('api-keys'))
})
