import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kinds } from '#core/domain/kinds.ts'
import { builtinEmbedder } from '#reader/embedding/embedding.ts'
import { recommendFor } from '../../../server/features/bootstrap/recommend.ts'
import type { FakeGitHub } from '../../fakes/github.ts'
import { type Bootstrap, cook, definition, pilot, repository, startBootstrap } from '../../support/bootstrap.ts'
import type { Answer, Service, Tenant } from '../../support/service.ts'

/** Recommendations of Bootstrap, and applying them (behavior: Recommendations). */

let world: Bootstrap
let github: FakeGitHub
let service: Service
let tenant: Tenant
beforeAll(async () => {
  world = await startBootstrap()
  ;({ github, service } = world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.clear()
  tenant = await service.register()
})

const scrape = (body?: object) => world.scrape(tenant, body)
const recommend = (agentId: string) => world.recommend(tenant, agentId)
const templates = () => service.deps.db.selectFrom('templates').selectAll().orderBy('path').execute()

describe('POST /bootstrap/recommend', () => {
  const profile = { name: 'Kim', jobTitle: 'Site reliability engineer', description: 'Keeps Kubernetes running' }

  test('answers on a fresh install from the starter roles, the most similar first', async () => {
    const { beliefs, responsibilities } = await recommend(await tenant.agent(profile))
    for (const list of [beliefs, responsibilities]) {
      expect(list.length).toBeGreaterThan(3)
      expect(list.length).toBeLessThanOrEqual(10)
      expect(list[0]?.source).toBe('starter:site-reliability-engineer')
      const confidences = list.map(({ confidence }) => confidence)
      expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
      expect(confidences.every((confidence) => confidence >= 0 && confidence <= 1)).toBe(true)
    }
    expect(beliefs.every(({ category }) => (kinds.belief.categories as readonly string[]).includes(category))).toBe(
      true,
    )
    expect(Object.keys(beliefs[0]!)).toEqual(['category', 'statement', 'confidence', 'source'])
  })

  test.each([
    [{ jobTitle: 'Security auditor', identityMarkers: ['penetration testing'] }, 'security-engineer'],
    [{ jobTitle: 'Support agent', description: 'Answers tickets of customers' }, 'customer-support-agent'],
    [{ name: 'docs-bot', description: 'Writes API documentation and tutorials' }, 'technical-writer'],
    [{ jobTitle: 'UX designer' }, 'product-designer'],
    [{ description: 'Reviews every pull request' }, 'code-reviewer'],
    [{ jobTitle: 'Backend developer' }, 'backend-engineer'],
  ])('knows the role of %j', async (input, role) => {
    const { beliefs } = await recommend(await tenant.agent(input))
    expect(beliefs[0]?.source).toBe(`starter:${role}`)
  })

  test('answers an agent of which nothing is known but a name', async () => {
    const { beliefs, responsibilities } = await recommend(await tenant.agent({ name: 'Zyx' }))
    expect([beliefs.length, responsibilities.length].every((length) => length > 0)).toBe(true)
  })

  test('takes the present identity for a sign of the role', async () => {
    const agentId = await tenant.agent({ name: 'Zyx' })
    const statements = [
      'Write SQL queries for dashboards',
      'Define metrics before calculating them',
      'Check data for gaps',
    ]
    for (const statement of statements) await tenant.post('/beliefs', { agentId, category: 'principle', statement })
    const { beliefs } = await recommend(agentId)
    expect(beliefs[0]?.source).toMatch(/^starter:data-/)
  })

  test('leaves out what the agent has, own, inherited or hidden, in the same words or nearly', async () => {
    const groupId = await tenant.group()
    const agentId = await tenant.agent({ ...profile, groupId })
    const first = await recommend(agentId)
    const [own, group, organization, hidden] = first.beliefs
    await tenant.post('/beliefs', { agentId, ...own, statement: `${own!.statement}.` })
    await tenant.post(`/groups/${groupId}/beliefs`, group)
    await tenant.post(`/organizations/${tenant.orgId}/beliefs`, organization)
    const { body } = await tenant.post('/beliefs', { agentId, ...hidden })
    await tenant.post(`/beliefs/${body.id}/hide`)
    const statements = (await recommend(agentId)).beliefs.map(({ statement }) => statement)
    for (const taken of [own, group, organization, hidden]) expect(statements).not.toContain(taken!.statement)
  })

  test('says nothing twice', async () => {
    const words = [
      'Always check the tide table before entering the harbor',
      'Before entering the harbor always check the tide table',
    ]
    github.repositories.set(
      'tide/agents',
      repository({
        'agents/one.md': definition('harbor-pilot', 'Guides ships into the harbor', [
          words[0]!,
          'Never hurry a docking',
        ]),
        'agents/two.md': definition('harbor-pilot', 'Guides ships into the harbor', [words[1]!, 'Keep the radio on']),
      }),
    )
    await scrape()
    const answer = await recommend(await tenant.agent({ jobTitle: 'Harbor pilot' }))
    for (const list of Object.values(answer)) {
      expect(list.filter(({ statement }) => statement.includes('tide table')).length).toBeLessThanOrEqual(1)
    }
  })

  test('uses what was scraped beside the starter roles, and says where it is from', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    await scrape()
    const pilots = await recommend(await tenant.agent({ jobTitle: 'Pilot of the harbor' }))
    expect([...pilots.beliefs, ...pilots.responsibilities].map(({ source }) => source)).toContain(
      'tide/agents:agents/pilot.md',
    )
    const { beliefs } = await recommend(await tenant.agent(profile))
    expect(beliefs[0]?.source).toBe('starter:site-reliability-engineer')
  })

  test('embeds templates anew after the embedding model was changed', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    await scrape()
    const [asBefore, id] = [service.deps.embedder, await tenant.agent({ jobTitle: 'Cook' })]
    const shorter = (vector: Float32Array) => vector.slice(0, 256)
    const embed = async (texts: string[]) => (await builtinEmbedder.embed(texts)).map(shorter)
    const ctx = { ...service.deps, embedder: { ...asBefore, model: 'shorter', embed } }
    const { userId, orgId } = tenant
    const caller = { kind: 'key' as const, userId, orgIds: [orgId], defaultOrgId: orgId, limitKey: undefined }
    const { beliefs } = await recommendFor({ ...ctx, caller }, id)
    expect(beliefs[0]?.source).toBe('tide/agents:agents/cook.md')
    expect((await templates()).map(({ embedding_model }) => embedding_model)).toEqual(['shorter', 'shorter'])
  })

  test('404 for a foreign agent as for a missing one, 400 without one', async () => {
    const stranger = await service.register()
    const foreign = await tenant.post('/bootstrap/recommend', { agentId: await stranger.agent() })
    const missing = await tenant.post('/bootstrap/recommend', { agentId: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11' })
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await tenant.post('/bootstrap/recommend', {})).status).toBe(400)
  })
})

