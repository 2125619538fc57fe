import { utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { minute, newHome, removeHomes } from './home.ts'

/** Words of a person in the transcripts of Copilot CLI, Cursor, Cline and Continue. */

removeHomes()

const event = (at: number, type: string, data: object, more: object = {}) => ({
  type,
  data,
  id: `event-${at}`,
  timestamp: minute(at),
  ...more,
})

test('a session of Copilot CLI', async () => {
  const home = newHome()
  const start = event(0, 'session.start', { sessionId: 'one', startTime: minute(0), context: { cwd: '/srv/shop' } })
  home.writeLines('.copilot/session-state/one/events.jsonl', [
    start,
    event(1, 'user.message', { content: 'Use the money type.', transformedContent: 'Always. Use the money type.' }),
    event(2, 'system.message', { role: 'system', content: 'Always obey.' }),
    event(3, 'assistant.message', { content: 'I used floats.' }),
    event(4, 'assistant.message', { content: 'A helper looked.', parentToolCallId: 'call' }),
    event(5, 'user.message', { content: 'Count the lines.', source: 'agent-one' }, { agentId: 'two' }),
    event(6, 'tool.execution_complete', { result: { content: 'Always retry.' } }),
    event(7, 'user.message', { content: 'Always check.', source: 'skill-check' }),
    event(8, 'user.message', { content: 'No floats!' }),
    event(9, 'permission.completed', { result: { kind: 'approved' }, decisionSource: 'human_response' }),
    event(10, 'forecast.sunny', { content: 'Always.' }),
  ])
  home.writeLines('.copilot/session-state/two.jsonl', [event(20, 'user.message', { content: 'Use tabs.' })])
  expect(await home.read()).toEqual([
    {
      tool: 'copilot',
      id: 'one',
      project: '/srv/shop',
      startedAt: minute(1),
      endedAt: minute(8),
      turns: [
        { id: 'event-1', at: minute(1), text: 'Use the money type.' },
        { id: 'event-8', at: minute(8), text: 'No floats!', before: 'I used floats.' },
      ],
    },
    expect.objectContaining({ id: 'two', project: null }),
  ])
  expect(home.counts()).toEqual({ helper_session: 2, tool_message: 1, unknown_record: 1 })
})

const cursorLine = (role: string, text: string) => ({ role, message: { content: [{ type: 'text', text }] } })

test('a transcript of Cursor has the time of its file; text and databases are counted', async () => {
  const home = newHome()
  const file = home.writeLines('.cursor/projects/srv-shop/agent-transcripts/one.jsonl', [
    cursorLine('system', 'Always obey.'),
    cursorLine('user', '<user_info>\nAlways sunny\n</user_info>\n<user_query>\nUse the money type.\n</user_query>'),
    cursorLine('assistant', 'I used floats.'),
    { role: 'user', message: { content: [{ type: 'tool_result', content: [{ type: 'text', text: 'Always.' }] }] } },
    cursorLine('user', '<user_query>\nNo floats!\n</user_query>'),
    cursorLine('user', 'Implement the plan as specified, it is attached. Do NOT edit the plan file itself.'),
    { weather: 'sunny' },
  ])
  utimesSync(file, new Date(minute(0)), new Date(minute(30)))
  home.write('.cursor/projects/srv-shop/agent-transcripts/two.txt', 'user: Always.')
  home.write('.cursor/chats/hash/three/store.db', 'SQLite format 3')
  home.write('.config/Cursor/User/globalStorage/state.vscdb', 'SQLite format 3')
  const at = minute(30)
  expect(await home.read()).toEqual([
    {
      tool: 'cursor',
      id: 'one',
      project: 'srv-shop',
      startedAt: at,
      endedAt: at,
      turns: [
        { id: expect.any(String), at, text: 'Use the money type.' },
        { id: expect.any(String), at, text: 'No floats!', before: 'I used floats.' },
      ],
    },
  ])
  expect(home.counts()).toEqual({
    unknown_record: 1,
    text_transcript: 1,
    chat_database: 2,
    tool_message: 1,
    tool_text: 1,
  })
  expect(await home.words('cursor', { project: '/srv/shop' })).toHaveLength(2)
  expect(await home.words('cursor', { project: '/srv' })).toEqual([])
})

test('a copied chat without times is known by the words around each turn', async () => {
  const home = newHome()
  const lines = [
    cursorLine('user', 'Use tabs.'),
    cursorLine('assistant', 'The first file has tabs.'),
    cursorLine('user', 'Go on.'),
    cursorLine('assistant', 'The second file has tabs.'),
  ]
  home.writeLines('.cursor/projects/srv-shop/agent-transcripts/one.jsonl', lines)
  home.writeLines('.cursor/projects/srv-shop/agent-transcripts/two/two.jsonl', [...lines, cursorLine('user', 'Go on.')])
  home.writeLines('.cursor/projects/srv-shop/agent-transcripts/three.jsonl', [
    cursorLine('user', 'Use tabs.'),
    cursorLine('assistant', 'Which file?'),
  ])
  const sessions = await home.read('cursor')
  expect(sessions.map(({ id, turns }) => [id, turns.map(({ text }) => text)])).toEqual([
    ['one', ['Use tabs.', 'Go on.']],
    ['two', ['Go on.']],
    ['three', ['Use tabs.']],
  ])
})

test('sessions of Cline, of the current version and of tasks', async () => {
  const home = newHome()
  const messages = [
    {
      id: 'a',
      role: 'user',
      content: [{ type: 'text', text: '<user_input mode="act">Use tabs.</user_input>' }],
      ts: 1_791_190_800_000,
    },
    { id: 'b', role: 'assistant', content: [{ type: 'text', text: 'I used spaces.' }] },
    {
      id: 'c',
      role: 'user',
      content: [
        { type: 'tool_result', content: 'Always retry.' },
        { type: 'text', text: 'Always.' },
      ],
    },
    {
      id: 'd',
      role: 'user',
      content: [{ type: 'text', text: '<user_input mode="plan">Tabs!</user_input>' }],
      ts: 1_791_190_860_000,
    },
  ]
  const folder = '.cline/data/sessions'
  const document = { version: 1, agent: 'lead', sessionId: 'one', origin: { mode: 'user' }, messages }
  home.write(`${folder}/one/one.messages.json`, JSON.stringify(document))
  home.write(`${folder}/one/one.json`, JSON.stringify({ cwd: '/srv/shop', prompt: 'Use tabs.' }))
  // A task in one command, which a script gives.
  home.write(`${folder}/three/three.messages.json`, JSON.stringify({ ...document, sessionId: 'three' }))
  home.write(`${folder}/three/three.json`, JSON.stringify({ cwd: '/srv/shop', interactive: false }))
  home.write(`${folder}/two/two.messages.json`, JSON.stringify({ ...document, sessionId: 'two', agent: 'counter' }))
  home.write(
    '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1791190000000/api_conversation_history.json',
    JSON.stringify([
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: '<task>\nBe brief.\n</task>\n\n<environment_details>\nAlways.\n</environment_details>',
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: '[read_file for notes.md] Result:\nAlways deploy.' }] },
      {
        role: 'user',
        content: [{ type: 'text', text: 'The user denied this operation.\n<feedback>\nAsk me first.\n</feedback>' }],
      },
    ]),
  )
  const sessions = await home.read('cline')
  expect(sessions).toMatchObject([
    {
      id: 'one',
      project: '/srv/shop',
      startedAt: '2026-10-05T09:00:00.000Z',
      turns: [{ text: 'Use tabs.' }, { text: 'Tabs!', before: 'I used spaces.' }],
    },
    { id: '1791190000000', project: null, turns: [{ text: 'Be brief.' }, { text: 'Ask me first.' }] },
  ])
  expect(home.counts()).toEqual({ helper_session: 4, tool_text: 2, program_prompt: 2 })
})

test('a session of Continue', async () => {
  const home = newHome()
  const history = [
    {
      message: { role: 'user', content: 'Use tabs.' },
      contextItems: [{ content: 'Always.' }],
      editorState: 'Use tabs.',
    },
    {
      message: { role: 'assistant', content: 'I used spaces.' },
      toolCallStates: [{ output: [{ content: 'Always.' }] }],
    },
    { message: { role: 'user', content: [{ type: 'text', text: 'Tabs!' }] } },
    { message: { role: 'system', content: 'Always obey.' } },
  ]
  const document = { sessionId: 'one', workspaceDirectory: 'file:///srv/shop', history }
  home.write('.continue/sessions/one.json', JSON.stringify(document))
  home.write('.continue/sessions/sessions.json', '[{"sessionId": "one", "title": "Always"}]')
  home.write('.continue/sessions/large.json', Buffer.alloc(33 * 2 ** 20, ' '))
  expect(await home.read()).toMatchObject([
    {
      tool: 'continue',
      id: 'one',
      project: '/srv/shop',
      turns: [{ text: 'Use tabs.' }, { text: 'Tabs!', before: 'I used spaces.' }],
    },
  ])
  expect(home.counts()).toEqual({ large_file: 1 })
})
