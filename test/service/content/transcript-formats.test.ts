import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const roles = { U: 'user', A: 'assistant' } as const
/** `['U: hi', 'A: hello']` as messages. */
const messages = (...lines: string[]) =>
  lines.map((line) => ({ role: roles[line[0] as 'U' | 'A'], content: line.slice(3) }))

const format = (rawText: string, more: object = {}) =>
  tenant.post('/conversations/format', { rawText, agentName: 'Ada', ...more })

describe('POST /conversations/format', () => {
  test.each<[string, string, string[]]>([
    ['Name: text', 'Human: hi\nAda: hello\nHuman: bye', ['U: hi', 'A: hello', 'U: bye']],
    ['several lines and blank lines', 'Bob: one\n\n  two\n\nAda: three\n', ['U: one\n\n  two', 'A: three']],
    ['bold names', '**Bob:** hi\n\n**Ada**: hello', ['U: hi', 'A: hello']],
    ['headings', '## User\n\nhi\n\n## Assistant\n\nhello', ['U: hi', 'A: hello']],
    ['times in brackets', '[10:32] Bob: hi\n[10:33] Ada: see\nBob: quoted', ['U: hi', 'A: see\nBob: quoted']],
    ['dates', '2026-01-02 10:32 Bob: hi\n2026-01-02T10:33:00Z Ada: hello', ['U: hi', 'A: hello']],
    ['messengers', '1/2/26, 10:32 AM - Bob: hi\n1/2/26, 10:33 AM - Ada Lovelace: hello', ['U: hi', 'A: hello']],
    [
      'messengers that mark directions',
      '[12.03.24, 10:32:01] Zed: hi\n\u200e[12.03.24, 10:33:01] Bob: I never pay.\n\u200e[12.03.24, 10:34:01] Ada: \u200ehello',
      ['U: hi', 'U: I never pay.', 'A: \u200ehello'],
    ],
    [
      'messengers that mark strangers',
      '[12.03.24, 10:32:01] ~ Zed: hi\n[12.03.24, 10:33:01] ~\u202fAda: hello\n[12.03.24, 10:34:01] ~Bob: bye',
      ['U: hi', 'A: hello', 'U: bye'],
    ],
    ['a time behind the name', 'Bob (10:32 AM): hi\nAda [10:33]: hello', ['U: hi', 'A: hello']],
    ['Slack', 'Bob Smith  10:32 AM\nhi\nthere\n\nAda  10:33 AM\nhello', ['U: hi\nthere', 'A: hello']],
    ['Discord', 'Bob — Today at 10:32\nhi\nAda — Today at 10:33 AM\nhello', ['U: hi', 'A: hello']],
    ['Telegram', 'Bob, [02.01.2026 10:32]\nhi\n\nAda, [02.01.2026 10:33]\nhello', ['U: hi', 'A: hello']],
    ['User and Assistant', 'User: hi\nAssistant: hello', ['U: hi', 'A: hello']],
    ['Human and AI', 'Human: hi\nAI: hello', ['U: hi', 'A: hello']],
    ['pasted chats', 'You said:\nhi\nChatGPT said:\nhello', ['U: hi', 'A: hello']],
    ['line ends of Windows', 'Bob: hi\r\nAda: hello\r\n', ['U: hi', 'A: hello']],
    ['several others', 'Bob: hi\nCarol: hey\nAda: hello', ['U: hi', 'U: hey', 'A: hello']],
    [
      'colons in sentences',
      'Bob: hi\nAda: two things\nResult: 5\nhttps://x.example: y\nBob: ok',
      ['U: hi', 'A: two things\nResult: 5\nhttps://x.example: y', 'U: ok'],
    ],
    [
      'a schedule in a message',
      'Human: plan?\nAda: so\n09:00 Standup: all\n10:00 Review: us',
      ['U: plan?', 'A: so\n09:00 Standup: all\n10:00 Review: us'],
    ],
    [
      'code blocks',
      'User: code?\nAda: here\n```yaml\nUser: root\nAda: x\n```\nUser: ok',
      ['U: code?', 'A: here\n```yaml\nUser: root\nAda: x\n```', 'U: ok'],
    ],
    ['an unclosed code block', 'Ada: ```js\nUser: no\nAda: fine', ['A: ```js', 'U: no', 'A: fine']],
  ])('reads %s', async (_, rawText, expected) => {
    const { status, body } = await format(rawText, { otherParticipantName: 'Human' })
    expect([status, body.messages]).toEqual([200, messages(...expected)])
  })

  test.each<[string, unknown]>([
    [
      'a list of roles',
      [
        { role: 'system', content: 'x' },
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
      ],
    ],
    [
      'an object with messages',
      {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hello' },
        ],
      },
    ],
    [
      'senders',
      {
        name: 'x',
        chat_messages: [
          { sender: 'human', text: 'hi' },
          { sender: 'assistant', text: 'hello' },
        ],
      },
    ],
    [
      'names',
      [
        { speaker: 'Bob', text: 'hi' },
        { speaker: 'ada', text: 'hello' },
      ],
    ],
    [
      'a message tree',
      {
        current_node: 'c',
        mapping: {
          root: { message: null, parent: null, children: ['a'] },
          a: {
            message: { author: { role: 'user' }, content: { parts: ['hi'] } },
            parent: 'root',
            children: ['b', 'c'],
          },
          b: {
            message: { author: { role: 'assistant' }, content: { parts: ['discarded'] } },
            parent: 'a',
            children: [],
          },
          c: { message: { author: { role: 'assistant' }, content: { parts: ['hello'] } }, parent: 'a', children: [] },
        },
      },
    ],
  ])('reads an export in JSON: %s', async (_, exported) => {
    const { status, body } = await format(JSON.stringify(exported))
    expect([status, body.messages]).toEqual([200, messages('U: hi', 'A: hello')])
  })

  test('reads an export in JSON lines', async () => {
    const { body } = await format('{"role":"user","content":"hi"}\n{"role":"model","content":"hello"}\n')
    expect(body.messages).toEqual(messages('U: hi', 'A: hello'))
  })

  test('takes the given title, else the title of an export, else the beginning of the first message', async () => {
    const exported = JSON.stringify({ title: 'Exported', messages: [{ role: 'user', content: 'hi' }] })
    expect((await format('Human: hi\nAda: hello', { title: 'Given' })).body.title).toBe('Given')
    expect((await format(exported)).body.title).toBe('Exported')
    const long = await format(`Human: ${'word '.repeat(50)}\nAda: hello`)
    expect(long.body.title).toMatch(/^word (word )+word…$/)
    expect(long.body.title.length).toBeLessThanOrEqual(81)
  })

  test.each<[string, string, string[]]>([
    ['line ends', 'Bob: one\r\ntwo\r\n\r\nAda: three\rfour\u2028five', ['U: one\r\ntwo', 'A: three\rfour\u2028five']],
    ['comments', 'Bob: a <!-- b\nAda: c --> d\n<!-- e -->\nBob: f', ['U: a <!-- b', 'A: c --> d\n<!-- e -->', 'U: f']],
    ['invisible marks', '\u200eB\u200bob: \u202ehi\u2066 \nA\u00adda: a\u200bb', ['U: \u202ehi\u2066', 'A: a\u200bb']],
    ['secrets', 'Bob: password = "hunter2hunter2"\nAda: ok', ['U: password = "hunter2hunter2"', 'A: ok']],
    [
      'marks in subtitles',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n\u200e<v Bob>h\u200bi</v>\n\n00:00:05.000 --> 00:00:06.000\n<v Ada>hello</v>',
      ['U: h\u200bi', 'A: hello'],
    ],
    [
      'an export',
      JSON.stringify([
        { role: 'user', content: ' a\r\n<!-- b -->\u200b password = "hunter2hunter2"\n' },
        { role: 'assistant', content: 'c\0\ud800' },
        { role: 'user', content: '\u200b\n' },
      ]),
      ['U:  a\r\n<!-- b -->\u200b password = "hunter2hunter2"\n', 'A: c\ufffd'],
    ],
  ])('takes the words as they were sent: %s', async (_, rawText, expected) => {
    expect((await format(rawText)).body.messages).toEqual(messages(...expected))
    const { body: started } = await tenant.post('/conversations', { participants: [{ participantType: 'human' }] })
    const path = `/conversations/${started.id}`
    expect((await tenant.post(`${path}/messages`, { format: true, rawText, agentName: 'Ada' })).status).toBe(201)
    const { body } = await tenant.get(path)
    expect(body.messages.map(({ content }: any) => content)).toEqual(expected.map((line) => line.slice(3)))
  })

  test('cleans the title that it makes of a message', async () => {
    const { body } = await format('Bob: a\u200bb <!-- c --> password = "hunter2hunter2"\nAda: ok')
    expect(body.title).toMatch(/^ab password = /)
    expect(body.title).not.toMatch(/hunter2|<!--|\u200b/)
  })

  test('cleans the words where they are published', async () => {
    const agentId = await tenant.agent()
    const { body: started } = await tenant.post('/conversations', {
      participants: [{ participantType: 'agent', agentId }],
    })
    const path = `/conversations/${started.id}`
    const rawText = 'Bob: a\r\n<!-- b -->\u200bc\nAda: password = "hunter2hunter2"'
    await tenant.post(`${path}/messages`, { format: true, rawText, agentName: 'Ada' })
    const { content } = (await tenant.post(`${path}/publish`, { agentId })).body
    expect(content).not.toMatch(/hunter2|<!--|\u200b|\r/)
    expect(content).toContain('Ada: password')
  })

  test('says which engine read the text', async () => {
    expect((await format('Human: hi\nAda: hello')).body.engine).toBe('builtin')
  })

  test.each([
    ['no speaker', 'Just some words.\nNote: nothing here.', /must name its speakers/],
    ['only strangers', 'Bob: hi\nCarol: hello', /not Ada/],
  ])('400 for a text with %s', async (_, rawText, sentence) => {
    const { status, body } = await format(rawText)
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)])
  })

  test.each([
    ['rawText', { agentName: 'Ada' }],
    ['agentName', { rawText: 'Ada: hi' }],
    ['otherParticipantType', { rawText: 'Ada: hi', agentName: 'Ada', otherParticipantType: 'robot' }],
    ['must differ', { rawText: 'Ada: hi', agentName: 'Ada', otherParticipantName: 'ada' }],
  ])('400 naming %s', async (name, body) => {
    const answer = await tenant.post('/conversations/format', body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(name)])
  })

  test('reads a text of almost 4 MiB; 413 beyond', async () => {
    const line = `Human: ${'x'.repeat(990)}\nAda: ${'y'.repeat(990)}\n`
    const { status, body } = await format(line.repeat(2000))
    expect([status, body.messages.length]).toEqual([200, 4000])
    expect((await format(line.repeat(2200))).status).toBe(413)
  })

  test('401 without a key', async () => {
    expect((await service.call('POST', '/conversations/format', { rawText: 'Ada: hi', agentName: 'Ada' })).status).toBe(
      401,
    )
  })
})
