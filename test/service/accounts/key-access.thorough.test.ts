import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeyAccess, keyAccesses } from '#core/domain/requests/caller.ts'
import { requireDeclaredAccess } from '../../../server/http/access/route-access.ts'
import { exampleRequest, newWorld, type Operation, readOperations, send, type World } from '../../support/operations.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let operations: Operation[]
beforeAll(async () => {
  // Nothing listens at this address: no test calls GitHub.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  operations = (await readOperations(service)).filter(({ path, security }) => {
    const takesKeys = security.some(
      (one) => 'apiKey' in one || 'bearer' in one || Object.keys(one).some((name) => /key/i.test(name)),
    )
    return takesKeys && !path.startsWith('/cron')
  })
})
afterAll(() => service.stop())

/** The same caller with another key. */
function tenantWith({ tenant }: World['person'], key: string): Tenant {
  const authorization = { authorization: `Bearer ${key}` }
  const call =
    (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE') => (path: string, body?: unknown, headers?: object) =>
      service.call(method, path, body, { ...authorization, ...headers })
  return {
    ...tenant,
    key,
    get: (path, headers) => call('GET')(path, undefined, headers),
    post: call('POST'),
    patch: call('PATCH'),
    put: call('PUT'),
    delete: call('DELETE'),
  }
}

async function newKey(person: World['person'], limits: object): Promise<Tenant> {
  const { status, body } = await person.post(`/organizations/${person.tenant.orgId}/api-keys`, limits)
  expect([status, body.error]).toEqual([201, undefined])
  return tenantWith(person, body.key)
}

const configOf = ({ operationId }: Operation) => service.app.operations.get(operationId).config
/** By the kind of key, not by the content of a request. */
const refusal = /^\{"error":"This key may not (?!close what)/

/** All data of an organization that prompts are made of. */
async function promptRows(orgId: string) {
  const rows: Record<string, unknown> = {}
  for (const table of ['items', 'overrides', 'agents', 'groups', 'organizations']) {
    const column = table === 'organizations' ? 'id' : 'org_id'
    const found = await sql<object>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${orgId}`.execute(
      service.deps.db,
    )
    rows[table] = found.rows.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

describe.each(['write', 'propose', 'read'] as const)('a key with access %s', (access) => {
  test('is refused what it may not, for what exists and what does not, and nothing else', async () => {
    const world = await newWorld(service)
    const key = await newKey(world.person, { access })
    const person = { ...world.person, tenant: key }
    const nowhere = {
      ...world,
      ids: Object.fromEntries(Object.keys(world.ids).map((name) => [name, crypto.randomUUID()])),
      layerIds: {},
    }
    const before = await promptRows(world.person.tenant.orgId)
    const wrong: string[] = []
    for (const operation of operations.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      const { access: needed, dryRun } = configOf(operation)
      const may = keyAccesses.indexOf(access) <= keyAccesses.indexOf(needed as KeyAccess)
      for (const where of [world, nowhere]) {
        const request = exampleRequest(where, operation)
        const isDry = dryRun && ((request.body as { dryRun?: boolean })?.dryRun ?? dryRun.byDefault)
        const { status, text } = await send(person, 'key', operation, request)
        const isRefused = status === 401 && refusal.test(text)
        if (isRefused !== !(may || isDry)) wrong.push(`${operation.name}: ${status} ${text.slice(0, 100)}`)
      }
    }
    expect(wrong).toEqual([])
    // Content from a key that may not write changes no prompt.
    if (access !== 'write') expect(await promptRows(world.person.tenant.orgId)).toEqual(before)
  })
})

test('a route of the API that does not say who may call it stops the start', async () => {
  const declared = { method: 'GET', url: '/api/v1/models', config: { access: 'read' }, handler: () => {} } as const
  expect(() => requireDeclaredAccess(declared)).not.toThrow()
  expect(() => requireDeclaredAccess({ ...declared, config: {} })).toThrow('GET /api/v1/models must declare its access')
  expect(() => requireDeclaredAccess({ ...declared, url: '/metrics', config: {} })).not.toThrow()
})

describe('a key of one agent', () => {
  /** A second agent in another group, whose every text has a mark, as has its content. */
  async function newNeighbors() {
    const world = await newWorld(service)
    const { tenant } = world.person
    const groupId = await tenant.group({ name: 'Marked group' })
    const agentId = await tenant.agent({ name: 'Marked agent', groupId, description: 'Marked' })
    const create = async (path: string, body: object = {}) => (await tenant.post(path, body)).body
    const item = { agentId, category: 'axiom', statement: 'Marked one' }
    const beliefId = (await create('/beliefs', item)).id
    const responsibilityId = (await create('/responsibilities', { ...item, category: 'ownership' })).id
    const ofGroup = (await create(`/groups/${groupId}/beliefs`, { category: 'axiom', statement: 'Marked three' })).id
    const snapshotId = (await create(`/agents/${agentId}/snapshots`, { label: 'Marked' })).snapshot.id
    const talk = await create('/conversations', {
      title: 'Marked talk',
      participants: [{ participantType: 'agent', agentId, displayName: 'Marked' }],
    })
    const participantId = talk.participants[0].id
    await create(`/conversations/${talk.id}/messages`, { participantId, content: 'Marked words.' })
    const itemId = (await create(`/conversations/${talk.id}/publish`, { agentId })).id
    const changes = [{ op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement: 'Marked two' }]
    const changeRequestId = (await create('/change-requests', { title: 'Marked request', changes })).id
    await create(`/change-requests/${changeRequestId}/comments`, { text: 'Marked comment' })
    // A request outlives the agent that it is about.
    const gone = await tenant.agent({ name: 'Marked, gone' })
    const ofGone = changes.map((change) => ({ ...change, owner: { agentId: gone } }))
    const formerRequestId = (await create('/change-requests', { title: 'Marked, gone', changes: ofGone })).id
    await tenant.delete(`/agents/${gone}`)
    await create('/observations', { agentId, content: 'Marked report' })
    const jobId = (await create('/pbd/process', { agentId })).job_id
    const ids = {
      ...world.ids,
      groupId,
      agentId,
      beliefId,
      responsibilityId,
      snapshotId,
      a: snapshotId,
      b: snapshotId,
      sessionId: talk.id,
      participantId,
      itemId,
      contentItemId: itemId,
      changeRequestId,
      jobId,
    }
    const layerIds = { '/groups': { beliefId: ofGroup, responsibilityId: ofGroup } }
    const other = { ...world, ids, layerIds } as World
    const former = { ...other, ids: { ...ids, changeRequestId: formerRequestId } }
    return { world, other, former, agentId, groupId }
  }

  /** All data of others: of the other agent, its group, and the organization itself. */
  async function othersRows(orgId: string, ownAgent: string) {
    const rows: Record<string, unknown> = {}
    const { db } = service.deps
    for (const { name, columns } of await db.introspection.getTables()) {
      const has = (column: string) => columns.some((each) => each.name === column)
      // The log also has the changes that the key may make.
      if (!has('org_id') || !has('agent_id') || name === 'audit_log') continue
      const found = await sql<object>`
        select * from ${sql.table(name)} where org_id = ${orgId} and (agent_id is null or agent_id <> ${ownAgent})`.execute(
        db,
      )
      rows[name] = found.rows.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort()
    }
    return rows
  }

  test('sees and changes nothing of another agent, by any operation: it answers as a random id', async () => {
    const { world, other, former } = await newNeighbors()
    const { orgId, slug } = world.person.tenant
    const ownAgent = world.ids.agentId!
    const person = { ...world.person, tenant: await newKey(world.person, { agentId: ownAgent }) }
    const random = {
      ...other,
      ids: Object.fromEntries(Object.keys(other.ids).map((name) => [name, crypto.randomUUID()])),
      layerIds: {},
    }
    const before = await othersRows(orgId, ownAgent)
    const wrong: string[] = []
    const said = ({ status, text }: { status: number; text: string }) =>
      `${status} ${text
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
        .replace(/"(seed|number|prompt)":("(\\.|[^"])*"|\d+)/g, '')}`
    for (const operation of operations.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      const answers: string[] = []
      for (const where of [other, former, random]) {
        // The organization is the caller's own, regardless of others that are named.
        const named = { ...where, ids: { ...where.ids, orgId } }
        const answer = await send(person, 'key', operation, exampleRequest(named, operation))
        answers.push(said(answer))
        if (/Marked/.test(answer.text)) wrong.push(`${operation.name} shows ${answer.text.slice(0, 300)}`)
        if (answer.status >= 500 && !operation.path.startsWith('/github'))
          wrong.push(`${operation.name}: ${said(answer)}`)
      }
      if (new Set(answers).size > 1) wrong.push(`${operation.name}: ${answers.join(' | ').slice(0, 600)}`)
      // A request that names no agent lists none of the other's.
      const { status, text } = await send(person, 'key', operation, exampleRequest(world, operation))
      if (status >= 500 && !operation.path.startsWith('/github')) wrong.push(`${operation.name}: ${status} ${text}`)
      if (/Marked/.test(text)) wrong.push(`${operation.name} lists ${text.slice(0, 300)}`)
    }
    expect(wrong).toEqual([])
    const search = await person.tenant.get(`/search?orgSlug=${slug}&q=marked`)
    expect([search.status, search.body]).toEqual([200, { data: [] }])
    const after = await othersRows(orgId, ownAgent)
    // A request for a new conversation without an agent, an invitation: none of these may have been created either.
    expect(after).toEqual(before)
  })

  test('works with its own agent and reads the layers above it', async () => {
    const world = await newWorld(service)
    const { tenant } = world.person
    const agentId = world.ids.agentId!
    const key = await newKey(world.person, { agentId, access: 'write' })
    const { body: agents } = await key.get('/agents')
    expect([agents.count, agents.data[0].id]).toEqual([1, agentId])
    const { slug } = (await key.get(`/agents/${agentId}`)).body
    expect((await key.get(`/agents/${slug}/files?type=agent`)).text).toContain('One')
    expect((await key.get(`/organizations/${tenant.orgId}/beliefs`)).body.count).toBe(1)
    expect((await key.get(`/groups/${world.ids.groupId}/beliefs`)).body.count).toBe(1)
    expect((await key.get('/groups')).body.count).toBe(1)
    const item = { agentId: slug, category: 'principle', statement: 'Own' }
    const { status, body } = await key.post('/beliefs', item)
    expect([status, (await key.patch(`/beliefs/${body.id}`, { starred: true })).body.starred]).toEqual([201, true])
    expect((await key.delete(`/beliefs/${body.id}`)).status).toBe(200)
    const above = world.layerIds['/groups']!.beliefId!
    expect((await key.patch(`/beliefs/${above}`, { starred: true })).status).toBe(401)
    expect((await key.post(`/groups/${world.ids.groupId}/beliefs`, item)).body.error).toMatch(/^This key may not/)
    const add = (owner: object) => ({ op: 'add', owner, kind: 'belief', category: 'axiom', statement: 'New' })
    const proposed = await key.post('/change-requests', { title: 'x', changes: [add({ agentId: slug })] })
    expect(proposed.status).toBe(201)
    expect((await key.post(`/change-requests/${proposed.body.id}/merge`)).status).toBe(200)
    const upwards = await key.post('/change-requests', { title: 'x', changes: [add({ orgId: tenant.orgId })] })
    expect(upwards.body.error).toMatch(/^This key may not/)
    const { body: overview } = await key.get(`/organizations/${tenant.orgId}/overview`)
    expect(JSON.stringify(overview)).not.toContain(world.ids.managerAgentId)
  })

  test('ends with its agent, and any key with its time', async () => {
    const person = await newPerson(service)
    const agentId = await person.tenant.agent()
    const key = await newKey(person, { agentId, label: 'CI' })
    const path = `/organizations/${person.tenant.orgId}/api-keys`
    const listed = (await person.get(path)).body.find(({ label }: any) => label === 'CI')
    expect(listed).toMatchObject({ access: 'full', agent_id: agentId, expires_at: null })
    expect((await key.get('/agents')).status).toBe(200)
    await person.tenant.delete(`/agents/${agentId}`)
    expect((await key.get('/agents')).status).toBe(401)
    const expiresAt = new Date(Date.now() + 400).toISOString()
    const short = await newKey(person, { expiresAt })
    expect((await short.get('/agents')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await short.get('/agents')).status).toBe(401)
    const refused = [
      { access: 'all' },
      { agentId: 'no-such-agent' },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { expiresAt: 'soon' },
    ]
    const answers = await Promise.all(refused.map((limits) => person.post(path, limits)))
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 400, 400])
  })
})
