import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
let tenant: Tenant
let agent: string
let now = new Date()
beforeAll(async () => {
  service = await startService({}, { now: () => now })
  tenant = await service.register()
  agent = await tenant.agent()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const start = async (own = tenant, agentId = agent) => {
  const { body } = await own.post('/conversations', {
    title: 'Release review',
    participants: [{ participantType: 'agent', agentId }, { participantType: 'human' }],
  })
  const [ada, human] = body.participants.map(({ id }: any) => id)
  return { ...body, ada, human, path: `/conversations/${body.id}` }
}
const read = async (path: string) => (await tenant.get(path)).body

describe('POST /conversations', () => {
  test('201 with participants; names default to the agent’s and Human', async () => {
    const { status, body } = await tenant.post('/conversations', {
      orgId: tenant.orgId,
      title: 'Release review',
      participants: [
        { participantType: 'agent', agentId: agent },
        { participant_type: 'human', display_name: 'Grace', userId: tenant.userId, role: 'reviewer' },
        { participantType: 'human' },
      ],
    })
    expect(status).toBe(201)
    const participant = { id: expect.any(String), created_at: expect.any(String), agent_id: null, user_id: null }
    expect(body).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      title: 'Release review',
      status: 'active',
      started_at: expect.any(String),
      ended_at: null,
      published_at: null,
      created_at: expect.any(String),
      participants: [
        { ...participant, participant_type: 'agent', agent_id: agent, display_name: 'Ada', role: 'participant' },
        { ...participant, participant_type: 'human', user_id: tenant.userId, display_name: 'Grace', role: 'reviewer' },
        { ...participant, participant_type: 'human', display_name: 'Human', role: 'participant' },
      ],
    })
    expect((await tenant.get(`/conversations/${body.id}`)).body).toEqual({
      ...body,
      message_count: 0,
      next_cursor: null,
      messages: [],
    })
  })

  test('400 for an agent of another tenant, in the words for one that does not exist, and nothing written', async () => {
    const foreign = await (await service.register()).agent()
    const before = await rowCounts(service)
    const ask = (agentId: string) =>
      tenant.post('/conversations', {
        participants: [{ participantType: 'human' }, { participantType: 'agent', agentId }],
      })
    const [other, missing] = [await ask(foreign), await ask(nobody)]
    expect([other.status, other.body]).toEqual([400, { error: expect.stringContaining('agentId'), code: 'invalid' }])
    expect([missing.status, missing.body]).toEqual([other.status, other.body])
    expect(await rowCounts(service)).toEqual(before)
  })

  test('404 for a user of another organization, like for one that does not exist, and nothing written', async () => {
    const foreign = (await service.register()).userId
    const before = await rowCounts(service)
    for (const userId of [foreign, nobody]) {
      const participants = [{ participantType: 'human', userId }]
      const { status, body } = await tenant.post('/conversations', { participants })
      expect([status, body]).toEqual([404, { error: 'User not found', code: 'not_found' }])
    }
    expect(await rowCounts(service)).toEqual(before)
  })

  test.each([
    ['participants', {}],
    ['participants', { participants: {} }],
    ['participants[0].participantType', { participants: [{ displayName: 'X' }] }],
    ['participants[0].participantType', { participants: [{ participantType: 'robot' }] }],
    ['agentId', { participants: [{ participantType: 'agent' }] }],
    ['participants[0].agentId', { participants: [{ participantType: 'agent', agentId: 'an id' }] }],
    ['title', { title: 5, participants: [{ participantType: 'human' }] }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await tenant.post('/conversations', input)
    expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
  })
})

describe('GET /conversations', () => {
  test('lists those of an agent, the latest first, with counts', async () => {
    const own = await tenant.agent()
    now = new Date('2026-11-01T08:00:00Z')
    const early = await start(tenant, own)
    now = new Date('2026-11-02T08:00:00Z')
    const late = await start(tenant, own)
    now = new Date()
    await tenant.post(`${early.path}/messages`, { participantId: early.ada, content: 'Hello' })
    const { status, body } = await tenant.get(`/conversations?agentId=${own}`)
    expect([status, body.count]).toEqual([200, 2])
    expect(body.data).toMatchObject([
      { id: late.id, participant_count: 2, message_count: 0 },
      { id: early.id, participant_count: 2, message_count: 1 },
    ])
    expect((await tenant.get(`/conversations?agentId=${own}&limit=1&offset=1`)).body).toMatchObject({
      data: [{ id: early.id }],
      count: 2,
    })
    expect((await tenant.get(`/conversations?agentId=${own}&limit=x`)).status).toBe(400)
    expect((await tenant.get('/conversations')).body).toEqual({ error: 'agentId is required', code: 'invalid' })
    expect((await (await service.register()).get(`/conversations?agentId=${own}`)).status).toBe(404)
  })
})

describe('PATCH /conversations/{sessionId}', () => {
  test('completing sets ended_at if it is empty', async () => {
    const { path } = await start()
    expect((await tenant.patch(path, { title: null, status: 'archived' })).body).toMatchObject({
      title: null,
      status: 'archived',
      ended_at: null,
    })
    const completed = (await tenant.patch(path, { status: 'completed' })).body
    expect(completed).toMatchObject({ status: 'completed', ended_at: expect.any(String), published_at: null })
    expect(completed.participants).toEqual((await tenant.get(path)).body.participants)
    expect((await tenant.patch(path, { status: 'completed' })).body.ended_at).toBe(completed.ended_at)
    expect((await tenant.patch(path, { endedAt: '2026-11-01T10:00:00+02:00' })).body.ended_at).toBe(
      '2026-11-01T08:00:00.000Z',
    )
    expect((await tenant.patch(path, { ended_at: null })).body.ended_at).toBeNull()
    expect((await tenant.patch(path, { status: 'completed', ended_at: '2026-11-03' })).body.ended_at).toBe(
      '2026-11-03T00:00:00.000Z',
    )
  })

  test.each([
    ['status', { status: 'done' }],
    ['ended_at', { ended_at: '2026-02-30' }],
    ['ended_at', { ended_at: '+275760-09-13T00:00:00Z' }],
    ['title', { title: 'x'.repeat(501) }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await tenant.patch((await start()).path, input)
    expect([status, body.error]).toEqual([400, expect.stringMatching(new RegExp(field.replace('_a', '_?a'), 'i'))])
  })

  test('completing publishes once per agent when the organization publishes by itself', async () => {
    const own = await service.register()
    await own.patch(`/organizations/${own.slug}`, { autoPublishConversations: true })
    const [ada, bea] = [await own.agent(), await own.agent({ name: 'Bea' })]
    const { body } = await own.post('/conversations', {
      participants: [ada, bea, ada].map((agentId) => ({ participantType: 'agent', agentId })),
    })
    await own.post(`/conversations/${body.id}/messages`, { participantId: body.participants[0].id, content: 'Hi' })
    expect((await own.patch(`/conversations/${body.id}`, { status: 'completed' })).body.published_at).toEqual(
      expect.any(String),
    )
    const items = await service.deps.db
      .selectFrom('content_items')
      .selectAll()
      .where('org_id', '=', own.orgId)
      .execute()
    expect(items.map(({ agent_id }) => agent_id).sort()).toEqual([ada, bea].sort())

    const empty = (await own.post('/conversations', { participants: [{ participantType: 'agent', agentId: ada }] }))
      .body
    const completed = await own.patch(`/conversations/${empty.id}`, { status: 'completed' })
    expect([completed.status, completed.body.published_at]).toEqual([200, null])
  })
})

describe('POST /conversations/{sessionId}/messages', () => {
  test('takes one message or a batch, numbered without gaps, metadata untouched', async () => {
    const { path, ada, human } = await start()
    const metadata = { someKey: 1, some_key: [{ deepKey: null }], '': 'x', Ünï: { nCount: '3' } }
    const one = await tenant.post(`${path}/messages`, { participantId: ada, content: 'Hello', metadata })
    expect([one.status, one.body]).toEqual([
      201,
      [
        {
          id: expect.any(String),
          participant_id: ada,
          content: 'Hello',
          metadata,
          sequence_number: 1,
          created_at: expect.any(String),
        },
      ],
    ])
    const batch = await tenant.post(`${path}/messages`, {
      messages: [
        { participantId: human, content: 'Two' },
        { participant_id: ada, content: 'Three', metadata: { a_b: { c_d: 1 } } },
      ],
    })
    expect(batch.body.map((message: any) => [message.sequence_number, message.content])).toEqual([
      [2, 'Two'],
      [3, 'Three'],
    ])
    const { messages } = await read(path)
    expect(messages).toEqual([...one.body, ...batch.body])
    expect(Object.keys(messages[0].metadata)).toEqual(Object.keys(metadata))
  })

  test('20 batches at the same moment leave no gap, and each stays together', async () => {
    const { path, ada } = await start()
    const batch = (index: number) =>
      tenant.post(`${path}/messages`, {
        messages: Array.from({ length: 7 }, (_, i) => ({ participantId: ada, content: `${index}.${i}` })),
      })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => batch(index)))
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const { messages } = await read(path)
    expect(messages.map(({ sequence_number }: any) => sequence_number)).toEqual(
      Array.from({ length: 140 }, (_, i) => i + 1),
    )
    for (let first = 0; first < 140; first += 7) {
      const [index] = messages[first].content.split('.')
      expect(messages.slice(first, first + 7).map(({ content }: any) => content)).toEqual(
        Array.from({ length: 7 }, (_, i) => `${index}.${i}`),
      )
    }
  })

  test('a batch is all or nothing, and a refused one takes no number', async () => {
    const { path, ada } = await start()
    const elsewhere = await start()
    for (const participantId of [elsewhere.ada, nobody]) {
      const { status, body } = await tenant.post(`${path}/messages`, {
        messages: [
          { participantId: ada, content: 'Fine' },
          { participantId, content: 'Not here' },
        ],
      })
      expect([status, body]).toEqual([
        400,
        { error: 'participantId is not a participant in this conversation', code: 'invalid' },
      ])
    }
    expect((await read(path)).messages).toEqual([])
    expect((await tenant.post(`${path}/messages`, { participantId: ada, content: 'A' })).body[0].sequence_number).toBe(
      1,
    )
  })

  test('takes 1000 messages at once, 400 beyond, and 413 for a body over 4 MiB', async () => {
    const { path, ada } = await start()
    const messages = Array.from({ length: 1000 }, (_, i) => ({ participantId: ada, content: `Message ${i}` }))
    expect((await tenant.post(`${path}/messages`, { messages })).body).toHaveLength(1000)
    const tooMany = await tenant.post(`${path}/messages`, { messages: [...messages, messages[0]] })
    expect([tooMany.status, tooMany.body.error]).toEqual([400, expect.stringContaining('messages')])
    const tooLarge = await tenant.post(`${path}/messages`, { participantId: ada, content: 'x'.repeat(5e6) })
    expect([tooLarge.status, tooLarge.body.error]).toEqual([413, expect.stringContaining('4 MiB')])
  })

  test.each([
    ['participantId', { content: 'A' }],
    ['participantId', { participantId: 'x', content: 'A' }],
    ['content', { participantId: nobody }],
    ['content', { participantId: nobody, content: '' }],
    ['content', { participantId: nobody, content: 1 }],
    ['metadata', { participantId: nobody, content: 'A', metadata: [] }],
    ['metadata', { participantId: nobody, content: 'A', metadata: 'x' }],
    ['messages', { messages: [] }],
    ['messages[0].content', { messages: [{ participantId: nobody }] }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await tenant.post(`${(await start()).path}/messages`, input)
    expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
  })
})

describe('/conversations/{sessionId}/publish', () => {
  const say = ({ path, ada }: any, content: string) => tenant.post(`${path}/messages`, { participantId: ada, content })

  test('makes a content item, updates the same one, takes it back, and brings it back', async () => {
    const talk = await start()
    await say(talk, 'I never merge on red.')
    const { status, body } = await tenant.post(`${talk.path}/publish`, { agentId: agent })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      org_id: tenant.orgId,
      agent_id: agent,
      source_id: null,
      source_type: 'conversation',
      external_id: talk.id,
      title: 'Release review',
      content: 'Ada: I never merge on red.',
      status: 'imported',
      published_at: talk.started_at,
      processed_at: null,
    })
    expect((await read(talk.path)).published_at).toEqual(expect.any(String))
    await say(talk, 'Nor do I skip tests.')
    const again = await tenant.post(`${talk.path}/publish`, { agentId: agent })
    expect([again.status, again.body.id]).toEqual([201, body.id])
    expect(again.body.content).toContain('skip tests')

    const removed = await tenant.delete(`${talk.path}/publish?agentId=${agent}`)
    expect([removed.status, removed.body]).toEqual([200, { success: true }])
    expect((await read(talk.path)).published_at).toBeNull()
    expect((await tenant.get(`/organizations/${tenant.slug}/summary`)).body.content_items_count).toBe(0)
    expect((await tenant.post(`${talk.path}/publish`, { agentId: agent })).body.id).toBe(body.id)
    expect((await tenant.get(`/organizations/${tenant.slug}/summary`)).body.content_items_count).toBe(1)
  })

  test('published_at stands while another agent’s publication is left', async () => {
    const own = await tenant.agent({ name: 'Bea' })
    const { body } = await tenant.post('/conversations', {
      participants: [agent, own].map((agentId) => ({ participantType: 'agent', agentId })),
    })
    const path = `/conversations/${body.id}`
    await tenant.post(`${path}/messages`, { participantId: body.participants[0].id, content: 'Hi' })
    for (const agentId of [agent, own]) await tenant.post(`${path}/publish`, { agentId })
    await tenant.delete(`${path}/publish?agentId=${agent}`)
    expect((await read(path)).published_at).not.toBeNull()
    await tenant.delete(`${path}/publish?agent_id=${own}`)
    expect((await read(path)).published_at).toBeNull()
  })

  test('400 without messages or for an agent that takes no part, 404 for a foreign one', async () => {
    const talk = await start()
    const empty = await tenant.post(`${talk.path}/publish`, { agentId: agent })
    expect([empty.status, empty.body.error]).toEqual([400, expect.stringContaining('messages')])
    await say(talk, 'Hi')
    const absent = await tenant.post(`${talk.path}/publish`, { agentId: await tenant.agent() })
    expect([absent.status, absent.body.error]).toEqual([400, expect.stringContaining('agentId')])
    expect((await tenant.post(`${talk.path}/publish`, {})).body).toEqual({
      error: 'agentId is required',
      code: 'invalid',
    })
    expect((await tenant.delete(`${talk.path}/publish`)).body).toEqual({
      error: 'agentId is required',
      code: 'invalid',
    })
    const stranger = await service.register()
    const foreign = await stranger.agent()
    expect((await tenant.post(`${talk.path}/publish`, { agentId: foreign })).status).toBe(404)
    expect((await stranger.post(`${talk.path}/publish`, { agentId: foreign })).status).toBe(404)
    expect((await stranger.get(talk.path)).body).toEqual({ error: 'Conversation not found', code: 'not_found' })
    expect((await stranger.patch(talk.path, { title: 'X' })).status).toBe(404)
    expect((await stranger.post(`${talk.path}/messages`, { participantId: talk.ada, content: 'X' })).status).toBe(404)
  })
})
