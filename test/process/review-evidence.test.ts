import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { needs } from '../support/programs.ts'
import { said } from '../support/sessions.ts'
import { newWorkspace, run, type Workspace } from './command.ts'
import { python, runOnTerminal } from './on-terminal.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity review --evidence`, in scripts and on a terminal. */

let folder: string
let service: Running
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const timeout = 120_000
const rules = ['Use pnpm', 'Write tests in Vitest', 'Keep commits small', 'Answer in German']

/** A person with an agent whose evidence waits, each rule said once, the first of which the reader is most sure. */
async function newPerson() {
  const { key } = (await call(service, 'POST', '/register', {})).body
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const observations = rules.map((content, at) =>
    said(`${at}`, { content, sourceQuote: `please ${content}`, confidence: 0.5 - at / 10 }),
  )
  await call(service, 'POST', '/observations', { agentId: 'ada', observations }, key)
  const workspace = newWorkspace(folder)
  const env = { ...workspace.env, AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key }
  const person: Workspace = { ...workspace, env }
  await run(person, 'discover', 'ada')
  const beliefs = async () => {
    const { data } = (await call(service, 'GET', '/beliefs?agentId=ada', undefined, key)).body
    return Object.fromEntries(data.map(({ statement, status }: any) => [statement, status]))
  }
  return { person, beliefs }
}

test('in a script it lists what waits, the surest first, and decides on the ids that are named', {
  timeout,
}, async () => {
  const { person, beliefs } = await newPerson()
  const { out, error } = await run(person, 'review', '--evidence')
  expect(error).toContain('4 observations wait. --accept ID and --reject ID decide on them')
  expect(out.match(/\d+% sure/g)).toEqual(['50% sure', '40% sure', '30% sure', '20% sure'])
  const { evidence } = JSON.parse((await run(person, 'review', 'ada', '--evidence', '--json')).out)
  expect(evidence.map(({ statement, quote }: any) => [statement, quote])).toEqual(
    rules.map((rule) => [rule, `please ${rule}`]),
  )
  const [first, second, third] = evidence.map(({ id }: any) => id)
  const decided = await run(person, 'review', '--evidence', '--accept', first, second, '--reject', third)
  expect(decided).toMatchObject({ status: 0, out: expect.stringContaining(`--undo ${first} ${second} ${third}`) })
  expect(await beliefs()).toEqual({
    'Use pnpm': 'approved',
    'Write tests in Vitest': 'approved',
    'Keep commits small': 'rejected',
  })
  const { out: left } = await run(person, 'review', '--evidence')
  expect(left).toContain('Answer in German')
  expect(left).not.toContain('Keep commits small')
  const undone = await run(person, 'review', '--evidence', '--undo', first, third)
  expect(undone).toMatchObject({ status: 0, out: 'Waiting again: 2\n' })
  expect(await beliefs()).toEqual({ 'Write tests in Vitest': 'approved' })
})

test('proposals are listed surest first, with how often and when they were said', { timeout }, async () => {
  const { person } = await newPerson()
  const rule = (content: string, confidence: number) => said('9', { content, confidence, how: 'explicit' })
  const observations = [rule('Sort imports', 0.35), rule('Use tabs', 0.7)]
  await call(service, 'POST', '/observations', { agentId: 'ada', observations }, person.env.AGENT_IDENTITY_API_KEY)
  await run(person, 'discover', 'ada')
  const written = { agentId: 'ada', category: 'voice', statement: 'Be brief' }
  await call(service, 'POST', '/beliefs', written, person.env.AGENT_IDENTITY_API_KEY)
  const { out, error } = await run(person, 'review', 'ada')
  expect(error).toContain('2 proposals, 1 pending item. On a terminal')
  expect(out).toMatch(/^pending +Ada +voice +Be brief$/m)
  expect(out).toMatch(
    /70% sure, in 1 session, on 2026-11-03\s+Use tabs\n.*35% sure, in 1 session, on 2026-11-03\s+Sort/,
  )
})

const down = '\u001b[B'

test(
  'on a terminal it accepts, edits, rejects and undoes one by one, with the cursor on Skip',
  needs('python', python),
  async () => {
    const { person, beliefs } = await newPerson()
    const steps: [string, string][] = [
      ['Select several', '\r'],
      ['Use pnpm', ''],
      ['● Skip', `${down}\r`],
      ['Write tests in Vitest', ''],
      ['● Skip', `${down}${down}\r`],
      ['Statement', ''],
      ['Write tests in Vitest', ' 4\r'],
      ['Keep commits small', ''],
      ['● Skip', `${down}${down}${down}\r`],
      ['Answer in German', ''],
      ['● Skip', `${down}${down}${down}${down}\r`],
      ['Keep commits small', ''],
      ['● Skip', `${down}${down}${down}\r`],
      ['Undo: Keep commits small', ''],
      ['● Skip', '\r'],
    ]
    const shown = await runOnTerminal(person, steps, 'review', 'ada', '--evidence')
    expect(shown).toContain('Decided: 3')
    expect(await beliefs()).toEqual({
      'Use pnpm': 'approved',
      'Write tests in Vitest 4': 'approved',
      'Keep commits small': 'rejected',
    })
  },
)

test('on a terminal it decides on a selection', needs('python', python), async () => {
  const { person, beliefs } = await newPerson()
  const steps: [string, string][] = [
    ['Select several', `${down}\r`],
    ['Answer in German', ` ${down} \r`],
    ['Which of the others are no rules?', ''],
    ['Answer in German', ' \r'],
  ]
  const shown = await runOnTerminal(person, steps, 'review', 'ada', '--evidence')
  expect(shown).toContain('Decided: 3')
  expect(await beliefs()).toEqual({
    'Use pnpm': 'approved',
    'Write tests in Vitest': 'approved',
    'Keep commits small': 'rejected',
  })
})
