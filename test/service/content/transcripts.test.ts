import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

describe('POST /conversations/{sessionId}/messages with a raw transcript', () => {
  const human = { participantType: 'human', displayName: 'Bob' }
  const start = async (...participants: object[]) =>
    (await tenant.post('/conversations', { participants: participants.length > 0 ? participants : [human] })).body
  const rawText = 'Bob: May I merge?\nAda: I never merge on red.'
  const append = (id: string, more: object = {}) =>
    tenant.post(`/conversations/${id}/messages`, {
      format: true,
      rawText,
      agentName: 'Ada',
      otherParticipantName: 'Bob',
      ...more,
    })
  const read = async (id: string) => (await tenant.get(`/conversations/${id}`)).body

  test('gives the agent its lines and the other participant the rest, numbered on', async () => {
    const agentId = await tenant.agent({ name: 'Ada' })
    const { id, participants } = await start({ participantType: 'agent', agentId }, human)
    await tenant.post(`/conversations/${id}/messages`, { participantId: participants[1].id, content: 'Hello' })
    const { status, body } = await append(id)
    expect(status).toBe(201)
    expect(body.map((message: any) => [message.sequence_number, message.participant_id, message.content])).toEqual([
      [2, participants[1].id, 'May I merge?'],
      [3, participants[0].id, 'I never merge on red.'],
    ])
    expect((await read(id)).participants).toHaveLength(2)
  })

  test('adds the organization’s agent of that name and the other participant, once', async () => {
    const own = await service.register()
    const agentId = await own.agent({ name: 'Ada' })
    const { body: started } = await own.post('/conversations', {
      participants: [{ participantType: 'human', displayName: 'Zoe' }],
    })
    const path = `/conversations/${started.id}`
    const body = { format: true, raw_text: rawText, agent_name: 'ada' }
    await Promise.all([1, 2, 3].map(() => own.post(`${path}/messages`, body)))
    const { participants, messages } = (await own.get(path)).body
    expect(participants.map((each: any) => [each.display_name, each.participant_type, each.agent_id])).toEqual([
      ['Zoe', 'human', null],
      ['ada', 'agent', agentId],
      ['Human', 'human', null],
    ])
    expect(messages.map((each: any) => each.sequence_number)).toEqual([1, 2, 3, 4, 5, 6])
    expect((await own.post(`${path}/publish`, { agentId })).status).toBe(201)
  })

  test('knows an agent under another display name by the agent’s own name', async () => {
    const agentId = await tenant.agent({ name: 'Grace' })
    const { id, participants } = await start({ participantType: 'agent', agentId, displayName: 'The reviewer' }, human)
    const { body } = await append(id, { rawText: 'Bob: hi\nGrace: hello', agentName: 'Grace' })
    expect(body[1].participant_id).toBe(participants[0].id)
  })

  test('gives a name that no agent has a participant without an agent', async () => {
    const { id } = await start()
    expect((await append(id, { rawText: 'Bob: hi\nUnknown: hello', agentName: 'Unknown' })).status).toBe(201)
    expect((await read(id)).participants[1]).toMatchObject({
      display_name: 'Unknown',
      participant_type: 'human',
      agent_id: null,
    })
  })

  test('takes another agent as the other participant; 400 when there is none of that name', async () => {
    const own = await service.register()
    const [ada, bob] = [await own.agent({ name: 'Ada' }), await own.agent({ name: 'Bob' })]
    const { body: started } = await own.post('/conversations', { participants: [{ participantType: 'human' }] })
    const send = (otherParticipantName: string, text: string) =>
      own.post(`/conversations/${started.id}/messages`, {
        format: true,
        rawText: text,
        agentName: 'Ada',
        otherParticipantName,
        otherParticipantType: 'agent',
      })
    expect((await send('Bob', rawText)).status).toBe(201)
    expect((await send('Carol', 'Carol: hi\nAda: hello')).status).toBe(400)
    const { participants, message_count, messages } = (await own.get(`/conversations/${started.id}`)).body
    expect(participants.map((each: any) => each.agent_id)).toEqual([null, ada, bob])
    expect([message_count, messages.length]).toEqual([2, 2])
  })

  test.each([
    ['format is missing', { format: undefined }, /format must be true/],
    ['rawText is missing', { rawText: undefined }, /rawText is required/],
    ['agentName is missing', { agentName: undefined }, /agentName is required/],
    ['nothing names a speaker', { rawText: 'words' }, /must name its speakers/],
  ])('400 and nothing written when %s', async (_, change, sentence) => {
    const { id } = await start()
    const { status, body } = await append(id, change)
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)])
    expect((await read(id)).participants).toHaveLength(1)
  })

  test('404 for a conversation of another tenant', async () => {
    const { id } = await start()
    const stranger = await service.register()
    const body = { format: true, rawText, agentName: 'Ada' }
    expect((await stranger.post(`/conversations/${id}/messages`, body)).status).toBe(404)
  })
})
