import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newWorkspace, read, run, type Workspace, write } from './command.ts'
import { call, compileCache, newFolder, type Running, removeFolder, start } from './running.ts'

/** `connect --learn`, the hook at the end of a session, and `sessions pending` and `send`. */

let folder: string
let service: Running
let key: string
let person: Workspace
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})
beforeEach(() => {
  person = newWorkspace(folder)
  mkdirSync(join(person.cwd, '.git'))
  Object.assign(person.env, { AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key })
})

function writeSession(id: string, ...texts: string[]) {
  const records = texts.map((content, at) => ({
    ...{ type: 'user', message: { role: 'user', content }, cwd: `${person.cwd}/shop`, uuid: `turn-${id}-${at}` },
    ...{ timestamp: new Date().toISOString(), sessionId: id },
  }))
  write(person, `.claude/projects/a/${id}.jsonl`, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/** Ends a session as Claude Code does: its event comes on standard input. */
async function endSession(id: string, ...options: string[]) {
  const main = join(import.meta.dirname, '../../cli/main.ts')
  const args = [main, 'sessions', 'learn', '--for', 'claude-code', '--agent', 'ada', '--url', service.url, ...options]
  const env = { PATH: process.env.PATH!, HOME: person.cwd, NODE_COMPILE_CACHE: compileCache, ...person.env }
  const child = spawn(process.execPath, args, { cwd: person.cwd, env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  child.stdin.end(JSON.stringify({ session_id: id, hook_event_name: 'SessionEnd', reason: 'exit' }))
  const [status] = await once(child, 'close')
  expect({ status, printed }).toEqual({ status: 0, printed: '' })
}

const pendingFolder = () => join(person.cwd, '.local/share/agent-identity/pending')
const pendingFiles = () =>
  existsSync(pendingFolder()) ? readdirSync(pendingFolder()).filter((name) => name.endsWith('.json')) : []
const untilPending = async (count: number) => {
  while (pendingFiles().length < count) await sleep(50)
}
const sessionsOfAda = async () =>
  (await call(service, 'GET', '/content-items?agentId=ada&sourceType=session', undefined, key)).body.data as {
    metadata: { session: string }
  }[]

test('two sessions that end at once wait on the machine until the person sends them', async () => {
  writeSession('one', 'From now on always use tabs for indentation, never spaces.')
  writeSession('two', 'Please always run the linter before you commit.')
  await Promise.all([endSession('one'), endSession('two'), endSession('unknown')])
  await untilPending(2)
  for (const name of pendingFiles()) expect(statSync(join(pendingFolder(), name)).mode & 0o777).toBe(0o600)
  const shown = await run(person, 'sessions', 'pending')
  expect(shown.out).toContain('never spaces."')
  expect(shown.out).toContain('run the linter before you commit."')
  expect(shown.error).toMatch(/^2 rules.*"agent-identity sessions send" lets you pick/)

  const refused = await run(person, 'sessions', 'send')
  expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('agree with --yes') })
  expect(await sessionsOfAda()).toEqual([])
  const sent = await run(person, 'sessions', 'send', '--yes')
  expect(sent).toMatchObject({ status: 0, out: expect.stringContaining('Sent ') })
  expect(new Set((await sessionsOfAda()).map(({ metadata }) => metadata.session))).toEqual(new Set(['one', 'two']))
  expect((await run(person, 'sessions', 'pending')).out).toBe('Nothing waits.\n')
  expect((await run(person, 'sessions', 'send')).out).toBe('Nothing was sent.\n')
})

test('--send sends by itself, and what cannot be sent waits', async () => {
  writeSession('three', 'From now on always use tabs for indentation, never spaces.')
  await endSession('three', '--send')
  while (!(await sessionsOfAda()).some(({ metadata }) => metadata.session === 'three')) await sleep(50)
  // The answer removes the file, after the service stored the observation.
  while (pendingFiles().length > 0) await sleep(50)
  person.env.AGENT_IDENTITY_API_KEY = 'wrong'
  writeSession('four', 'From now on always use tabs for indentation, never spaces.')
  await endSession('four', '--send')
  await untilPending(1)
  expect((await run(person, 'sessions', 'pending', '--clear')).out).toContain('Removed ')
  expect(pendingFiles()).toEqual([])
})

test('a session that is resumed brings neither what was sent nor what was removed', async () => {
  const rules = ['From now on always use tabs for indentation, never spaces.']
  const endWith = async (rule: string) => {
    rules.push(rule)
    writeSession('five', ...rules)
    await endSession('five')
    await untilPending(1)
    const { data } = JSON.parse((await run(person, 'sessions', 'pending', '--json')).out)
    return data.flatMap(({ findings }: any) => findings).map(({ quote }: any) => quote)
  }
  expect(await endWith('Please always run the linter before you commit.')).toEqual(expect.arrayContaining(rules))
  expect((await run(person, 'sessions', 'send', '--yes')).out).toContain('"agent-identity discover ada" reads them.')
  expect(await endWith('Never push to main without a review.')).toEqual(['Never push to main without a review.'])
  await run(person, 'sessions', 'pending', '--clear')
  expect(await endWith('Always write the changelog entry first.')).toEqual(['Always write the changelog entry first.'])
})

describe.each([
  ['claude-code', '.claude/settings.json', 'SessionEnd'],
  ['codex', '.codex/hooks.json', 'SessionEnd'],
  ['gemini', '.gemini/settings.json', 'SessionEnd'],
  ['qwen', '.qwen/settings.json', 'SessionEnd'],
  ['copilot', '.github/hooks/agent-identity.json', 'sessionEnd'],
])('connect %s --learn', (tool, file, event) => {
  const hooks = () => JSON.parse(read(person, file)).hooks[event]

  test('sets up the hook, and connecting without it or disconnecting takes it out', async () => {
    const own = '{\n  "theme": "dark"\n}\n'
    if (tool !== 'copilot') write(person, file, own)
    expect(await run(person, 'connect', tool)).toMatchObject({ status: 0 })
    const plain = read(person, file)
    expect(hooks()).toBeUndefined()
    expect(await run(person, 'connect', tool, '--learn')).toMatchObject({ status: 0 })
    expect(JSON.stringify(hooks())).toMatch(/ sessions learn --for \S+ --agent ada --url \S+"/)
    expect(await run(person, 'connect', tool, '--learn=send')).toMatchObject({ status: 0 })
    expect(JSON.stringify(hooks())).toContain(' --send"')
    expect(hooks()).toHaveLength(1)
    expect(await run(person, 'connect', tool)).toMatchObject({ status: 0 })
    expect(JSON.parse(read(person, file))).toEqual(JSON.parse(plain))
    expect(await run(person, 'connect', tool, '--learn')).toMatchObject({ status: 0 })
    expect(await run(person, 'disconnect', tool)).toMatchObject({ status: 0 })
    if (tool === 'copilot') expect(existsSync(join(person.cwd, file))).toBe(false)
    else expect(read(person, file)).toBe(own)
  })
})

test('Claude Code goes by the name of its command too, and settings of a repository are everyone’s', async () => {
  const inRepository = await run(person, 'connect', 'claude', '--learn')
  expect(inRepository).toMatchObject({ status: 0, out: expect.stringContaining('Everyone with these settings') })
  expect(await run(person, 'disconnect', 'claude')).toMatchObject({ status: 0 })
  const forOne = await run(person, 'connect', 'claude', '--learn', '--user')
  expect(forOne.out).toContain('Claude Code is connected with ada.')
  expect(forOne.out).not.toContain('Everyone')
})

test('a tool without such a hook is named', async () => {
  expect(await run(person, 'connect', 'cursor', '--learn')).toMatchObject({
    ...{ status: 1, error: expect.stringContaining('Cursor has no hook at the end of a session') },
  })
  expect(existsSync(join(person.cwd, '.cursor'))).toBe(false)
})
