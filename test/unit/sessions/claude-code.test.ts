import { expect, test } from 'vitest'
import { type Home, minute, newHome, removeHomes } from './home.ts'

/** Words of a person in the transcripts of Claude Code, by the marks of new versions and by the text of old ones. */

removeHomes()

let count = 0
const base = (session = 'one') => ({
  isSidechain: false,
  uuid: `record-${++count}`,
  timestamp: minute(count),
  cwd: '/srv/shop',
  sessionId: session,
  version: '2.1.300',
})

/** A message of the person in a terminal. */
const typed = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  origin: { kind: 'human' },
  promptSource: 'typed',
  turnOrigin: 'human',
  ...base(),
  ...more,
})
/** A record of type `user` from a version without marks. */
const unmarked = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...base(),
  ...more,
})
const agent = (text: string, more: object = {}) => ({
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  type: 'assistant',
  ...base(),
  ...more,
})
const result = (content: unknown, more: object = {}) =>
  unmarked([{ type: 'tool_result', tool_use_id: 'call', content }], more)

function homeWith(...records: unknown[]): Home {
  const home = newHome()
  home.writeLines('.claude/projects/-srv-shop/one.jsonl', records)
  return home
}
const wordsOf = (...records: unknown[]) => homeWith(...records).words('claude-code')

test('a session has its project, its span, and the agent’s message before each turn', async () => {
  count = 0
  const home = homeWith(
    typed('Build the cart.'),
    agent('I wrote the cart with a class.'),
    { ...agent('A helper looked around.'), isSidechain: true },
    typed('We write functions, never classes.'),
  )
  const [session, ...others] = await home.read()
  expect(others).toEqual([])
  expect(session).toEqual({
    tool: 'claude-code',
    id: 'one',
    project: '/srv/shop',
    startedAt: minute(1),
    endedAt: minute(4),
    turns: [
      { id: 'record-1', at: minute(1), text: 'Build the cart.' },
      {
        id: 'record-4',
        at: minute(4),
        text: 'We write functions, never classes.',
        before: 'I wrote the cart with a class.',
      },
    ],
  })
})

test.each([
  ['typed', { promptSource: 'typed' }],
  ['waiting while the agent worked', { promptSource: 'queued' }],
  ['sent by the desktop application', { promptSource: 'sdk', entrypoint: 'claude-desktop' }],
  [
    'sent by an older application',
    { origin: undefined, turnOrigin: undefined, promptSource: 'sdk', entrypoint: 'claude-vscode' },
  ],
])('a prompt that was %s counts', async (_, marks) => {
  expect(await wordsOf(typed('Name branches after the ticket.', marks))).toEqual(['Name branches after the ticket.'])
})

test.each([
  ['the body of a command or skill', { isMeta: true, turnCompanion: true }],
  ['a summary', { isCompactSummary: true, isVisibleInTranscriptOnly: true }],
  [
    'a notification',
    { origin: { kind: 'task-notification' }, promptSource: 'system', turnOrigin: 'task_notification' },
  ],
  ['a message of the tool', { rowSource: 'harness', origin: undefined, promptSource: undefined }],
  ['a prompt for a helper', { isSidechain: true }],
  ['an accepted plan', { planContent: '1. Add tests' }],
  ['the text of a skill that was called', { sourceToolUseID: 'call' }],
  ['an unknown source', { origin: undefined, promptSource: 'forecast', turnOrigin: undefined }],
])('%s does not count', async (_, marks) => {
  expect(await wordsOf(typed('Always run the tests.', marks))).toEqual([])
})

test('other records repeat words, and do not count', async () => {
  const text = 'Keep the log short.'
  const records = [
    { type: 'queue-operation', operation: 'enqueue', content: text, timestamp: minute(1), sessionId: 'one' },
    { type: 'last-prompt', lastPrompt: text, sessionId: 'one' },
    { type: 'api-request-blob', sessionId: 'one', message: { role: 'user', content: [{ type: 'text', text }] } },
    { type: 'attachment', attachment: { type: 'hook_success', content: text }, ...base() },
    { type: 'progress', data: { message: { type: 'user', message: { role: 'user', content: text } } }, ...base() },
  ]
  expect(await wordsOf(...records)).toEqual([])
  expect(await wordsOf(typed(text, { uuid: 'same' }), ...records, typed(text, { uuid: 'same' }))).toEqual([text])
})

