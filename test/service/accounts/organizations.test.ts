import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const unauthorized = { error: 'Unauthorized' }
const settings = {
  auto_approve_beliefs: false,
  auto_approve_responsibilities: false,
  auto_publish_conversations: false,
  auto_promote_shared_beliefs: false,
  auto_promote_shared_responsibilities: false,
  consensus_similarity_threshold: 0.7,
  consensus_agent_percentage: 0.5,
  require_review: false,
  auto_dedup: false,
  dedupe_on_create: false,
  protected_labels: [],
  audit_retention_days: null,
}

describe('the organization of a request', () => {
  test('with a key: none, its id or its slug, as orgId or orgSlug, in query, body and path', async () => {
    const tenant = await service.register()
    const id = await tenant.agent()
    for (const query of [
      '',
      `?orgId=${tenant.orgId}`,
      `?orgId=${tenant.orgId.toUpperCase()}`,
      `?org_id=${tenant.slug}`,
      `?orgSlug=${tenant.slug}`,
    ]) {
      const { status, body } = await tenant.get(`/agents${query}`)
      expect([query, status, body.data?.[0].id]).toEqual([query, 200, id])
    }
    for (const org of [{}, { orgId: tenant.orgId }, { org_id: tenant.orgId.toUpperCase() }, { orgSlug: tenant.slug }]) {
      expect((await tenant.post('/agents', { name: 'Bo', ...org })).body.org_id).toBe(tenant.orgId)
    }
    for (const name of [tenant.orgId, tenant.orgId.toUpperCase(), tenant.slug]) {
      expect((await tenant.get(`/organizations/${name}/summary`)).status).toBe(200)
    }
  })

  test('orgId comes before orgSlug', async () => {
    const tenant = await service.register()
    expect((await tenant.get(`/agents?orgId=${tenant.orgId}&orgSlug=no-such`)).status).toBe(200)
    expect((await tenant.get(`/agents?orgId=no-such&orgSlug=${tenant.slug}`)).status).toBe(404)
  })

  test('404 in the same words for a foreign organization and one that does not exist', async () => {
    const [tenant, other] = [await service.register(), await service.register()]
    const missing = { id: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', slug: 'no-such-slug' }
    for (const [id, slug] of [
      [other.orgId, other.slug],
      [missing.id, missing.slug],
    ]) {
      const answers = [
        await tenant.get(`/agents?orgId=${id}`),
        await tenant.get(`/agents?orgId=${slug}`),
        await tenant.get(`/agents?orgSlug=${slug}`),
        await tenant.get(`/organizations/${id}/summary`),
        await tenant.get(`/organizations/${slug}/summary`),
        await tenant.post('/agents', { name: 'Bo', orgId: id }),
        await tenant.post('/agents', { name: 'Bo', orgSlug: slug }),
      ]
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([404, { error: 'Organization not found', code: 'not_found' }])
      }
      const malformed = await tenant.post('/agents', { name: 'Bo', orgId: slug })
      expect([malformed.status, malformed.body.error]).toEqual([400, expect.stringContaining('orgId')])
    }
  })

  test('with a session: the one that the account registered with, without it the only one, else the one it names', async () => {
    const person = await newPerson(service)
    const create = async (slug: string) => (await person.post('/organizations', { name: slug, slug })).body
    const second = await create(`second-${Date.now()}`)
    expect((await person.post('/agents', { name: 'Ada' })).body.org_id).toBe(person.tenant.orgId)
    expect((await person.get(`/agents?orgSlug=${second.slug}`)).body.count).toBe(0)
    expect((await person.get(`/agents?orgId=${person.tenant.orgId}`)).body.count).toBe(1)
    expect((await person.post('/agents', { name: 'Ada', orgId: second.id })).body.org_id).toBe(second.id)

    await person.delete(`/organizations/${person.tenant.slug}`, { confirmSlug: person.tenant.slug })
    expect((await person.post('/agents', { name: 'Bo' })).body.org_id).toBe(second.id)
    await create(`third-${Date.now()}`)
    for (const answer of [await person.get('/agents'), await person.post('/agents', { name: 'Ada' })]) {
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('orgId')])
    }
  })

  test('a session without any organization: 400 where one is needed, 404 for any id', async () => {
    const person = await newPerson(service)
    const agent = await person.tenant.agent()
    await person.delete(`/organizations/${person.tenant.slug}`, { confirmSlug: person.tenant.slug })
    expect((await person.get('/agents')).status).toBe(400)
    expect((await person.get(`/agents/${agent}`)).status).toBe(404)
    expect((await person.get('/organizations')).body.data).toEqual([])
  })
})

