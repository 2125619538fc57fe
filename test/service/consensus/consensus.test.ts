import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schedules } from '../../../server/jobs/schedules.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { discover } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

const secret = 'a-secret-of-the-scheduler'

let service: Service
beforeAll(async () => {
  service = await startService({ CRON_SECRET: secret })
})
afterAll(() => service.stop())

const testFirst = 'Always write tests before changing the code'
/** An equivalent statement in other words, even for the built-in embedding. */
const testsFirst = 'Write tests before you change production code'
const unrelated = ['Invoices are paid within a week', 'Colors follow the brand', 'Meetings end on time']

/** Agents named A, B, C …, each with its beliefs; returns their ids. */
async function agents(
  tenant: Tenant,
  beliefs: string[][],
  input: object = {},
  path = 'beliefs',
  category = 'principle',
) {
  const ids: string[] = []
  for (const [at, statements] of beliefs.entries()) {
    const agentId = await tenant.agent({ name: String.fromCharCode(65 + at), ...input })
    ids.push(agentId)
    for (const statement of statements) await tenant.post(`/${path}`, { agentId, category, statement })
  }
  return ids
}

const ofOrganization = (tenant: Tenant) => tenant.post(`/organizations/${tenant.orgId}/consensus`)
const statements = async (tenant: Tenant, path: string): Promise<string[]> =>
  (await tenant.get(path)).body.data.map(({ statement }: { statement: string }) => statement)
const organizationBeliefs = (tenant: Tenant) => statements(tenant, `/organizations/${tenant.orgId}/beliefs`)
const nothing = { beliefs_created: 0, beliefs_skipped: 0, responsibilities_created: 0, responsibilities_skipped: 0 }
/** The complete answer of a run that finds nothing among this many agents. */
const nothingAmong = (agent_count: number, detail: unknown) => ({
  ...nothing,
  dry_run: false,
  agent_count,
  agents_needed: 2,
  similarity_threshold: 0.7,
  shared: [],
  details: [detail],
})