describe('POST /bootstrap/apply', () => {
  let agentId: string
  beforeEach(async () => {
    agentId = await tenant.agent()
  })
  const apply = (body: object) => tenant.post('/bootstrap/apply', { agentId, ...body })
  const items = async (plural = 'beliefs'): Promise<any[]> =>
    (await tenant.get(`/${plural}?agentId=${agentId}`)).body.data
  const belief = { category: 'axiom', statement: 'The sea is patient' }
  const duty = { category: 'monitoring', statement: 'Watch the tide' }
  const counts = ({ body }: Answer) => [
    body.beliefsCreated,
    body.beliefsUpdated,
    body.responsibilitiesCreated,
    body.responsibilitiesUpdated,
  ]

  test('creates approved, visible items and counts them in both spellings', async () => {
    const { status, body } = await apply({ beliefs: [belief], responsibilities: [duty] })
    expect([status, body]).toEqual([
      200,
      {
        beliefs_created: 1,
        beliefsCreated: 1,
        beliefs_updated: 0,
        beliefsUpdated: 0,
        responsibilities_created: 1,
        responsibilitiesCreated: 1,
        responsibilities_updated: 0,
        responsibilitiesUpdated: 0,
      },
    ])
    expect(await items()).toMatchObject([{ ...belief, status: 'approved', hidden: false, approved_by: tenant.userId }])
    expect((await tenant.get(`/agents/${agentId}`)).body.system_prompt).toContain(duty.statement)
    const [{ id }] = await items()
    expect((await tenant.get(`/beliefs/${id}/sources`)).body.data).toMatchObject([{ source_type: 'bootstrap' }])
  })

  test('takes recommendations as they were answered', async () => {
    const recommended = await recommend(agentId)
    const answer = await apply(recommended)
    expect(counts(answer)).toEqual([recommended.beliefs.length, 0, recommended.responsibilities.length, 0])
  })

  test('takes items of both kinds with status and n-count', async () => {
    const answer = await apply({
      items: [
        { type: 'belief', ...belief, status: 'pending', nCount: 4 },
        { type: 'responsibility', ...duty, status: 'rejected' },
      ],
    })
    expect(counts(answer)).toEqual([1, 0, 1, 0])
    expect(await items()).toMatchObject([{ status: 'pending', hidden: false, n_count: 4, approved_by: null }])
    expect(await items('responsibilities')).toMatchObject([{ status: 'rejected', hidden: true, n_count: 1 }])
  })

  test('updates what the agent has already: approved and shown again, n-count if given', async () => {
    const { body } = await tenant.post('/beliefs', { agentId, ...belief, nCount: 2 })
    await tenant.patch(`/beliefs/${body.id}`, { status: 'rejected' })
    expect(counts(await apply({ beliefs: [{ ...belief, statement: ' The  sea is patient ' }] }))).toEqual([0, 1, 0, 0])
    expect(await items()).toMatchObject([{ id: body.id, status: 'approved', hidden: false, n_count: 2 }])
    expect(counts(await apply({ items: [{ type: 'belief', ...belief, n_count: 7 }] }))).toEqual([0, 1, 0, 0])
    expect(await items()).toMatchObject([{ id: body.id, n_count: 7 }])
  })

  test('takes equal ones for one, and the same words in another category for another', async () => {
    const other = { ...belief, category: 'principle' }
    expect(counts(await apply({ beliefs: [belief, belief, other] }))).toEqual([2, 0, 0, 0])
  })

  test.each([
    [{}],
    [{ beliefs: [], responsibilities: [], items: [] }],
    [{ beliefs: [{ category: 'ownership', statement: 'x' }] }],
    [{ beliefs: [{ category: 'axiom', statement: ' ' }] }],
    [{ beliefs: [{ category: 'axiom' }] }],
    [{ items: [{ category: 'axiom', statement: 'x' }] }],
    [{ items: [{ type: 'belief', category: 'ownership', statement: 'x' }] }],
    [{ items: [{ type: 'belief', category: 'axiom', statement: 'x', nCount: 0 }] }],
    [{ beliefs: Array.from({ length: 101 }, (_, at) => ({ category: 'axiom', statement: `Number ${at}` })) }],
  ])('%j is 400 and changes nothing', async (body) => {
    const { status, body: answer } = await apply(body)
    expect([status, Object.keys(answer)]).toEqual([400, ['error', 'code']])
    expect(await items()).toEqual([])
  })

  test('does all or nothing', async () => {
    const answer = await apply({ beliefs: [belief, { category: 'axiom', statement: 'x'.repeat(4001) }] })
    expect(answer.status).toBe(400)
    expect(await items()).toEqual([])
  })

  test('twenty at once make each item once and end', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const statements = Array.from({ length: 10 }, (_, n) => `Statement ${(n * 7 + at) % 10}`)
        return apply({ beliefs: statements.map((statement) => ({ category: 'axiom', statement })) })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await items()).toHaveLength(10)
    expect(answers.reduce((sum, { body }) => sum + body.beliefsCreated, 0)).toBe(10)
  })

  test('404 for a foreign agent as for a missing one', async () => {
    const stranger = await service.register()
    const foreign = await apply({ agentId: await stranger.agent(), beliefs: [belief] })
    const missing = await apply({ agentId: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', beliefs: [belief] })
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  })
})

test.each([
  { jobTitle: 'Registered nurse', description: 'Cares for patients and gives medication' },
  { jobTitle: 'Bricklayer' },
])('nothing is recommended where nothing fits: %j', async (input) => {
  const { beliefs, responsibilities } = await recommend(await tenant.agent(input))
  expect([beliefs, responsibilities]).toEqual([[], []])
})