describe('GET /organizations', () => {
  test('a key sees its own alone, a session all of the account', async () => {
    const person = await newPerson(service)
    const slug = `more-${Date.now()}`
    const made = await person.tenant.post('/organizations', { name: 'More', slug })
    expect(made.status).toBe(201)
    const { orgId: id, slug: name } = person.tenant
    const organization = { id, name, slug: name, ...settings, created_at: expect.any(String) }
    const ofKey = await person.tenant.get('/organizations')
    expect(ofKey.body).toEqual({
      data: [{ role: 'owner', access: 'full', agent_id: null, organization }],
      next_steps: expect.any(Array),
    })
    const { data } = (await person.get('/organizations')).body
    expect(data.map((entry: any) => [entry.role, entry.organization.slug])).toEqual([
      ['owner', person.tenant.slug],
      ['owner', slug],
    ])
    expect((await person.tenant.get(`/organizations/${slug}/summary`)).status).toBe(404)
    expect((await service.call('GET', '/organizations')).status).toBe(401)
  })
})

describe('POST /organizations', () => {
  test('409 for a slug in use, 400 for what is missing or malformed', async () => {
    const tenant = await service.register()
    const taken = await tenant.post('/organizations', { name: 'X', slug: tenant.slug })
    expect([taken.status, taken.body.error]).toEqual([409, expect.stringContaining('slug')])
    for (const [field, input] of [
      ['name', { slug: 'a' }],
      ['slug', { name: 'A' }],
      ['slug', { name: 'A', slug: 'With Space' }],
      ['slug', { name: 'A', slug: 'CAPITALS' }],
      ['slug', { name: 'A', slug: '' }],
      ['slug', { name: 'A', slug: 'double--hyphen' }],
      ['name', { name: '  ', slug: 'a' }],
      ['name', { name: 5, slug: 'a' }],
    ] as const) {
      const { status, body } = await tenant.post('/organizations', input)
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    }
  })
})

describe('PATCH /organizations/{orgId}', () => {
  test('changes name and every setting', async () => {
    const { tenant, patch } = await newPerson(service)
    const { status, body } = await patch(`/organizations/${tenant.slug}`, {
      name: 'Renamed',
      autoApproveBeliefs: true,
      autoApproveResponsibilities: true,
      autoPublishConversations: true,
      autoPromoteSharedBeliefs: true,
      autoPromoteSharedResponsibilities: true,
      consensusSimilarityThreshold: 0,
      consensusAgentPercentage: 1,
      requireReview: true,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...settings,
      id: tenant.orgId,
      name: 'Renamed',
      slug: tenant.slug,
      auto_approve_beliefs: true,
      auto_approve_responsibilities: true,
      auto_publish_conversations: true,
      auto_promote_shared_beliefs: true,
      auto_promote_shared_responsibilities: true,
      consensus_similarity_threshold: 0,
      consensus_agent_percentage: 1,
      require_review: true,
      created_at: expect.any(String),
    })
    expect((await tenant.get('/organizations')).body.data[0].organization).toEqual(body)
  })

  test.each([
    ['name', { name: '' }],
    ['name or a setting', {}],
    ['name or a setting', { slug: 'other', unknown: 1 }],
    ['consensusSimilarityThreshold', { consensus_similarity_threshold: 1.1 }],
    ['consensusAgentPercentage', { consensusAgentPercentage: -0.1 }],
    ['consensusAgentPercentage', { consensusAgentPercentage: '0.5' }],
    ['autoApproveBeliefs', { autoApproveBeliefs: 'true' }],
    ['autoApproveBeliefs', { autoApproveBeliefs: null }],
  ])('400 that says %s for %j', async (words, input) => {
    const tenant = await service.register()
    const { status, body } = await tenant.patch(`/organizations/${tenant.orgId}`, input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(words)])
  })
})