describe('POST /organizations/{orgId}/consensus', () => {
  test('creates what half of the agents share as approved, in the most frequent words', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testsFirst], [testFirst], [testFirst], [unrelated[0]!], [unrelated[1]!], [unrelated[2]!]])
    const { status, body } = await ofOrganization(tenant)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...nothing,
      beliefs_created: 1,
      dry_run: false,
      agent_count: 6,
      agents_needed: 3,
      similarity_threshold: 0.7,
      shared: [expect.objectContaining({ statement: testFirst, agent_count: 3, wordings: 2, exists: null })],
      details: [
        `Created for the organization: belief (principle) "${testFirst}", shared by 3 of 6 agents (50%) in 2 wordings: A, B, C`,
      ],
    })
    const { body: listed } = await tenant.get(`/organizations/${tenant.slug}/beliefs`)
    expect(listed.data).toMatchObject([
      { statement: testFirst, category: 'principle', status: 'approved', hidden: false, n_count: 3 },
    ])
    const { body: sources } = await tenant.get(`/beliefs/${listed.data[0].id}/sources`)
    expect(sources.data).toMatchObject([{ source_type: 'consensus' }])
  })

  test('tells as data what it created, what it rests on, and what exists already', async () => {
    const tenant = await service.register()
    const [a, b] = await agents(tenant, [[testFirst], [testsFirst], [unrelated[0]!]])
    const { body } = await ofOrganization(tenant)
    const { body: listed } = await tenant.get(`/organizations/${tenant.slug}/beliefs`)
    const shared = {
      kind: 'belief',
      category: 'principle',
      wordings: 2,
      agent_count: 2,
      agents: [
        { id: a, name: 'A' },
        { id: b, name: 'B' },
      ],
    }
    const said = listed.data[0].statement
    const other = said === testFirst ? testsFirst : testFirst
    const other_wordings = [{ statement: other, similarity: expect.any(Number) }]
    expect(body).toMatchObject({ dry_run: false, agent_count: 3, agents_needed: 2, similarity_threshold: 0.7 })
    expect(body.shared).toEqual([
      { ...shared, other_wordings, statement: said, exists: null, item_id: listed.data[0].id },
    ])
    const again = (await ofOrganization(tenant)).body
    expect(again.shared).toEqual([{ ...shared, other_wordings, statement: said, exists: said, item_id: null }])
  })

  test('with dryRun creates nothing and says what a run would do', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testFirst], [testFirst], [unrelated[0]!]])
    const { status, body } = await tenant.post(`/organizations/${tenant.orgId}/consensus`, { dryRun: true })
    expect([status, body.dry_run, body.beliefs_created]).toEqual([200, true, 1])
    expect(body.details).toEqual([
      `Would be created for the organization: belief (principle) "${testFirst}", shared by 2 of 3 agents (67%) word for word: A, B`,
    ])
    expect(body.shared).toMatchObject([{ statement: testFirst, exists: null, item_id: null }])
    expect(await organizationBeliefs(tenant)).toEqual([])
    expect((await tenant.post(`/organizations/${tenant.orgId}/consensus`, { dryRun: 'yes' })).status).toBe(400)
  })

  test('creates nothing the second time, and every agent inherits it once', async () => {
    const tenant = await service.register()
    const [first, second, third] = await agents(tenant, [[testFirst], [testsFirst], [unrelated[0]!]])
    await ofOrganization(tenant)
    const rows = async () => {
      const { items, item_sources, jobs } = await rowCounts(service)
      return { items, item_sources, jobs }
    }
    const before = await rows()
    const { body } = await ofOrganization(tenant)
    expect(body).toMatchObject({ ...nothing, beliefs_skipped: 1 })
    expect(body.details).toEqual([
      expect.stringMatching(/^Skipped for the organization, where it exists already: belief/),
    ])
    expect(await rows()).toEqual(before)
    const prompt = async (id: string | undefined) => (await tenant.get(`/agents/${id}`)).body.system_prompt
    expect(await prompt(third)).toContain(testFirst)
    expect((await prompt(first)).split(testFirst).length).toBe(2)
    expect(await prompt(second)).toContain(testFirst)
  })

  test('counts responsibilities apart from beliefs, and categories apart from each other', async () => {
    const tenant = await service.register()
    await agents(tenant, [['Keep the build green'], ['Keep the build green']], {}, 'responsibilities', 'ownership')
    const [a, b] = await agents(tenant, [[], []])
    await tenant.post('/beliefs', { agentId: a, category: 'axiom', statement: testFirst })
    await tenant.post('/beliefs', { agentId: b, category: 'voice', statement: testFirst })
    expect((await ofOrganization(tenant)).body).toMatchObject({ ...nothing, responsibilities_created: 1 })
  })

  test('skips what the organization has in other words, whatever its state', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testFirst], [testFirst]])
    const path = `/organizations/${tenant.orgId}/beliefs`
    const { body: item } = await tenant.post(path, { category: 'principle', statement: testsFirst })
    await tenant.patch(`${path}/${item.id}`, { status: 'rejected' })
    const { body } = await ofOrganization(tenant)
    expect(body).toMatchObject({ ...nothing, beliefs_skipped: 1 })
    expect(body.details[0]).toContain(`where "${testsFirst}" says it already`)
    expect(await organizationBeliefs(tenant)).toEqual([testsFirst])
  })

  test('counts nobody for a number that they do not say, or for the opposite', async () => {
    const tenant = await service.register()
    await agents(tenant, [
      ['Reply within 4 hours', 'Always write tests before merging', 'Encrypt data at rest'],
      ['Reply within 24 hours', 'Never write tests before merging', 'Encrypt data in transit'],
      ['Reply within 48 hours', 'Write tests after merging', 'Encrypt the data at rest'],
    ])
    const { body } = await ofOrganization(tenant)
    expect(body.shared).toMatchObject([{ agent_count: 2, agents: [{ name: 'A' }, { name: 'C' }] }, { agent_count: 2 }])
    expect(body.shared.map(({ statement }: { statement: string }) => statement).sort()).toEqual([
      'Encrypt data at rest',
      'Never write tests before merging',
    ])
  })

  test('creates what the level has only as its opposite', async () => {
    const tenant = await service.register()
    await agents(tenant, [['Reply within 4 hours'], ['Always reply within 4 hours']])
    const path = `/organizations/${tenant.orgId}/beliefs`
    await tenant.post(path, { category: 'principle', statement: 'Reply within 24 hours' })
    expect((await ofOrganization(tenant)).body).toMatchObject({ ...nothing, beliefs_created: 1 })
  })

  test('does not look at hidden and rejected items', async () => {
    const tenant = await service.register()
    const ids = await agents(tenant, [[testFirst], [testFirst], [testFirst]])
    const { body } = await tenant.get(`/beliefs?agentId=${ids[0]}`)
    await tenant.post(`/beliefs/${body.data[0].id}/hide`)
    const rejected = await tenant.get(`/beliefs?agentId=${ids[1]}`)
    await tenant.patch(`/beliefs/${rejected.body.data[0].id}`, { status: 'rejected' })
    // A rejected item stays rejected when it is shown again.
    await tenant.post(`/beliefs/${rejected.body.data[0].id}/hide`)
    expect((await ofOrganization(tenant)).body).toEqual(
      nothingAmong(3, 'Nothing is shared by at least 2 of 3 agents (67%)'),
    )
  })

  test('needs two agents', async () => {
    const tenant = await service.register()
    expect((await ofOrganization(tenant)).body).toEqual(nothingAmong(0, expect.stringContaining('no agents')))
    await agents(tenant, [[testFirst, testsFirst]])
    expect((await ofOrganization(tenant)).body).toEqual(nothingAmong(1, expect.stringContaining('1 agent')))
    await tenant.patch(`/organizations/${tenant.orgId}`, { consensusAgentPercentage: 0 })
    expect((await ofOrganization(tenant)).body).toMatchObject(nothing)
  })

  test('counts agents, not items: one who says it twice is one', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testFirst, testsFirst], [unrelated[0]!]])
    expect((await ofOrganization(tenant)).body).toMatchObject(nothing)
  })

  test('at threshold 1 only the same words count, and at 0 still nothing that is only in the same category', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testFirst], [testsFirst], [unrelated[0]!], [unrelated[1]!]])
    const settings = (body: object) => tenant.patch(`/organizations/${tenant.orgId}`, body)
    await settings({ consensusSimilarityThreshold: 1, consensusAgentPercentage: 0 })
    expect((await ofOrganization(tenant)).body).toMatchObject(nothing)
    await settings({ consensusSimilarityThreshold: 0, consensusAgentPercentage: 1 })
    expect((await ofOrganization(tenant)).body).toMatchObject(nothing)
  })

  test('with agent percentage 1 every agent must share it', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testFirst], [testFirst], [unrelated[0]!]])
    await tenant.patch(`/organizations/${tenant.orgId}`, { consensusAgentPercentage: 1 })
    expect((await ofOrganization(tenant)).body).toMatchObject(nothing)
  })

  test('401 without credentials, 404 for a foreign and for a missing organization', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    expect((await service.call('POST', `/organizations/${tenant.orgId}/consensus`)).status).toBe(401)
    for (const organization of [tenant.orgId, tenant.slug, 'no-such-organization']) {
      const { status, body } = await stranger.post(`/organizations/${organization}/consensus`)
      expect([status, body]).toEqual([404, { error: 'Organization not found', code: 'not_found' }])
    }
  })

  test('sees no other organization', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    await agents(stranger, [[testFirst], [testFirst], [testFirst]])
    await agents(tenant, [[testFirst], [unrelated[0]!]])
    expect((await ofOrganization(tenant)).body).toMatchObject(nothing)
  })
})

