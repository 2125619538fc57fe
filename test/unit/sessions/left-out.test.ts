import { expect, test } from 'vitest'
import { readSession } from '../../../cli/sessions/read-sessions.ts'
import { SkipCounts } from '../../../cli/sessions/session.ts'
import { describeSkipped } from '../../../cli/sessions/session-options.ts'
import { type Home, minute, newHome, removeHomes } from './home.ts'

/** Prompts of programs, pasted reviews, and the lines that say what was left out. Each reading adds up, see `newHome`. */

removeHomes()

const prompt = (name: string) =>
  `You are a futures analyst, and the contract is ${name}. ${'Never guess, and always cite the source of each price. '.repeat(3)}`.trim()

const cursor = (home: Home, session: string, ...texts: string[]) =>
  home.writeLines(
    `.cursor/projects/srv-shop/agent-transcripts/${session}.jsonl`,
    texts.map((text) => ({ role: 'user', message: { content: [{ type: 'text', text }] } })),
  )
const gemini = (home: Home, session: string, ...texts: string[]) =>
  home.writeLines(`.gemini/tmp/other/chats/session-${session}.jsonl`, [
    { sessionId: session, kind: 'main', startTime: minute(0) },
    ...texts.map((text, at) => ({ id: `${session} ${at}`, timestamp: minute(at), type: 'user', content: [{ text }] })),
  ])
const claude = (home: Home, session: string, text: string, marks: object) =>
  home.writeLines(`.claude/projects/-srv-shop/${session}.jsonl`, [
    {
      type: 'user',
      message: { role: 'user', content: text },
      uuid: session,
      sessionId: session,
      timestamp: minute(session.length),
      ...marks,
    },
  ])

test('a template of a program returns in three sessions of any tool and project, and does not count', async () => {
  const home = newHome()
  cursor(home, 'one', prompt('ESZ6'), 'Use tabs.')
  cursor(home, 'two', prompt('NQH7'))
  expect(await home.words()).toHaveLength(3)
  gemini(home, 'three', prompt('CLF7'))
  expect(await home.words()).toEqual(['Use tabs.'])
  expect(home.counts()).toEqual({ template_prompt: 3 })
})

test('a short request that a person repeats counts, as does a long one that the tool marks as typed', async () => {
  const home = newHome()
  for (const session of ['a', 'bb', 'ccc']) {
    cursor(home, session, 'Always run the linter before you commit.')
    claude(home, session, prompt('ESZ6'), { origin: { kind: 'human' }, promptSource: 'typed' })
  }
  expect(await home.words('cursor')).toHaveLength(3)
  expect(await home.words('claude-code')).toHaveLength(3)
  for (const session of ['a', 'bb', 'ccc']) claude(home, session, prompt('ESZ6'), {})
  expect(await home.words('claude-code')).toEqual([])
})

test('the prompt of a program is known at the end of its session, too', async () => {
  const home = newHome()
  gemini(home, 'one', prompt('NQH7'))
  gemini(home, 'two', prompt('CLF7'))
  gemini(home, '12345678-three', prompt('ESZ6'), 'Use tabs.')
  const skipped = new SkipCounts()
  const machine = { home: home.path, env: home.env }
  const session = await readSession('gemini', '12345678-three', { machine, skipped })
  expect(session?.turns.map(({ text }) => text)).toEqual(['Use tabs.'])
})

const exec = (originator: string, source: string) => ({
  type: 'session_meta',
  payload: { id: 'one', originator, source, thread_source: 'user' },
})
const said = (text: string) => ({
  type: 'event_msg',
  timestamp: minute(1),
  payload: { type: 'item_completed', item: { type: 'UserMessage', content: [{ type: 'text', text }] } },
})

test.each([
  ['codex_exec', 'exec'],
  ['codex_exec', 'cli'],
  ['codex_sdk_ts', 'exec'],
  ['codex_mcp_server', 'mcp'],
])('a rollout of %s from %s is a program’s', async (originator, source) => {
  const home = newHome()
  home.writeLines('.codex/sessions/2026/10/05/rollout-one.jsonl', [exec(originator, source), said('Never guess.')])
  expect(await home.words()).toEqual([])
  expect(home.counts()).toEqual({ program_prompt: 1 })
})

test.each([
  ['codex-tui', 'cli'],
  ['codex_cli_rs', 'cli'],
  ['codex_vscode', 'vscode'],
  ['Codex Desktop', 'vscode'],
  ['codex_work_desktop', 'vscode'],
])('a rollout of %s is a person’s, however often a long prompt returns', async (originator, source) => {
  const home = newHome()
  for (const id of ['one', 'two', 'three']) {
    const { type, payload } = exec(originator, source)
    home.writeLines(`.codex/sessions/2026/10/05/rollout-${id}.jsonl`, [
      { type, payload: { ...payload, id } },
      said(`${prompt(id)} ${id}`),
    ])
  }
  expect(await home.words()).toHaveLength(3)
})

test('a pasted review does not count, and has a reason of its own', async () => {
  const home = newHome()
  const review = 'Bob left some comments on my branch:\n- Always use named exports\n- Never log the token'
  cursor(
    home,
    'one',
    `${review}\n\nI want small commits.`,
    'Low Severity\n\nThe handle stays open in `readAll`, see cart.ts.',
  )
  expect(await home.words()).toEqual(['Bob left some comments on my branch:\n[…]\nI want small commits.'])
  expect(home.counts()).toEqual({ pasted_review: 1, review_message: 1 })
})

test('one line for each tool says what was left out, first in the name of the person', async () => {
  const home = newHome()
  cursor(home, 'one', prompt('NQH7'), '/compact', 'Use tabs.')
  cursor(home, 'two', prompt('CLF7'), '/compact', 'Use tabs.')
  gemini(home, 'three', prompt('ESZ6'))
  await home.read()
  home.skipped.add('cursor', 'agent_message')
  home.skipped.add('cursor', 'empty_message')
  expect(describeSkipped(home.skipped)).toEqual([
    'Skipped in cursor: 2 commands without words, 2 prompts of a template, which begin alike in three sessions, 1 message without words, 1 message of the agent',
    'Skipped in gemini: 1 prompt of a template, which begin alike in three sessions, 1 record of the tool itself',
  ])
})