describe('DELETE /organizations/{orgId}', () => {
  test('needs a session, an owner and the slug, in that order', async () => {
    const owner = await newPerson(service)
    const member = await newPerson(service)
    const stranger = await newPerson(service)
    const path = `/organizations/${owner.tenant.slug}`
    await join(owner, member)
    const confirmation = { confirmSlug: owner.tenant.slug }
    expect(await owner.tenant.delete(path, confirmation)).toMatchObject({ status: 401, body: unauthorized })
    expect(await member.delete(path, confirmation)).toMatchObject({ status: 401, body: unauthorized })
    expect((await stranger.delete(path, confirmation)).status).toBe(404)
    for (const wrong of [undefined, {}, { confirmSlug: 'other' }, { confirmSlug: '' }, { confirmSlug: 1 }]) {
      const { status, body } = await owner.delete(path, wrong)
      expect([status, body.error]).toEqual([400, expect.stringContaining('confirmSlug')])
    }
    expect((await owner.tenant.get(`${path}/summary`)).status).toBe(200)
  })

  test('leaves nothing of it in any table, and all of the others', async () => {
    const other = await newPerson(service)
    await fill(other)
    const before = await rowCounts(service)
    const person = await newPerson(service)
    await fill(person)
    const { slug, orgId } = person.tenant
    const { status, body } = await person.delete(`/organizations/${orgId}`, { confirm_slug: slug })
    expect([status, body]).toEqual([200, { success: true, deleted_org: slug }])
    // Only the account, its session, and the notices about its sign-in remain.
    const after = await rowCounts(service)
    const ofAccount = ['users', 'sessions', 'login_addresses', 'security_events']
    expect(after).toEqual({ ...before, ...Object.fromEntries(ofAccount.map((table) => [table, before[table]! + 1])) })
    expect((await person.tenant.get('/account')).status).toBe(401)
    expect((await person.get(`/organizations/${orgId}/summary`)).status).toBe(404)
    expect((await other.get('/agents')).body.count).toBe(2)
  })

  /** A row in every table that belongs to an organization. */
  async function fill({ tenant }: Awaited<ReturnType<typeof newPerson>>) {
    const group = await tenant.group()
    const agent = await tenant.agent({ groupId: group })
    const manager = await tenant.agent()
    await tenant.patch(`/groups/${group}`, { managerAgentId: manager })
    const belief = { category: 'axiom', statement: 'One' }
    const { body: inherited } = await tenant.post(`/organizations/${tenant.orgId}/beliefs`, belief)
    await tenant.post(`/groups/${group}/beliefs`, belief)
    await tenant.post('/beliefs', { agentId: agent, ...belief, sourceType: 'talk', quote: 'One!' })
    await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'org_belief', sourceId: inherited.id })
    await tenant.post(`/agents/${agent}/snapshots`, {})
    const model = (await tenant.post('/models', { provider: 'p', modelId: 'm', name: 'M' })).body.id
    const environment = (await tenant.post('/environments', { name: 'E', slug: 'e' })).body.id
    await tenant.post(`/environments/${environment}/models`, { modelId: model })
    await tenant.post(`/agents/${agent}/models`, { environmentId: environment, modelId: model })
    const talk = (await tenant.post('/conversations', { participants: [{ participantType: 'agent', agentId: agent }] }))
      .body
    await tenant.post(`/conversations/${talk.id}/messages`, { participantId: talk.participants[0].id, content: 'Hi' })
    const published = await tenant.post(`/conversations/${talk.id}/publish`, { agentId: agent })
    expect(published.status).toBe(201)
  }
})

describe('GET /organizations/{orgId}/summary', () => {
  test('counts what is there', async () => {
    const tenant = await service.register()
    const group = await tenant.group({ name: 'Zeta' })
    const first = await tenant.group({ name: 'Alpha' })
    const agent = await tenant.agent({ groupId: group })
    await tenant.post('/beliefs', { agentId: agent, category: 'axiom', statement: 'One' })
    await tenant.post('/beliefs', { agentId: agent, category: 'axiom', statement: 'Two' })
    await tenant.post('/responsibilities', { agentId: agent, category: 'ownership', statement: 'Three' })
    const { status, body } = await tenant.get(`/organizations/${tenant.slug}/summary`)
    expect(status).toBe(200)
    expect(body).toEqual({
      organization: { id: tenant.orgId, name: tenant.slug, slug: tenant.slug },
      groups: [
        { id: first, name: 'Alpha', agent_count: 0 },
        { id: group, name: 'Zeta', agent_count: 1 },
      ],
      organization_items: { beliefs: 0, responsibilities: 0 },
      agents: [
        {
          id: agent,
          name: 'Ada',
          belief_count: 2,
          responsibility_count: 1,
          pending: { beliefs: 2, responsibilities: 1 },
        },
      ],
      running_jobs: [],
      content_sources: [],
      content_items_count: 0,
      counts: { agents: 1, groups: 2, content_sources: 0, content_items: 0 },
      next_steps: expect.any(Array),
    })
    expect((await tenant.get(body.next_steps[0].path)).status).toBe(200)
  })
})
