import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { longestStallMs } from '../../support/stall.ts'

/** The limits of a conversation, and the reading of a long one (behavior: Conversations). */

let service: Service
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agentId = await tenant.agent()
})
afterAll(() => service.stop())

const start = async () => {
  const { body } = await tenant.post('/conversations', {
    participants: [{ participantType: 'agent', agentId }, { participantType: 'human' }],
  })
  const [ada, human] = body.participants.map(({ id }: any) => id)
  return { id: body.id as string, path: `/conversations/${body.id}`, ada, human }
}
type Talk = Awaited<ReturnType<typeof start>>

const say = ({ path, ada: participantId }: Talk, contents: string[]) =>
  tenant.post(`${path}/messages`, { messages: contents.map((content) => ({ participantId, content })) })
const read = async ({ path }: Talk, query = '') => (await tenant.get(`${path}${query}`)).body
const numbersOf = ({ messages }: any) => messages.map(({ sequence_number }: any) => sequence_number)
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

describe('POST /conversations/{sessionId}/messages', () => {
  test('takes 256 kB a message, counted in UTF-8 with metadata, and 413 beyond', async () => {
    const talk = await start()
    const send = (content: string, metadata?: object) =>
      tenant.post(`${talk.path}/messages`, { participantId: talk.ada, content, metadata })
    expect((await send('x'.repeat(256_000))).status).toBe(201)
    expect((await send('é'.repeat(128_000))).status).toBe(201)
    for (const answer of [
      await send('x'.repeat(256_001)),
      await send('é'.repeat(128_001)),
      await send('x'.repeat(255_000), { more: 'x'.repeat(1000) }),
      await say(talk, ['Hi', 'x'.repeat(256_001)]),
      await tenant.post(`${talk.path}/messages`, {
        format: true,
        agentName: 'Ada',
        rawText: `Bob: Hi\nAda: ${'x '.repeat(128_001)}x`,
      }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([413, expect.stringContaining('256000')])
    }
    expect((await read(talk)).message_count).toBe(2)
  })

  test('takes 10,000 messages a conversation, and 413 beyond, also in a transcript', async () => {
    const talk = await start()
    for (let thousand = 0; thousand < 10; thousand++) {
      expect((await say(talk, range(1, thousand < 9 ? 1000 : 999).map(String))).status).toBe(201)
    }
    for (const answer of [
      await say(talk, ['one', 'two']),
      await tenant.post(`${talk.path}/messages`, { format: true, agentName: 'Ada', rawText: 'Bob: Hi\nAda: Hello' }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([413, expect.stringContaining('10000 messages')])
    }
    expect((await say(talk, ['last'])).body[0].sequence_number).toBe(10_000)
    expect((await say(talk, ['one more'])).status).toBe(413)
    const empty = await start()
    const rawText = 'Ada: x\n'.repeat(10_001)
    expect((await tenant.post(`${empty.path}/messages`, { format: true, agentName: 'Ada', rawText })).status).toBe(413)
    expect(await read(empty)).toMatchObject({ message_count: 0, participants: [{}, {}] })
  })

  test('takes 32 MiB a conversation, and 413 beyond', async () => {
    const talk = await start()
    const large = 'x'.repeat(250_000)
    for (let sent = 0; sent < 128; sent += 16) expect((await say(talk, Array(16).fill(large))).status).toBe(201)
    const rest = 32 * 1024 * 1024 - 128 * large.length
    expect(
      (
        await say(
          talk,
          range(1, 7).map(() => large),
        )
      ).status,
    ).toBe(413)
    const sizes = [...range(1, 6).map(() => large.length), rest - 6 * large.length]
    expect(
      (
        await say(
          talk,
          sizes.map((size) => 'y'.repeat(size)),
        )
      ).status,
    ).toBe(201)
    const full = await say(talk, ['z'])
    expect([full.status, full.body.error]).toEqual([413, expect.stringContaining('33554432 bytes')])
    expect((await read(talk, '?limit=1')).message_count).toBe(135)
  })
})

describe('GET /conversations/{sessionId}', () => {
  test('gives the first 1,000 messages, others by limit and offset, and says how many there are', async () => {
    const talk = await start()
    for (const count of [1000, 205]) await say(talk, range(1, count).map(String))
    const first = await read(talk)
    expect([first.message_count, numbersOf(first)]).toEqual([1205, range(1, 1000)])
    expect(numbersOf(await read(talk, '?limit=3'))).toEqual([1, 2, 3])
    expect(numbersOf(await read(talk, '?limit=5000&offset=1000'))).toEqual(range(1001, 1205))
    expect(numbersOf(await read(talk, '?offset=1204&limit=2'))).toEqual([1205])
    expect(await read(talk, '?offset=1205')).toMatchObject({
      message_count: 1205,
      messages: [],
      participants: [{}, {}],
    })
    for (const query of ['?limit=0', '?limit=x', '?offset=-1', '?offset=1.5']) {
      expect((await tenant.get(talk.path + query)).status).toBe(400)
    }
  })

  test('gives long messages as they are, in order', async () => {
    const talk = await start()
    const contents = range(1, 30).map((at) => `${at} ${'"\n\u2028'.repeat((at * 7919) % 50_000)}`)
    for (const content of contents) expect((await say(talk, [content])).status).toBe(201)
    expect((await read(talk)).messages.map(({ content }: any) => content)).toEqual(contents)
  })
})

describe('POST /conversations/{sessionId}/publish', () => {
  const publish = (talk: Talk, id = agentId) => tenant.post(`${talk.path}/publish`, { agentId: id })
  const contentOf = async (id: string) =>
    (await tenant.get(`/content-items?agentId=${id}&limit=1000`)).body.data as any[]
  const startWith = async (agents: string[]) => {
    const { body } = await tenant.post('/conversations', {
      title: 'Long talk',
      participants: agents.map((id) => ({ participantType: 'agent', agentId: id })),
    })
    return { id: body.id as string, path: `/conversations/${body.id}`, ada: body.participants[0].id, human: '' }
  }
  const words = (at: number) => `${at} ${'I never merge on red. '.repeat(1000)}`.trim()

  test('makes one item of a short conversation, the only one in items', async () => {
    const talk = await startWith([agentId])
    await say(talk, ['Hi'])
    const { status, body } = await publish(talk)
    const { items, ...first } = body
    expect([status, items]).toEqual([201, [first]])
    expect(first).toMatchObject({ external_id: talk.id, content: 'Ada: Hi' })
  })

  test('splits a long one between messages into items of at most 64 kB, in order', async () => {
    const own = await tenant.agent()
    const talk = await startWith([own])
    await say(talk, range(1, 10).map(words))
    const { body } = await publish(talk, own)
    const { items, ...first } = body
    expect(items[0]).toEqual(first)
    expect(items.map(({ content }: any) => content).join('\n\n')).toBe(
      range(1, 10)
        .map((at) => `Ada: ${words(at)}`)
        .join('\n\n'),
    )
    expect(items.map(({ metadata }: any) => [metadata.first_message, metadata.last_message])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 10],
    ])
    for (const { content, external_id, title } of items) {
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(64_000)
      expect([external_id.slice(0, 36), title]).toEqual([talk.id, 'Long talk'])
    }
    const stored = await contentOf(own)
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(items.map(({ id }: any) => id)))
  })

  test('publishing again updates the same items, adds new ones, and removes what is too much', async () => {
    const own = await tenant.agent()
    const talk = await startWith([own])
    await say(talk, range(1, 4).map(words))
    const before = (await publish(talk, own)).body.items
    await say(talk, range(5, 8).map(words))
    const after = (await publish(talk, own)).body.items
    expect([before.length, after.length]).toEqual([2, 4])
    expect(after.slice(0, 2).map(({ id }: any) => id)).toEqual(before.map(({ id }: any) => id))
    expect(after[0]).toEqual(before[0])
    // Simulates that it became shorter.
    const { db } = service.deps
    await db.deleteFrom('messages').where('conversation_id', '=', talk.id).where('sequence_number', '>', 3).execute()
    expect((await publish(talk, own)).body.items).toHaveLength(2)
    expect(await contentOf(own)).toHaveLength(2)
  })

  test('taking it back removes all of its items, of this agent alone', async () => {
    const [own, other] = [await tenant.agent(), await tenant.agent({ name: 'Bea' })]
    const talk = await startWith([own, other])
    await say(talk, range(1, 5).map(words))
    for (const id of [own, other]) expect((await publish(talk, id)).body.items).toHaveLength(3)
    expect((await tenant.delete(`${talk.path}/publish?agentId=${own}`)).status).toBe(200)
    expect([(await contentOf(own)).length, (await contentOf(other)).length]).toEqual([0, 3])
    expect((await read(talk)).published_at).not.toBeNull()
    await tenant.delete(`${talk.path}/publish?agentId=${other}`)
    expect([(await contentOf(other)).length, (await read(talk)).published_at]).toEqual([0, null])
    expect((await publish(talk, own)).body.items).toHaveLength(3)
  })

  test('completing publishes all of it for each agent when the organization publishes by itself', async () => {
    await tenant.patch(`/organizations/${tenant.slug}`, { autoPublishConversations: true })
    const agents = [await tenant.agent(), await tenant.agent({ name: 'Bea' }), await tenant.agent({ name: 'Cy' })]
    const talk = await startWith(agents)
    for (let part = 0; part < 5; part++)
      await say(
        talk,
        range(1, 16).map(() => 'I test first. '.repeat(18_000)),
      )
    expect((await tenant.patch(talk.path, { status: 'completed' })).body.published_at).not.toBeNull()
    const contents = await Promise.all(agents.map(contentOf))
    expect(contents.map(({ length }) => length)).toEqual([
      contents[0]!.length,
      contents[0]!.length,
      contents[0]!.length,
    ])
    expect(contents[0]!.length).toBeGreaterThan(300)
    await tenant.patch(`/organizations/${tenant.slug}`, { autoPublishConversations: false })
  })

  test('a long one holds up nobody', async () => {
    const own = await tenant.agent()
    const talk = await startWith([own])
    for (let part = 0; part < 2; part++)
      await say(
        talk,
        range(1, 15).map(() => 'api_key = "a1B2c3d4e5" '.repeat(10_000)),
      )
    const stall = await longestStallMs(async () => {
      expect((await publish(talk, own)).body.items.length).toBeGreaterThan(100)
    })
    // 7 MB: cleaning them on the main thread would take it for two seconds.
    expect(stall).toBeLessThan(500)
  })
})