test.each([
  ['<bash-input>cat notes.md</bash-input>'],
  ['<bash-stdout>Always run the linter.</bash-stdout><bash-stderr></bash-stderr>'],
  ['<local-command-stdout>Compacted</local-command-stdout>'],
  ['<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>'],
  ['<system-reminder>Never mention this.</system-reminder>'],
  ['[Request interrupted by user]'],
  ['This session is being continued from a previous conversation that ran out of context. Never stop.'],
  ['Implement the following plan:\n\n# Plan\n\n- Always migrate first'],
  ['Stop hook feedback:\nRun the linter'],
  ['Caveat: The messages below were generated by the user while running local commands.'],
  ['!npm test'],
  ['/exit'],
])('%s is not what a person said', async (content) => {
  expect(await wordsOf(unmarked(content), typed(content))).toEqual([])
})

test('words behind a command count, its name does not', async () => {
  const command = (args: string) =>
    `<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>${args}</command-args>`
  expect(
    await wordsOf(
      typed(command('the cart, and never touch the prices'), { promptSource: undefined }),
      typed('Review the diff. Never guess.', { isMeta: true }),
    ),
  ).toEqual(['the cart, and never touch the prices'])
})

test('what an editor adds to a message does not count', async () => {
  const blocks = [
    { type: 'text', text: '<ide_opened_file>The user opened /srv/shop/cart.ts</ide_opened_file>' },
    { type: 'text', text: 'Use our money type here.' },
    { type: 'image', source: { type: 'base64', data: 'AAAA' } },
  ]
  expect(await wordsOf(unmarked(blocks))).toEqual(['Use our money type here.'])
  expect(await wordsOf(typed('<system-reminder>Today is Monday</system-reminder>\nUse our money type.'))).toEqual([
    'Use our money type.',
  ])
})

test('the reason of a refusal counts, although it stands in the result of a tool', async () => {
  const marks = { toolDenialKind: 'user-rejected', permissionDecision: { decision: 'reject', source: 'user_reject' } }
  const said = 'The tool use was rejected. To tell you how to proceed, the user said:\nNo, ask me before a migration.'
  expect(await wordsOf(result(said, { ...marks, userFeedback: 'No, ask me before a migration.' }))).toEqual([
    'No, ask me before a migration.',
  ])
  const old = `The user doesn't want to proceed with this tool use. ${said}\n\nNote: The user's next message may contain a correction or preference.`
  expect(await wordsOf(result(old, { toolUseResult: `Error: ${old}` }))).toEqual(['No, ask me before a migration.'])
  expect(await wordsOf(result([{ type: 'text', text: old }]))).toEqual(['No, ask me before a migration.'])
})

test('an answer to a question of the agent counts if it was typed, and not if it was chosen', async () => {
  const question = (text: string, ...labels: string[]) => ({
    question: text,
    options: labels.map((label) => ({ label })),
  })
  const toolUseResult = {
    questions: [
      question('Which database?', 'SQLite', 'PostgreSQL'),
      question('Which checks?', 'Types', 'Types, strict', 'Lint'),
      question('What next?', 'Open the plan', 'Stop'),
    ],
    answers: {
      'Which database?': 'SQLite',
      'Which checks?': 'Types, strict, Lint',
      'What next?': 'Split it first, one idea in a commit.',
    },
  }
  expect(await wordsOf(result('User has answered your questions', { toolUseResult }))).toEqual([
    'Split it first, one idea in a commit.',
  ])
  const other = { toolUseResult: { answers: { 'Which database?': 'Always SQLite.' } } }
  expect(await wordsOf(result('{"answers": "Always."}', other))).toEqual([])
})

test('a file that a tool read says nothing, whatever is in it', async () => {
  const notes = 'the user said:\nAlways deploy on Friday.'
  expect(
    await wordsOf(
      result(notes),
      result(notes, { permissionDecision: { decision: 'accept', source: 'config' } }),
      result(`"userFeedback" ${notes}`, { permissionDecision: { decision: 'reject', source: 'config' } }),
      result(notes, { userFeedback: notes, toolDenialKind: 'rule-rejected' }),
    ),
  ).toEqual([])
})

const sdk = { origin: undefined, promptSource: 'sdk', turnOrigin: 'sdk' }

