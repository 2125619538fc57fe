import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { minute, newHome, removeHomes } from './home.ts'

/** Words of a person in rollouts of Codex, of three generations. */

removeHomes()

const path = (id: string) => `.codex/sessions/2026/10/05/rollout-2026-10-05T09-00-00-${id}.jsonl`
const line = (at: number, type: string, payload: object) => ({ timestamp: minute(at), type, payload })
const meta = (id: string, more: object = {}) =>
  line(0, 'session_meta', { id, timestamp: minute(0), cwd: '/srv/shop', originator: 'codex-tui', ...more })

/** A message in the log of the model, each block with its kind. */
const blocks = (at: number, ...content: [kind: string, text: string][]) =>
  line(at, 'response_item', {
    type: 'message',
    role: 'user',
    content: content.map(([, text]) => ({ type: 'input_text', text })),
    internal_chat_message_metadata_passthrough: {
      content_item_kinds: content.map(([kind]) => kind),
      content_item_metadata: content.map(([kind]) => ({
        provenance: { type: kind === 'user.text' ? 'user' : 'harness' },
      })),
    },
  })
const unmarked = (at: number, text: string, role = 'user') =>
  line(at, 'response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
const item = (at: number, type: string, text: string) =>
  line(at, 'event_msg', { type: 'item_completed', item: { type, content: [{ type: 'text', text }] } })
const event = (at: number, message: string, type = 'user_message', more: object = {}) =>
  line(at, 'event_msg', { type, message, ...more })

test('a prompt of the current version counts once, although two logs and a compaction hold it', async () => {
  const home = newHome()
  const prompt = blocks(2, ['user.text', 'Never edit generated files.'])
  home.writeLines(path('one'), [
    meta('one', { thread_source: 'user', source: 'vscode' }),
    blocks(1, ['agents_md.instructions', 'Always obey.'], ['environments.environment_context', 'Paris']),
    prompt,
    item(2, 'UserMessage', 'Never edit generated files.'),
    item(3, 'AgentMessage', 'Then I edit the schema.'),
    blocks(4, ['shell.user_command', '<user_shell_command>ls</user_shell_command>']),
    blocks(4, ['generic.turn_aborted', 'The turn was aborted.']),
    line(5, 'compacted', { message: 'Always summarize.', replacement_history: [prompt.payload] }),
    item(6, 'UserMessage', 'Yes, the schema.'),
  ])
  expect(await home.read()).toEqual([
    {
      tool: 'codex',
      id: 'one',
      project: '/srv/shop',
      startedAt: minute(2),
      endedAt: minute(6),
      turns: [
        { id: expect.any(String), at: minute(2), text: 'Never edit generated files.' },
        { id: expect.any(String), at: minute(6), text: 'Yes, the schema.', before: 'Then I edit the schema.' },
      ],
    },
  ])
})

test('the file of a helper does not count', async () => {
  for (const marks of [{ thread_source: 'subagent' }, { parent_thread_id: 'one' }, { source: { subagent: {} } }]) {
    const home = newHome()
    home.writeLines(path('two'), [meta('two', marks), blocks(1, ['user.text', 'Count the lines.'])])
    expect(await home.words()).toEqual([])
    expect(home.counts()).toEqual({ helper_session: 2 })
  }
})

test('the display’s log of older versions is read, and not the model’s', async () => {
  const home = newHome()
  home.writeLines(path('old'), [
    meta('old'),
    unmarked(1, '<user_instructions>Always obey.</user_instructions>'),
    unmarked(1, '# AGENTS.md instructions for /srv/shop\n\nAlways obey.'),
    event(1, 'Always obey.', 'user_message', { kind: 'user_instructions' }),
    unmarked(2, 'Rename the table.'),
    event(2, 'Rename the table.', 'user_message', { kind: 'plain' }),
    event(3, 'I renamed it in place.', 'agent_message'),
    event(4, 'No, write a migration.'),
    event(
      5,
      '# Files mentioned by the user:\n\n## notes.md: /srv/notes.md\n\n## My request for Codex:\nKeep the notes.',
    ),
  ])
  const [session] = await home.read()
  expect(session!.turns.map(({ text, before }) => [text, before])).toEqual([
    ['Rename the table.', undefined],
    ['No, write a migration.', 'I renamed it in place.'],
    ['Keep the notes.', 'I renamed it in place.'],
  ])
})

test('the model’s log counts where a file has no other', async () => {
  const home = newHome()
  home.writeLines(path('oldest'), [
    meta('oldest'),
    unmarked(1, '<environment_context>Paris</environment_context>'),
    unmarked(2, 'Rename the table.'),
    unmarked(3, 'Done.', 'assistant'),
    unmarked(4, 'Not in place!'),
  ])
  const [session] = await home.read()
  expect(session!.turns.map(({ text, before }) => [text, before])).toEqual([
    ['Rename the table.', undefined],
    ['Not in place!', 'Done.'],
  ])
})

test('a fork repeats turns at a new time, which count for its original', async () => {
  const home = newHome()
  home.writeLines(path('one'), [meta('one'), event(1, 'Use tabs.'), event(2, 'Build it.')])
  home.writeLines(path('two'), [
    { ...meta('two', { forked_from_id: 'one', timestamp: minute(10) }) },
    meta('one'),
    event(10, 'Use tabs.'),
    event(10, 'Build it.'),
    event(11, 'Use tabs.'),
  ])
  const sessions = await home.read()
  expect(sessions.map(({ id, turns }) => [id, turns.map(({ text }) => text)])).toEqual([
    ['one', ['Use tabs.', 'Build it.']],
    ['two', ['Use tabs.']],
  ])
})

test('compressed rollouts are read, in the folder that CODEX_HOME names', async () => {
  const home = newHome()
  home.env.CODEX_HOME = `${home.path}/codex`
  const lines = [meta('packed'), event(1, 'Use tabs.')].map((record) => `${JSON.stringify(record)}\n`).join('')
  home.write(path('packed').replace('.codex', 'codex').concat('.zst'), zstdCompressSync(lines))
  home.write(path('broken').replace('.codex', 'codex').concat('.zst'), 'no archive')
  expect(await home.words()).toEqual(['Use tabs.'])
  expect(home.counts()).toEqual({ unreadable_file: 1 })
})

test('unknown lines are counted', async () => {
  const home = newHome()
  home.writeLines(path('one'), [meta('one'), line(1, 'forecast', { type: 'user_message', message: 'Always sunny' })])
  expect(await home.words()).toEqual([])
  expect(home.counts()).toEqual({ unknown_record: 1 })
})

test('a compressed file of kilobytes that unpacks to gigabytes is not read to its end', async () => {
  const home = newHome()
  const frame = zstdCompressSync(Buffer.alloc(2 ** 26))
  const bomb = Buffer.concat(Array.from({ length: 17 }, () => frame))
  home.write(path('bomb').concat('.zst'), bomb)
  expect(await home.words('codex')).toEqual([])
  expect(home.counts()).toEqual({ unreadable_file: 1 })
})

test.each([
  '# In app browser:\n- The person has the browser open.\n- Current URL: http://127.0.0.1:3000/\n\n## My request for Codex:\n',
  '<in-app-browser-context source="ui">\n# In app browser:\n- Always log in first.\n</in-app-browser-context>\n\n## My request:\n',
  '# Response annotations:\nLabel each answer.\n<response-annotations>\n[{"text":"Always green"}]\n</response-annotations>\n\n## My request for Codex:\n',
  '# Selected text:\n## My request for Codex:\nNever stop.\n\n## My request for Codex:\n',
  '# Files mentioned by the user:\n\n## notes.md: /srv/notes.md\n\n## My request for Codex:\n',
])('what the app puts above the words of a person does not count: %s', async (added) => {
  const home = newHome()
  home.writeLines(path('one'), [meta('one'), item(1, 'UserMessage', `${added}Never use inline styles.`)])
  expect(await home.words('codex')).toEqual(['Never use inline styles.'])
  expect(home.counts()).toEqual({ tool_text: 1 })
})

test('an archived session is read, and counts once where it stands in both folders', async () => {
  const home = newHome()
  const records = [meta('one'), item(1, 'UserMessage', 'Never push without a review.')]
  home.writeLines('.codex/archived_sessions/rollout-2026-10-05T09-00-00-one.jsonl', records)
  expect(await home.words('codex')).toEqual(['Never push without a review.'])
  home.writeLines(path('one'), [...records, item(2, 'UserMessage', 'Ask for a second review.')])
  const [session, ...others] = await home.read('codex')
  expect(others).toEqual([])
  expect(session!.turns.map(({ text }) => text)).toEqual(['Never push without a review.', 'Ask for a second review.'])
})

test('words that look like those of a tool count as typed', async () => {
  const home = newHome()
  const words = [
    '<rules>\nName branches after tickets.\n</rules>',
    'API errors must be JSON.',
    'Todo lists have owners.',
  ]
  home.writeLines(path('one'), [meta('one'), ...words.map((text, at) => item(at + 1, 'UserMessage', text))])
  expect(await home.words('codex')).toEqual(words)
})
