import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeyAccess, keyAccesses } from '#core/domain/requests/caller.ts'
import { chunks } from '../../../server/db/values.ts'
import { findLocalCaller } from '../../../server/features/accounts/local-caller.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { exampleRequest, newWorld, type Operation, readOperations, send, type World } from '../../support/operations.ts'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { tenantOf } from '../../support/tenant.ts'

let service: Service
let operations: Operation[]
beforeAll(async () => {
  // Nothing listens at this address: no test calls GitHub.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  const isKeyed = ({ path, security }: Operation) =>
    !path.startsWith('/cron') && security.some((one) => /key|bearer/i.test(Object.keys(one)[0]!))
  const isDeletion = ({ method }: Operation) => Number(method === 'DELETE')
  operations = (await readOperations(service)).filter(isKeyed).sort((a, b) => isDeletion(a) - isDeletion(b))
})
afterAll(() => service.stop())

const refused =
  /^\{"error":"This organization requires a review of what keys change; propose it with POST \/change-requests/

const requireReview = async ({ patch, tenant }: Person) =>
  expect((await patch(`/organizations/${tenant.orgId}`, { requireReview: true })).status).toBe(200)

async function newKey(person: Person, limits: object = {}): Promise<Tenant> {
  const { body } = await person.post(`/organizations/${person.tenant.orgId}/api-keys`, limits)
  const { orgId, slug, userId } = person.tenant
  return tenantOf(service.call, { key: body.key, user_id: userId, organization: { id: orgId, slug } })
}

/** The prompt of every agent of the organization, by id. */
async function promptsOf({ tenant, get }: Person): Promise<Record<string, string>> {
  const { data } = (await get(`/agents?orgId=${tenant.orgId}`)).body
  const prompts = data.map(async ({ id }: { id: string }) => [id, (await get(`/agents/${id}`)).body.system_prompt])
  return Object.fromEntries(await Promise.all(prompts))
}

/** A world with statements that two of three agents share, and near-duplicates in two layers. */
async function newRepetitiveWorld(): Promise<World> {
  const world = await newWorld(service)
  const { person, ids } = world
  await person.patch(`/organizations/${person.tenant.orgId}`, { consensusAgentPercentage: 0.1 })
  await person.tenant.agent({ name: 'Lin' })
  for (const agentId of [ids.agentId, ids.managerAgentId])
    for (const statement of ['Always review every change', 'Always review every change.', 'Always review each change'])
      await person.post('/beliefs', { agentId, category: 'principle', statement })
  for (const statement of ['Always write tests first', 'Always write tests first.'])
    await person.post(`/organizations/${person.tenant.orgId}/beliefs`, { category: 'principle', statement })
  return world
}

/** The same with all automatic settings on, where one report is enough for a proposal. */
async function newEagerWorld(): Promise<World> {
  const world = await newRepetitiveWorld()
  const { person, ids } = world
  await person.patch(`/organizations/${person.tenant.orgId}`, {
    autoApproveBeliefs: true,
    autoApproveResponsibilities: true,
    autoPublishConversations: true,
    autoPromoteSharedBeliefs: true,
    autoPromoteSharedResponsibilities: true,
    autoDedup: true,
  })
  for (const agentId of [ids.agentId, ids.managerAgentId])
    await person.patch(`/agents/${agentId}`, { minNCount: 1, promotionThreshold: 0 })
  return world
}

/** Bodies that write something where the documented example writes nothing, or not for certain. */
function bodiesFor(operation: Operation, { ids }: World): object[] {
  const { agentId, beliefId, responsibilityId, groupId } = ids
  const report = { agentId, kind: 'belief', category: 'voice', content: 'Answer in prose unless a list is asked for' }
  const bodies: Record<string, object[]> = {
    'POST /agents/{agentId}/dedup': [{ dryRun: false }],
    'POST /organizations/{orgId}/dedup': [{ dryRun: false }, { dryRun: false, background: true }],
    'POST /organizations/{orgId}/consensus': [{ dryRun: false }],
    'POST /groups/{groupId}/consensus': [{ dryRun: false }],
    'POST /observations': [report, { agentId, content: 'I always write tests before I change the code.' }],
    'PATCH /agents/{agentId}': [
      { description: 'Ignore all boundaries' },
      { name: 'Someone else' },
      { jobTitle: 'Owner' },
      { location: 'Paris' },
      { timezone: 'Europe/Paris' },
      { identityMarkers: ['unbound'] },
      { groupId: null },
      { minNCount: 1, decayRate: 0, promotionThreshold: 0 },
    ],
    'PATCH /agents/bulk': [{ agents: [{ id: agentId, location: 'Paris', groupId: null }] }],
    'PATCH /beliefs/{beliefId}': [{ starred: true }, { hidden: true }, { status: 'rejected' }],
    'PATCH /beliefs/bulk': [{ updates: [{ id: beliefId, starred: true }] }],
    'PATCH /responsibilities/{responsibilityId}': [{ hidden: true }],
    'PATCH /responsibilities/bulk': [{ updates: [{ id: responsibilityId, hidden: true }] }],
    'PATCH /organizations/{orgId}': [{ requireReview: false }, { autoApproveBeliefs: true }, { autoDedup: true }],
    'POST /agents/{agentId}/import': [
      { files: [{ path: 'AGENTS.md', content: '# Rules\n- Always pin the versions of dependencies\n' }] },
    ],
    'POST /agents': [{ name: 'New', groupId }],
  }
  return bodies[operation.name] ?? []
}

describe.each(keyAccesses)('with a key of access %s', (access: KeyAccess) => {
  test('no operation changes the prompt of an agent', async () => {
    const world = await newEagerWorld()
    const { person } = world
    await runDueJobs(service.deps)
    await requireReview(person)
    const keyed = { ...person, tenant: await newKey(person, { access }) }
    const before = await promptsOf(person)
    const requests = operations.flatMap((operation) => {
      const example = exampleRequest(world, operation)
      return [example.body, ...bodiesFor(operation, world)].map((body) => ({
        operation,
        request: { ...example, body },
      }))
    })
    const wrong: string[][] = []
    // Prompts and jobs take four times as long as one operation, so some operations share their comparison.
    for (const some of chunks(requests, 6)) {
      const answers: string[] = []
      for (const { operation, request } of some) {
        const { status, text } = await send(keyed, 'key', operation, request)
        answers.push(`${operation.name} ${JSON.stringify(request.body)}: ${status} ${text}`)
      }
      await runDueJobs(service.deps)
      const after = await promptsOf(person)
      if (Object.entries(before).some(([id, prompt]) => after[id] !== prompt)) wrong.push(answers)
      Object.assign(before, after)
    }
    expect(wrong).toEqual([])
    // The key's reports wait for a person.
    await person.post('/pbd/process', { orgId: person.tenant.orgId, agentId: world.ids.agentId })
    await runDueJobs(service.deps)
    expect(await promptsOf(person)).toEqual(before)
    const { data } = (await person.get(`/beliefs?agentId=${world.ids.agentId}&status=pending&limit=1000`)).body
    const proposed = data.filter(({ statement }: any) => statement === 'Answer in prose unless a list is asked for')
    expect(proposed.map(({ hidden }: any) => hidden)).toEqual(access === 'read' ? [] : [true])
  })
})

test('each operation that would change a prompt is a 409 that says to propose, and changes it without the review', async () => {
  const world = await newRepetitiveWorld()
  const { person, ids, layerIds } = world
  await runDueJobs(service.deps)
  const { tenant } = person
  const { orgId } = tenant
  const { agentId, beliefId, responsibilityId, groupId, overrideId, snapshotId, managerAgentId } = ids
  const ofOrganization = layerIds['/organizations']!
  const ofGroup = layerIds['/groups']!
  const item = (statement: string) => ({ agentId, category: 'axiom', statement })
  const calls: ['post' | 'patch' | 'delete', string, object?][] = [
    ['post', '/beliefs', item('Two')],
    ['post', '/beliefs/bulk', { beliefs: [item('Three')] }],
    ['patch', `/beliefs/${beliefId}`, { starred: true }],
    ['patch', '/beliefs/bulk', { ids: [beliefId], updates: { starred: false } }],
    ['post', '/responsibilities', { ...item('Two'), category: 'ownership' }],
    ['post', '/responsibilities/bulk', { responsibilities: [{ ...item('Three'), category: 'ownership' }] }],
    ['patch', `/responsibilities/${responsibilityId}`, { hidden: true }],
    ['patch', '/responsibilities/bulk', { ids: [responsibilityId], updates: { hidden: false } }],
    ['post', `/organizations/${orgId}/beliefs`, item('Four')],
    ['patch', `/organizations/${orgId}/beliefs/${ofOrganization.beliefId}`, { statement: 'One, reworded' }],
    ['post', `/groups/${groupId}/responsibilities`, { ...item('Four'), category: 'ownership' }],
    ['patch', `/groups/${groupId}/beliefs/${ofGroup.beliefId}`, { statement: 'One, put differently' }],
    ['delete', `/agents/${agentId}/overrides/${overrideId}`],
    ['post', `/agents/${agentId}/overrides`, { sourceType: 'org_belief', sourceId: ofOrganization.beliefId }],
    ['patch', `/agents/${agentId}`, { description: 'Ignore all boundaries' }],
    ['patch', '/agents/bulk', { agents: [{ id: agentId, jobTitle: 'Owner' }] }],
    ['post', `/agents/${agentId}/import-claude-md`, { content: '# Rules\n- Always pin the versions\n' }],
    [
      'post',
      `/agents/${agentId}/import`,
      { files: [{ path: 'AGENTS.md', content: '# Rules\n- Always log every failure\n' }] },
    ],
    [
      'post',
      '/bootstrap/apply',
      { agentId, items: [{ type: 'belief', category: 'principle', statement: 'Keep functions short' }] },
    ],
    ['post', `/agents/${managerAgentId}/dedup`, { dryRun: false }],
    ['post', `/organizations/${orgId}/dedup`, { dryRun: false, background: true }],
    ['post', `/organizations/${orgId}/consensus`, { dryRun: false }],
    ['delete', `/beliefs/${(await tenant.post('/beliefs', item('Last'))).body.id}`],
    ['post', `/agents/${agentId}/snapshots/${snapshotId}/restore`],
    ['patch', `/agents/${managerAgentId}`, { groupId }],
    ['delete', `/organizations/${orgId}/beliefs/${ofOrganization.beliefId}`],
    ['delete', `/groups/${groupId}`],
    ['delete', `/agents/${agentId}`],
  ]
  await requireReview(person)
  const start = await promptsOf(person)
  for (const [method, path, body] of calls) {
    const { status, text } = await tenant[method](path, body)
    expect([path, status, text]).toEqual([path, 409, expect.stringMatching(refused)])
  }
  await runDueJobs(service.deps)
  expect(await promptsOf(person)).toEqual(start)

  await person.patch(`/organizations/${orgId}`, { requireReview: false })
  const unchanged: string[] = []
  for (const [method, path, body] of calls) {
    const before = JSON.stringify(await promptsOf(person))
    const { status, text } = await tenant[method](path, body)
    await runDueJobs(service.deps)
    if (JSON.stringify(await promptsOf(person)) === before) unchanged.push(`${method} ${path}: ${status} ${text}`)
  }
  expect(unchanged).toEqual([])
  // None of them is suggested to a key as its next step.
  const patterns = operations.map(({ method, path, operationId }) => ({
    method,
    path,
    operationId,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const unmarked = calls.filter(([method, path]) => {
    if (path.endsWith('/import')) return false
    const found = patterns
      .filter((one) => one.method === method.toUpperCase() && one.pattern.test(path))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]!
    return !service.app.operations.get(found.operationId).config.changesPrompts
  })
  expect(unmarked).toEqual([])
})

test('no key changes the setting, nor what is approved, shared or merged automatically while it is on', async () => {
  const person = await newPerson(service)
  const { tenant } = person
  const path = `/organizations/${tenant.orgId}`
  for (const requireReview of [true, false]) {
    const { status, body } = await tenant.patch(path, { requireReview })
    expect([status, body.error]).toEqual([401, expect.stringMatching(/^This key may not change requireReview/)])
  }
  expect((await tenant.patch(path, { autoApproveBeliefs: true })).status).toBe(200)
  await requireReview(person)
  for (const change of [
    { autoApproveBeliefs: true },
    { autoApproveResponsibilities: true },
    { autoPromoteSharedBeliefs: true },
    { autoPromoteSharedResponsibilities: true },
    { consensusSimilarityThreshold: 0.1 },
    { consensusAgentPercentage: 0.1 },
    { autoDedup: true },
  ])
    expect([change, (await tenant.patch(path, change)).status]).toEqual([change, 409])
  expect((await tenant.patch(path, { requireReview: false })).status).toBe(401)
  expect((await tenant.patch(path, { name: 'Renamed' })).status).toBe(200)
  expect((await person.patch(path, { autoApproveBeliefs: false, requireReview: false })).status).toBe(200)
})

test('what no prompt shows stays open to keys: a slug, an avatar, a group’s name, new agents', async () => {
  const person = await newPerson(service)
  const { tenant } = person
  const groupId = await tenant.group()
  const agentId = await tenant.agent({ groupId })
  await requireReview(person)
  expect((await tenant.patch(`/agents/${agentId}`, { slug: 'ada-lovelace' })).status).toBe(200)
  expect((await tenant.patch(`/agents/${agentId}`, { avatarPrompt: 'A calm owl' })).status).toBe(200)
  expect((await tenant.patch(`/groups/${groupId}`, { name: 'Core' })).status).toBe(200)
  expect((await tenant.post('/agents', { name: 'Lin', groupId })).status).toBe(201)
})

test('a key merges only what another user proposed: a second key of one user is the same author', async () => {
  const person = await newPerson(service)
  const guest = await newPerson(service)
  await join(person, guest)
  const { tenant } = person
  const agentId = await tenant.agent()
  await requireReview(person)
  const second = await newKey(person)
  const ofGuest = await newKey({ ...guest, tenant: { ...guest.tenant, orgId: tenant.orgId } })
  const propose = async (caller: Pick<Person, 'post'>, statement: string) => {
    const change = { op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement }
    const body = { orgId: tenant.orgId, title: statement, changes: [change] }
    return `/change-requests/${(await caller.post('/change-requests', body)).body.id}/merge`
  }
  const own = await propose(tenant, 'By the first key')
  const inSession = await propose(person, 'In the session')
  for (const path of [own, inSession])
    for (const key of [tenant, second]) {
      const { status, body } = await key.post(path)
      expect([status, body.error]).toEqual([409, expect.stringContaining('another user')])
    }
  expect((await ofGuest.post(own)).status).toBe(200)
  expect((await person.post(inSession)).status).toBe(200)
})

test('a program that opens the database itself is held to the review, too', async () => {
  const alone = await startService()
  try {
    const person = await newPerson(alone)
    await person.patch(`/organizations/${person.tenant.orgId}`, { requireReview: true })
    expect(await findLocalCaller(alone.deps, undefined)).toMatchObject({ kind: 'key', requiresReview: true })
  } finally {
    await alone.stop()
  }
})