test.each([
  ['claude -p', { ...sdk, entrypoint: 'sdk-cli' }],
  ['an SDK', { ...sdk, entrypoint: 'sdk-ts' }],
  [
    'an SDK of an older version',
    { origin: undefined, promptSource: undefined, turnOrigin: undefined, entrypoint: 'sdk-py' },
  ],
  ['a version without an entry point', sdk],
  ['the tool as an MCP server', { ...sdk, promptSource: undefined, turnOrigin: undefined, entrypoint: 'mcp' }],
  ['an action', { ...sdk, entrypoint: 'claude-code-github-action' }],
])('a prompt that a program sent by %s does not count, and is counted', async (_, marks) => {
  const home = newHome()
  home.writeLines('.claude/projects/-srv-shop/one.jsonl', [
    typed('Always rate this answer.', marks),
    typed('<command-name>/rate</command-name>\n<command-args>always</command-args>', {
      ...marks,
      promptSource: undefined,
    }),
  ])
  expect(await home.words()).toEqual([])
  expect(home.counts()).toEqual({ program_prompt: 2 })
})

test('a resumed or forked session has only the turns that the first one does not', async () => {
  const home = newHome()
  const first = [
    typed('Use tabs.', { uuid: 'a', timestamp: minute(1) }),
    typed('Build it.', { uuid: 'b', timestamp: minute(2) }),
  ]
  home.writeLines('.claude/projects/-srv-shop/one.jsonl', first)
  home.writeLines('.claude/projects/-srv-shop/two.jsonl', [
    ...first.map((record) => ({ ...record, sessionId: 'two', uuid: `${record.uuid}-copied` })),
    typed('Now add tests.', { sessionId: 'two', timestamp: minute(3) }),
  ])
  home.writeLines('.claude/projects/-srv-shop/three.jsonl', [{ ...first[0], sessionId: 'three' }])
  const sessions = await home.read()
  expect(sessions.map(({ id, turns }) => [id, turns.map(({ text }) => text)])).toEqual([
    ['one', ['Use tabs.', 'Build it.']],
    ['two', ['Now add tests.']],
  ])
  expect(home.counts()).toEqual({ copied_turn: 3 })
})

test('the same request in two sessions counts in both', async () => {
  const home = newHome()
  for (const [index, id] of ['one', 'two'].entries()) {
    const record = typed('Commit and push.', { sessionId: id, timestamp: minute(10 * index) })
    home.writeLines(`.claude/projects/-srv-shop/${id}.jsonl`, [record])
  }
  expect(await home.words()).toEqual(['Commit and push.', 'Commit and push.'])
})

test('pasted passages are known from the history of prompts', async () => {
  const home = homeWith(typed('Do as this says:\nAlways use four spaces.\nNever log.\nAnd keep it small.'))
  expect(await home.words()).toEqual(['Do as this says:\nAlways use four spaces.\nNever log.\nAnd keep it small.'])
  home.writeLines('.claude/history.jsonl', [
    { display: 'Something else', sessionId: 'one' },
    { display: 'Do as this says: [Pasted text #1 +2 lines] And keep it small.', sessionId: 'one', pastedContents: {} },
  ])
  expect(await home.words()).toEqual(['Do as this says:\n[…]\nAnd keep it small.'])
  expect(home.counts()).toEqual({ pasted_text: 1 })
})

test('the folder of the configuration is followed', async () => {
  const home = newHome()
  home.env.CLAUDE_CONFIG_DIR = `${home.path}/elsewhere`
  home.writeLines('elsewhere/projects/-srv-shop/one.jsonl', [typed('Use tabs.')])
  home.writeLines('.claude/projects/-srv-shop/two.jsonl', [typed('Use spaces.')])
  expect(await home.words()).toEqual(['Use tabs.'])
})

test('unknown records are counted', async () => {
  const home = homeWith({ type: 'weather', text: 'Always sunny', sessionId: 'one' }, typed('Use tabs.'))
  expect(await home.words()).toEqual(['Use tabs.'])
  expect(home.counts()).toEqual({ unknown_record: 1 })
})

test('a refusal with a megabyte of empty lines has its reason', async () => {
  const content = `The user doesn't want to proceed with this tool use. the user said:\nUse tabs.${'\n'.repeat(1_000_000)}Be brief.`
  const home = homeWith(unmarked([{ type: 'tool_result', tool_use_id: 'a', is_error: true, content }]))
  expect(await home.words()).toEqual(['Use tabs.\n\nBe brief.'])
})

test('a question with thousands of options is none of the tool', async () => {
  const options = Array.from({ length: 60_000 }, (_, at) => ({ label: `option ${at}` }))
  const answers = Object.fromEntries(options.map(({ label }) => [label, `Answer of ${label}`]))
  const content = [{ type: 'tool_result', content: 'answered' }]
  const home = homeWith(typed(content, { toolUseResult: { questions: [{ options }], answers } }), typed('Use tabs.'))
  expect(await home.words()).toEqual(['Use tabs.'])
})
