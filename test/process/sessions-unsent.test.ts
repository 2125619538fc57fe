import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { launch, newWorkspace, openStranger, run, type Stranger, sendJson, type Workspace, write } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity sessions read --send` where the way to the service fails: what did not arrive waits on the machine. */

let folder: string
let service: Running
let key: string
/** The network between the command and the service. */
let network: Stranger
/** Decides on each report; the others pass. */
let onReport: (count: number) => 'pass' | 'refuse' | 'cut off' | 'never answer'
let reports: number
let person: Workspace
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})
beforeEach(async () => {
  reports = 0
  const opened = await openStranger(async (response, { method, url, headers }) => {
    const { body } = opened.asked.at(-1)!
    const decision = method === 'POST' && url === '/api/v1/observations' ? onReport(++reports) : 'pass'
    if (decision === 'refuse') return sendJson(response, { error: 'The disk is full' }, 400)
    if (decision === 'cut off') return response.destroy()
    if (decision === 'never answer') return
    const { authorization = '', 'content-type': type } = headers
    const answer = await fetch(service.url + url, {
      ...{ method, headers: { authorization, ...(type && { 'content-type': type }) } },
      ...(body !== '' && { body }),
    })
    sendJson(response, await answer.json(), answer.status)
  })
  network = opened
  person = newWorkspace(folder)
  Object.assign(person.env, { AGENT_IDENTITY_URL: network.url, AGENT_IDENTITY_API_KEY: key })
})
afterEach(() => network.close())

/** An agent, and sessions in which a person told a rule each. */
async function newAgent(rules: number): Promise<string> {
  const { slug } = (await call(service, 'POST', '/agents', { name: `Ada ${crypto.randomUUID()}` }, key)).body
  for (let at = 0; at < rules; at++) {
    const record = {
      ...{ type: 'user', message: { role: 'user', content: `From now on always use style ${at} for headings.` } },
      ...{ cwd: '/srv/shop', uuid: `turn-${at}`, timestamp: '2026-10-01T09:00:00Z', sessionId: `session-${at}` },
    }
    write(person, `.claude/projects/a/${at}.jsonl`, `${JSON.stringify(record)}\n`)
  }
  return slug
}

const readAndSend = (agent: string) => ['sessions', 'read', '--agent', agent, '--send', '--yes']
const waiting = async (): Promise<number> => JSON.parse((await run(person, 'sessions', 'pending', '--json')).out).count
const stored = async (agent: string): Promise<number> =>
  (await call(service, 'GET', `/content-items?agentId=${agent}&sourceType=session`, undefined, key)).body.count

test.each([
  ['refuse', 'Request 1 of 1 failed: The disk is full'],
  ['cut off', `Sending to http://127.0.0.1:`],
] as const)('observations that the service did not take (%s) wait until they are sent', async (decision, note) => {
  const agent = await newAgent(2)
  onReport = () => decision
  const failed = await run(person, ...readAndSend(agent))
  expect(failed).toMatchObject({ status: 1, out: '', error: expect.stringContaining(note) })
  expect(failed.error).toContain('2 observations of 2 did not arrive and wait on this machine.')
  expect(await waiting()).toBe(2)
  expect((await run(person, ...readAndSend(agent))).status).toBe(1)
  expect(await waiting()).toBe(2)

  onReport = () => 'pass'
  expect((await run(person, 'sessions', 'send', '--yes')).out).toBe(
    `Sent 2 observations, of which 2 are new. "agent-identity discover ${agent}" reads them.\n`,
  )
  expect([await waiting(), await stored(agent)]).toEqual([0, 2])
})

test('of many, those that the service took do not wait', async () => {
  const agent = await newAgent(60)
  onReport = (count) => (count === 1 ? 'pass' : 'refuse')
  const failed = await run(person, ...readAndSend(agent))
  expect(failed.error).toContain('10 observations of 60 did not arrive')
  expect([await waiting(), await stored(agent)]).toEqual([10, 50])

  // Reading again sends all of them, and nothing waits for it twice.
  onReport = () => 'pass'
  expect((await run(person, ...readAndSend(agent))).out).toContain('Sent 60 observations, of which 10 are new.')
  expect([await waiting(), await stored(agent)]).toEqual([0, 60])
})

test('a command that is killed while it sends loses nothing', async () => {
  const agent = await newAgent(3)
  onReport = () => 'never answer'
  const { child, ended } = launch(person, ...readAndSend(agent))
  while (reports === 0) await sleep(20)
  child.kill('SIGKILL')
  await ended
  expect(await waiting()).toBe(3)
})

test('an agent that is gone does not keep what others wait for', async () => {
  const gone = await newAgent(1)
  onReport = () => 'refuse'
  await run(person, ...readAndSend(gone))
  const other = await newAgent(1)
  await run(person, ...readAndSend(other))
  await call(service, 'DELETE', `/agents/${gone}`, undefined, key)
  onReport = () => 'pass'
  const sent = await run(person, 'sessions', 'send', '--yes')
  expect(sent.error).toContain('1 observation of 2 did not arrive and waits on this machine.')
  expect([await waiting(), await stored(other)]).toEqual([1, 1])
  expect((await run(person, 'sessions', 'pending', '--clear')).out).toBe('Removed 1 rule.\n')
  expect(await waiting()).toBe(0)
})