describe('POST /groups/{groupId}/consensus', () => {
  test('looks at the agents of the group and creates for the group', async () => {
    const tenant = await service.register()
    const groupId = await tenant.group()
    await agents(tenant, [[testFirst], [testsFirst]], { groupId })
    await agents(tenant, [['Invoices are paid'], ['Invoices are paid'], ['Invoices are paid']])
    const { status, body } = await tenant.post(`/groups/${groupId}/consensus`)
    expect([status, body.beliefs_created]).toEqual([200, 1])
    expect(body.details[0]).toContain('for the group')
    expect(body.details[0]).toContain('2 of 2 agents (100%)')
    expect(await statements(tenant, `/groups/${groupId}/beliefs`)).toHaveLength(1)
    expect(await organizationBeliefs(tenant)).toEqual([])
  })

  test('401 without credentials, 404 for a foreign and for a missing group', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    const groupId = await tenant.group()
    expect((await service.call('POST', `/groups/${groupId}/consensus`)).status).toBe(401)
    for (const id of [groupId, tenant.orgId, 'nonsense']) {
      expect((await stranger.post(`/groups/${id}/consensus`)).status).toBe(404)
    }
  })
})

describe('consensus by itself', () => {
  test('runs after discovery for the kinds whose setting is on, for the organization and its groups', async () => {
    const tenant = await service.register()
    const groupId = await tenant.group()
    const [agentId] = await agents(tenant, [[testFirst], [testFirst], [unrelated[0]!], [unrelated[0]!, testFirst]])
    const grouped = await agents(tenant, [['Ask early'], ['Ask early']], { groupId })
    await agents(tenant, [['Keep the build green'], ['Keep the build green']], {}, 'responsibilities', 'ownership')
    await tenant.patch(`/organizations/${tenant.orgId}`, {
      autoPromoteSharedBeliefs: true,
      consensusAgentPercentage: 0.3,
    })
    await discover(service, tenant, agentId!)
    const { body } = await tenant.get('/jobs?jobType=consensus')
    expect(body.data).toMatchObject([
      { status: 'completed', agent_id: null, result: { beliefs_created: 2, responsibilities_created: 0 } },
    ])
    expect(await organizationBeliefs(tenant)).toEqual([testFirst])
    expect(await statements(tenant, `/groups/${groupId}/beliefs`)).toEqual(['Ask early'])
    expect(await statements(tenant, `/organizations/${tenant.orgId}/responsibilities`)).toEqual([])
    expect(grouped).toHaveLength(2)
  })

  test('does not repeat for a group what it inherits', async () => {
    const tenant = await service.register()
    const groupId = await tenant.group()
    const [agentId] = await agents(tenant, [[testsFirst], [testsFirst]], { groupId })
    await agents(tenant, [[testFirst], [testFirst], [testFirst]])
    await tenant.patch(`/organizations/${tenant.orgId}`, { autoPromoteSharedBeliefs: true })
    await discover(service, tenant, agentId!)
    expect(await organizationBeliefs(tenant)).toEqual([testFirst])
    expect(await statements(tenant, `/groups/${groupId}/beliefs`)).toEqual([])
  })

  test('does not run where nobody asked for it', async () => {
    const tenant = await service.register()
    const [agentId] = await agents(tenant, [[testFirst], [testFirst]])
    await discover(service, tenant, agentId!)
    expect((await tenant.get('/jobs?jobType=consensus')).body.count).toBe(0)
    expect(await organizationBeliefs(tenant)).toEqual([])
  })

  test('comes back every night at 03:00 UTC, as one job for each organization that asked for it', async () => {
    const tenant = await service.register()
    await agents(tenant, [[testFirst], [testFirst]])
    await tenant.patch(`/organizations/${tenant.orgId}`, { autoPromoteSharedBeliefs: true })
    const schedule = schedules.find(({ name }) => name === 'consensus')!
    expect(schedule.next(new Date('2026-11-21T02:59:59.999Z'))).toEqual(new Date('2026-11-21T03:00:00Z'))
    expect(schedule.next(new Date('2026-11-21T03:00:00Z'))).toEqual(new Date('2026-11-22T03:00:00Z'))
    const { db } = service.deps
    for (let night = 0; night < 2; night++) await db.transaction().execute((trx) => schedule.fire(trx, service.deps))
    expect((await tenant.get('/jobs?jobType=consensus&status=queued')).body.count).toBe(1)
    await runDueJobs(service.deps)
    expect(await organizationBeliefs(tenant)).toEqual([testFirst])
  })
})

describe('POST /cron/consensus', () => {
  const call = (authorization?: string) =>
    service.call('POST', '/cron/consensus', undefined, authorization === undefined ? {} : { authorization })

  test('runs consensus for every organization that asked for it and has two agents', async () => {
    const [asked, unasked, alone] = [await service.register(), await service.register(), await service.register()]
    for (const tenant of [asked, unasked]) await agents(tenant, [[testFirst], [testFirst]])
    await agents(alone, [[testFirst]])
    for (const { patch, orgId } of [asked, alone]) {
      await patch(`/organizations/${orgId}`, { autoPromoteSharedBeliefs: true })
    }
    const { status, body } = await call(`Bearer ${secret}`)
    expect([status, body.errors]).toEqual([200, []])
    expect(body.beliefs_created).toBeGreaterThanOrEqual(1)
    expect(await organizationBeliefs(asked)).toEqual([testFirst])
    for (const tenant of [unasked, alone]) expect(await organizationBeliefs(tenant)).toEqual([])
  })

  test('401 without the secret, and with a key', async () => {
    const tenant = await service.register()
    for (const authorization of [undefined, 'Bearer wrong', `Bearer ${tenant.key}`]) {
      expect((await call(authorization)).status).toBe(401)
    }
  })
})
