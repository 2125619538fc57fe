import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorkspace, run, type Workspace, write } from './command.ts'
import { newFolder, removeFolder } from './running.ts'

/** `agent-identity sessions` for a person with transcripts in the home folder. */

let folder: string
let person: Workspace
beforeAll(() => {
  folder = newFolder()
  person = newWorkspace(folder)
  const prompt = (project: string, timestamp: string, content: string) =>
    `${JSON.stringify({ type: 'user', message: { role: 'user', content }, cwd: project, timestamp, sessionId: project })}\n`
  const shop = prompt(`${person.cwd}/shop`, '2026-10-05T09:00:00Z', 'Use tabs.')
  write(
    person,
    '.claude/projects/a/one.jsonl',
    shop + prompt(`${person.cwd}/shop`, '2026-10-06T09:00:00Z', 'Be brief.'),
  )
  write(
    person,
    '.claude/projects/b/two.jsonl',
    `${prompt('/srv/\u001b[31mred', '2026-10-07T09:00:00Z', 'Stop.')}broken\n`,
  )
  const event = {
    type: 'event_msg',
    timestamp: new Date().toISOString(),
    payload: { type: 'user_message', message: 'Go.' },
  }
  write(person, '.codex/sessions/2026/10/08/rollout-2026-10-08-x.jsonl', `${JSON.stringify(event)}\n`)
})
afterAll(() => removeFolder(folder))

test('lists sessions by tool and project, and names what it skipped', async () => {
  const today = new Date().toISOString().slice(0, 10)
  expect(await run(person, 'sessions', 'list')).toEqual({
    status: 0,
    out: `tool         project             sessions  turns  from        to
claude-code  ~/shop              1         2      2026-10-05  2026-10-06
claude-code  /srv/\\u001b[31mred  1         1      2026-10-07  2026-10-07
codex        unknown             1         1      ${today}  ${today}
`,
    error: `Skipped in claude-code: 1 line that is not JSON
"agent-identity sessions read" shows the rules that you told them.
`,
  })
})

const list = async (...options: string[]) =>
  JSON.parse((await run(person, 'sessions', 'list', '--json', ...options)).out)

test('as JSON, with sums', async () => {
  const answer = await list('--tool', 'claude-code', '--project', 'shop')
  expect(answer).toEqual({
    data: [
      {
        tool: 'claude-code',
        project: `${person.cwd}/shop`,
        sessions: 1,
        turns: 2,
        started_at: '2026-10-05T09:00:00.000Z',
        ended_at: '2026-10-06T09:00:00.000Z',
      },
    ],
    sessions: 1,
    turns: 2,
    records: 4,
    skipped: [
      { tool: 'claude-code', reason: 'broken_line', count: 1 },
      { tool: 'claude-code', reason: 'other_turn', count: 1 },
    ],
  })
})

test('since a time', async () => {
  expect(await list('--since', '2026-10-06')).toMatchObject({ sessions: 3, turns: 3 })
  expect(await list('--since', '1d')).toMatchObject({ sessions: 1, turns: 1 })
  expect(await run(person, 'sessions', 'list', '--since', 'yesterday')).toMatchObject({
    status: 1,
    error: expect.stringContaining('a number of days or hours like 30d'),
  })
})

test('in the folder of a project', async () => {
  expect(await list('--project', '.')).toMatchObject({ sessions: 1, turns: 2 })
  expect(await list('--project', './shop/')).toMatchObject({ sessions: 1 })
  expect(await list('--project', 'sho')).toMatchObject({ sessions: 0, data: [] })
  const none = 'There are no sessions that match these options.\n'
  for (const command of ['list', 'read'])
    expect((await run(person, 'sessions', command, '--project', 'sho')).out).toBe(none)
  const stranger = newWorkspace(folder)
  expect((await run(stranger, 'sessions', 'list')).out).toMatch(
    /^There are no sessions of claude-code, codex, .* or continue below \/.+\.\n$/,
  )
})

test('an unknown tool is an error that names the tools', async () => {
  const { status, error } = await run(person, 'sessions', 'list', '--tool', 'vi')
  expect(status).toBe(1)
  expect(error).toContain('claude-code, codex')
})
