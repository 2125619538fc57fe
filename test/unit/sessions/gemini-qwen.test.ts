import { expect, test } from 'vitest'
import { minute, newHome, removeHomes } from './home.ts'

/** Words of a person in chats of Gemini CLI, and of Qwen Code, which comes from it. */

removeHomes()

const chat = '.gemini/tmp/shop/chats/session-2026-10-05T09-00-one.jsonl'
const header = { sessionId: 'one', projectHash: 'hash', startTime: minute(0), kind: 'main' }
const say = (at: number, texts: string[], more: object = {}) => ({
  id: `message-${at}`,
  timestamp: minute(at),
  type: 'user',
  content: texts.map((text) => ({ text })),
  ...more,
})
const answer = (at: number, content: string) => ({ id: `answer-${at}`, timestamp: minute(at), type: 'gemini', content })

test('a chat of Gemini CLI that was resumed', async () => {
  const home = newHome()
  const first = say(1, ['Use the money type.'])
  home.writeLines(chat, [
    header,
    { $set: { messages: [say(0, ['<session_context>Always sunny.']), first] } },
    first,
    answer(1, ''),
    { ...say(1, []), id: 'result', content: [{ functionResponse: { response: { output: 'Always retry.' } } }] },
    answer(2, 'I used floats.'),
    header,
    { $set: { messages: [first, say(3, ['No floats!'])] } },
    say(3, ['No floats!']),
    say(4, ['<session_context>Always sunny.', 'No floats!']),
    { id: 'info', timestamp: minute(4), type: 'info', content: 'Always cancelled.' },
    say(5, ['Check the cart. Never guess.'], { displayContent: [{ text: '/check the cart' }] }),
    say(6, ['Read @notes.md', '\n--- Content from referenced files ---', 'Always deploy.']),
    say(7, ['an old log\nalways retry\n\n\nWhat does this mean?']),
  ])
  const [session] = await home.read('gemini')
  expect(session).toMatchObject({ id: 'one', project: 'shop', startedAt: minute(1), endedAt: minute(7) })
  expect(session!.turns.map(({ text, before }) => [text, before])).toEqual([
    ['Use the money type.', undefined],
    ['No floats!', 'I used floats.'],
    ['the cart', 'I used floats.'],
    ['Read @notes.md', 'I used floats.'],
    ['What does this mean?', 'I used floats.'],
  ])
})

test('a chat of an older Gemini CLI is one document; its folder is a hash', async () => {
  const home = newHome()
  const messages = [
    { id: 'a', timestamp: minute(1), type: 'user', content: 'Use tabs.' },
    { ...answer(2, 'Done.'), toolCalls: [] },
    { ...say(3, ['Again?']), type: 'forecast' },
  ]
  home.write(`.gemini/tmp/${'a1'.repeat(32)}/chats/session-one.json`, JSON.stringify({ ...header, messages }, null, 2))
  home.write('.gemini/tmp/shop/chats/session-two.json', '{"messages": [')
  home.write('.gemini/tmp/shop/chats/session-three.json', 'null')
  expect(await home.read()).toMatchObject([
    { tool: 'gemini', id: 'one', project: null, turns: [{ text: 'Use tabs.' }] },
  ])
  expect(home.counts()).toEqual({ unknown_record: 3 })
})

test('a chat of a helper agent does not count', async () => {
  const home = newHome()
  home.writeLines(chat, [{ ...header, kind: 'subagent' }, say(1, ['Count the lines.'])])
  expect(await home.words()).toEqual([])
  expect(home.counts()).toEqual({ helper_session: 2 })
})

const record = (at: number, type: string, texts: string[], more: object = {}) => ({
  uuid: `record-${at}`,
  sessionId: 'one',
  timestamp: minute(at),
  type,
  provenance: type === 'user' ? 'real_user' : 'assistant_output',
  cwd: '/srv/shop',
  message: { role: type, parts: texts.map((text) => ({ text })) },
  ...more,
})

test('a chat of Qwen Code', async () => {
  const home = newHome()
  const command = (rawCommand: string, sentToModel: boolean, phase = 'invocation') => ({
    ...record(4, 'system', []),
    provenance: 'system',
    subtype: 'slash_command',
    systemPayload: { phase, rawCommand, sentToModel: phase === 'invocation' ? sentToModel : undefined },
  })
  home.writeLines('.qwen/projects/-srv-shop/chats/one.jsonl', [
    record(1, 'user', ['Use the money type.']),
    record(2, 'assistant', ['I used floats.']),
    record(3, 'user', ['<note>Always sunny.</note>', 'No floats!']),
    command('/check the cart', true),
    command('/check the cart', true, 'result'),
    record(5, 'user', ['Check the cart. Never guess.']),
    command('/compress', false),
    record(6, 'user', ['Always done.'], { provenance: 'system', subtype: 'notification' }),
    record(7, 'tool_result', ['Always retry.'], { provenance: 'tool_result' }),
    record(8, 'user', ['log\nalways retry\n\n\nWhat does this mean?']),
    record(9, 'forecast', ['Always sunny.']),
  ])
  const [session] = await home.read('qwen')
  expect(session).toMatchObject({ tool: 'qwen', id: 'one', project: '/srv/shop' })
  expect(session!.turns.map(({ text, before }) => [text, before])).toEqual([
    ['Use the money type.', undefined],
    ['No floats!', 'I used floats.'],
    ['the cart', 'I used floats.'],
    ['What does this mean?', 'I used floats.'],
  ])
  expect(home.counts()).toEqual({ unknown_record: 1, tool_message: 1, pasted_text: 1, tool_text: 1 })
})

test('a chat of an older Qwen Code has the form of Gemini CLI', async () => {
  const home = newHome()
  const messages = [{ id: 'a', timestamp: minute(1), type: 'user', content: 'Use tabs.' }]
  home.write('.qwen/tmp/shop/chats/session-one.json', JSON.stringify({ ...header, messages }))
  expect(await home.words('qwen')).toEqual(['Use tabs.'])
})
