import { describe, expect, test } from 'vitest'
import { fourMessages, lines, readChat } from '../../support/transcripts.ts'

/** Chats that programs export as JSON. */

const entries = (form: (isAgent: boolean, line: string, at: number) => object) =>
  lines.map((line, at) => form(at % 2 === 1, line, at))
const either = (isAgent: boolean, agent: string, other: string) => (isAgent ? agent : other)

describe('exports', () => {
  test.each<[string, unknown]>([
    ['ShareGPT', [{ id: 'x', conversations: entries((is, value) => ({ from: either(is, 'gpt', 'human'), value })) }]],
    ['Gemini', { contents: entries((is, text) => ({ role: either(is, 'model', 'user'), parts: [{ text }] })) }],
    ['AI Studio', { chunkedPrompt: { chunks: entries((is, text) => ({ text, role: either(is, 'model', 'user') })) } }],
    ['LangChain', entries((is, content) => ({ type: either(is, 'ai', 'human'), data: { content } }))],
    ['the AI SDK', entries((is, text) => ({ role: either(is, 'assistant', 'user'), parts: [{ type: 'text', text }] }))],
    [
      'threads of OpenAI, the newest first',
      {
        object: 'list',
        data: entries((is, value, at) => ({
          role: either(is, 'assistant', 'user'),
          created_at: at,
          content: [{ type: 'text', text: { value } }],
        })).toReversed(),
      },
    ],
    [
      'Messenger, the newest first',
      {
        messages: entries((is, content, at) => ({
          sender_name: either(is, 'Ada', 'Kim'),
          content,
          timestamp_ms: at,
        })).toReversed(),
      },
    ],
    [
      'Discord, by nicknames',
      {
        messages: [
          { type: 'GuildMemberJoin', content: 'Joined the server.', author: { name: 'kim' } },
          ...entries((is, content) => ({
            type: 'Default',
            content,
            author: { name: either(is, 'al1815', 'kim'), nickname: either(is, 'Ada', 'Kim') },
          })),
        ],
      },
    ],
    [
      'Slack, by displayed names',
      entries((is, text) => ({
        user: either(is, 'U2', 'U1'),
        text,
        user_profile: { real_name: either(is, 'Augusta King', 'Kim'), display_name: either(is, 'ada', 'kim') },
      })),
    ],
    [
      'Telegram',
      {
        messages: [
          { type: 'service', actor: 'Kim', action: 'pin_message', text: 'pinned' },
          ...entries((is, line) => ({
            type: 'message',
            from: either(is, 'Ada', 'Kim'),
            text: [line.slice(0, 3), { type: 'bold', text: line.slice(3, 6) }, line.slice(6)],
          })),
        ],
      },
    ],
    [
      'Teams',
      {
        value: entries((is, content) => ({
          from: { user: { displayName: either(is, 'Ada', 'Kim') } },
          body: { content },
        })),
      },
    ],
    ['Google Chat', { messages: entries((is, text) => ({ creator: { name: either(is, 'Ada', 'Kim') }, text })) }],
    ['Signal', entries((is, body) => ({ sender: either(is, 'Ada', 'Kim'), body }))],
    [
      'Matrix',
      {
        messages: entries((is, body) => ({
          sender: either(is, '@ada:example.org', '@kim:example.org'),
          content: { msgtype: 'm.text', body },
        })),
      },
    ],
    ['pairs', [0, 2].map((at) => ({ instruction: lines[at], input: '', output: lines[at + 1] }))],
    ['names as keys', entries((is, line) => ({ [either(is, 'Ada', 'kim')]: line }))],
    [
      'one role and two names',
      entries((is, content) => ({ role: 'assistant', name: either(is, 'Ada', 'Kim'), content })),
    ],
  ])('%s', (_, value) => {
    expect(readChat(JSON.stringify(value))).toEqual(fourMessages)
    expect(readChat(`\ufeff\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`)).toEqual(fourMessages)
    if (Array.isArray(value))
      expect(readChat(value.map((entry) => JSON.stringify(entry)).join('\r\n'))).toEqual(fourMessages)
  })

  test('numbered speakers', () => {
    const value = { results: { utterances: entries((is, transcript) => ({ speaker: is ? 1 : 0, transcript })) } }
    expect(readChat(JSON.stringify(value), 'Speaker 1')).toEqual(fourMessages)
    expect(() => readChat(JSON.stringify(value))).toThrow('(Speaker 0, Speaker 1), not Ada')
  })

  test('thoughts and tools are nobody’s', () => {
    const value = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', text: 'hm' },
          { type: 'text', text: 'hello' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', content: 'secret' }] },
    ]
    expect(readChat(JSON.stringify(value))).toEqual(['user: hi', 'assistant: hello'])
  })

  test.each([
    [
      'the agent is not in it',
      entries((is, text) => ({ from: either(is, 'Bob', 'Kim'), text })),
      'agentName must be one of',
    ],
    [
      'it has accounts without names',
      entries((is, text) => ({ user: either(is, 'U2', 'U1'), text })),
      'agentName must be one of',
    ],
    [
      'two may be the agent',
      entries((is, text) => ({ from: either(is, 'Ada K', 'Ada L'), text })),
      'agentName must be one of',
    ],
    ['a message has no speaker', [{ content: 'hi' }, { role: 'assistant', content: 'hello' }], 'message 1 has none'],
  ])('refused when %s', (_, value, sentence) => {
    expect(() => readChat(JSON.stringify(value))).toThrow(sentence)
  })
})

describe('session files of coding agents are refused', () => {
  const json = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n')
  test.each([
    [
      'Claude Code',
      json(
        { type: 'summary', summary: 's', leafUuid: '1' },
        { type: 'user', sessionId: 'x', cwd: '/', message: { role: 'user', content: 'hi' } },
      ),
    ],
    [
      'Codex',
      json(
        { type: 'session_meta', payload: {} },
        { type: 'response_item', payload: { role: 'user', content: [{ text: 'hi' }] } },
      ),
    ],
    ['Gemini', json({ sessionId: 'x', projectHash: 'y', messages: [{ type: 'user', content: 'hi' }] })],
    ['opencode', json({ info: { role: 'user', sessionID: 'x' }, parts: [{ type: 'text', text: 'hi' }] })],
    ['Copilot', json({ type: 'session.start', data: {} }, { type: 'user.message', data: { content: 'hi' } })],
    ['Cline', JSON.stringify([{ ts: 1, type: 'say', say: 'text', text: 'hi' }])],
  ])('%s', (_, text) => {
    expect(() => readChat(text)).toThrow('rawText must be a chat; the session file of a coding agent')
  })
})
