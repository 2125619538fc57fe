import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRequest, newWorld, type Operation, readOperations, send } from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let operations: Operation[]
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9', CRON_SECRET: 'secret' })
  operations = await readOperations(service)
})
afterAll(() => service.stop())

/** The steps after registering are for the new account alone, those of others need another service, and A2A knows none. */
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
        // Whoever makes an organization with a key is told that its own key needs a session.
        if (action === 'create_key' && kind === 'key') continue
        const isRead = method === 'GET'
        // Refused for its body alone, so that nothing happens: the address and the caller are right.
        const answer = isRead ? await caller.get(path) : await caller[method.toLowerCase() as 'post'](path, '{')
        if (isRead ? answer.status !== 200 : answer.status !== 400)
          wrong.push(`${name}: ${answer.status} ${answer.text}`)
        followed++
      }
    }
    expect(wrong).toEqual([])
    expect(followed).toBeGreaterThan(100)
  },
  120_000,
)

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
