import { existsSync, mkdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import {
  newWorkspace as newWorkspaceIn,
  openStranger,
  run,
  type Stranger,
  sendJson,
  type Workspace,
  write,
} from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Keys that the command stores: none is lost, and none is sent to another address. */

let folder: string
let service: Running
let other: Running
let stranger: Stranger
beforeAll(async () => {
  folder = newFolder()
  ;[service, other] = (await Promise.all(
    ['one', 'two'].map((name) => start(mkdir(join(folder, name)), limitsOff)),
  )) as [Running, Running]
  // Accepts any key, like a server that collects them.
  stranger = await openStranger((response) => sendJson(response, { data: [], key: 'x', organization: { name: 'x' } }))
})
afterAll(async () => {
  stranger.close()
  await Promise.all([service.stop(), other.stop()])
  removeFolder(folder)
})

function mkdir(path: string): string {
  mkdirSync(path)
  return path
}

const newWorkspace = () => newWorkspaceIn(folder)
const credentials = ({ env }: Workspace) => join(env.XDG_CONFIG_HOME!, 'agent-identity/credentials.json')
const stored = (workspace: Workspace) => JSON.parse(readFileSync(credentials(workspace), 'utf8'))

test('a password that is not sent is asked for, before anything is registered', async () => {
  const workspace = newWorkspace()
  const refused = await run(workspace, 'register', '--email', 'ada@example.com', '--url', service.url)
  expect(refused).toMatchObject({ status: 1, out: '' })
  expect(refused.error).toContain('The password is missing: run this in a terminal, or send it to standard input.')
  expect(existsSync(credentials(workspace))).toBe(false)
})

describe('a second registration', () => {
  test('is refused where a key is stored, and keeps that one with --replace', async () => {
    const workspace = newWorkspace()
    const first = await run(workspace, 'register', '--organization', 'First', '--url', service.url)
    expect(first).toMatchObject({ status: 0, out: expect.stringContaining('cannot be recovered if its key is lost') })
    const before = stored(workspace)

    const second = await run(workspace, 'register', '--organization', 'Second', '--url', service.url)
    expect(second).toMatchObject({ status: 1, out: '' })
    expect(second.error).toContain(`A key for ${service.url} is stored already`)
    expect(second.error).toContain('--replace')
    expect(stored(workspace)).toEqual(before)

    const replaced = await run(
      workspace,
      'register',
      '--organization',
      'Second',
      '--url',
      service.url,
      '--replace',
      '--json',
    )
    expect(JSON.parse(replaced.out)).toMatchObject({
      organization: { name: 'Second' },
      warning: expect.stringContaining('cannot be recovered'),
    })
    const key = before.keys[service.url]
    expect(stored(workspace).keys[service.url]).not.toBe(key)
    expect(stored(workspace).former).toEqual([{ address: service.url, key }])
    expect(statSync(credentials(workspace)).mode & 0o777).toBe(0o600)

    // The way back; and a login reports the key that it replaces.
    const back = await run(workspace, 'login', '--url', service.url, '--key', key)
    expect(back.out).toContain('to First')
    expect(back.out).toContain('is kept under "former"')
    expect(stored(workspace).keys[service.url]).toBe(key)
    expect(stored(workspace).former).toHaveLength(1)
  })

  test('at another service is another key', async () => {
    const workspace = newWorkspace()
    for (const { url } of [service, other]) {
      expect(await run(workspace, 'register', '--url', url)).toMatchObject({ status: 0, error: '' })
    }
    expect(Object.keys(stored(workspace).keys).sort()).toEqual([service.url, other.url].sort())
    for (const { url } of [service, other]) expect((await run(workspace, 'agents', '--url', url)).status).toBe(0)
  })

  test('at the same moment loses no key', async () => {
    const workspace = newWorkspace()
    const runs = await Promise.all(Array.from({ length: 4 }, () => run(workspace, 'register', '--url', service.url)))
    const registered = runs.filter(({ status }) => status === 0).length
    const { keys, former = [] } = stored(workspace)
    expect(registered).toBeGreaterThan(0)
    expect(new Set([keys[service.url], ...former.map(({ key }: { key: string }) => key)]).size).toBe(registered)
  })

  test('whose key cannot be stored shows it', async () => {
    const workspace = newWorkspace()
    const draft = join(workspace.env.XDG_CONFIG_HOME!, 'agent-identity/credentials.json.new')
    mkdirSync(draft, { recursive: true })
    utimesSync(draft, 0, 0)
    const { status, error } = await run(workspace, 'register', '--organization', 'Acme', '--url', service.url)
    expect(status).toBe(1)
    const [key] = /ais_\w+/.exec(error) ?? []
    expect((await run(workspace, 'agents', '--url', service.url, '--key', key!)).status).toBe(0)
  })

  test.skipIf(!existsSync('/proc/self'))('whose key has no folder that can be made shows it', async () => {
    const workspace = { ...newWorkspace(), env: { XDG_CONFIG_HOME: '/proc/x/config' } }
    const { status, error } = await run(workspace, 'register', '--organization', 'Acme', '--url', service.url)
    expect(status).toBe(1)
    expect(error).toMatch(/ais_\w+/)
    expect(error).toContain('/proc/x')
  })
})

describe('keys', () => {
  const email = () => `${crypto.randomUUID()}@example.com`
  const newPerson = () => ({ ...newWorkspace(), input: 'correct horse battery staple' })

  test.each(['a service', 'an embedded database'])('are created, listed and shown at %s', async (where) => {
    const person = newPerson()
    const at = where === 'a service' ? ['--url', service.url] : ['--data-dir', 'data']
    const address = email()
    expect(await run(person, 'register', '--email', address, ...at)).toMatchObject({ status: 0, error: '' })
    expect(await run(person, 'agents', '--new', 'Ada', ...at)).toMatchObject({ status: 0, error: '' })

    const limits = ['--access', 'read', '--agent', 'ada', '--email', address]
    const created = await run(person, 'keys', 'create', 'Reader', ...limits, ...at)
    expect(created).toMatchObject({ status: 0, error: expect.stringContaining('shown only this once') })
    expect(created.out).toMatch(/^ais_\w{40}\n$/)
    const doctor = await run(person, 'doctor', '--key', created.out.trim(), ...at)
    expect(doctor.out).toContain('one agent of')

    const list = await run(person, 'keys', '--email', address, ...at)
    expect(list).toMatchObject({ status: 0, error: '' })
    expect(list.out).toMatch(new RegExp(`${created.out.trim().slice(-4)} +Reader +read +ada `))
    const shown = await run(person, 'keys', 'show', ...at)
    expect(list.out).toContain(shown.out.trim().slice(-4))
    expect(shown.out).toMatch(/^ais_\w{40}\n$/)
  })

  test('of an account without an email need one first', async () => {
    const person = newPerson()
    const at = ['--url', service.url]
    await run(person, 'register', ...at)
    const address = email()
    const refused = await run(person, 'keys', '--email', address, ...at)
    expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('register --email ADDRESS') })
    const added = await run(person, 'register', '--email', address, ...at)
    expect(added).toMatchObject({ status: 0, out: expect.stringContaining(`with ${address} now`) })
    expect(await run(person, 'keys', '--email', address, ...at)).toMatchObject({ status: 0, error: '' })
    const again = await run(person, 'register', '--email', address, ...at)
    expect(again).toMatchObject({ status: 1, error: expect.stringContaining('is stored already') })
  })

  test('need an email without a terminal, and an agent that exists', async () => {
    const person = newPerson()
    const at = ['--url', service.url]
    const address = email()
    await run(person, 'register', '--email', address, ...at)
    expect((await run(person, 'keys', ...at)).error).toContain('name your account with --email')
    const { error } = await run(person, 'keys', 'create', '--agent', 'nobody', '--email', address, ...at)
    expect(error).toContain('Agent not found')
  })
})

test('a second agent of a name is told apart', async () => {
  const workspace = newWorkspace()
  await run(workspace, 'register', '--url', service.url)
  expect((await run(workspace, 'agents', '--new', 'Ada', '--url', service.url)).error).toBe('')
  const second = await run(workspace, 'agents', '--new', 'Ada', '--url', service.url)
  expect(second).toMatchObject({ status: 0, error: expect.stringContaining('the new one as ada-2') })
})

const commands = [
  'login',
  'register',
  'agents',
  'show ada',
  'report ada',
  'observe ada private',
  'discover ada',
  'review',
  'pull',
  'pull ada --format agents_md',
  'push',
  'diff',
  'export ada --format claude_md',
  'import ada CLAUDE.md',
  'agents --key secret',
  'login --key secret',
]

describe('an address that only agent-identity.json names gets nothing', () => {
  test.each(commands)('from %s', async (command) => {
    const workspace = newWorkspace()
    write(workspace, 'config/agent-identity/credentials.json', JSON.stringify({ keys: { [service.url]: 'secret' } }))
    const files = [{ path: 'CLAUDE.md', agent: 'ada', format: 'claude_md' }]
    write(workspace, 'agent-identity.json', JSON.stringify({ url: stranger.url, files }))
    write(workspace, 'CLAUDE.md', 'private')
    workspace.env.AGENT_IDENTITY_API_KEY = 'secret'
    const { status, error } = await run(workspace, ...command.split(' '))
    expect(error).toContain(`There is no key for ${stranger.url}, which agent-identity.json names`)
    expect(error).toContain(`agent-identity login --url ${stranger.url}`)
    expect(status).toBe(1)
    expect(stranger.asked).toEqual([])
  })

  test('not even from doctor and mcp, or in an empty AGENT_IDENTITY_URL', async () => {
    const workspace = newWorkspace()
    write(workspace, 'agent-identity.json', JSON.stringify({ url: stranger.url, files: [] }))
    Object.assign(workspace.env, { AGENT_IDENTITY_API_KEY: 'secret', AGENT_IDENTITY_URL: '' })
    expect((await run(workspace, 'doctor')).status).toBe(1)
    await run(workspace, 'mcp', '--data-dir', 'data')
    await run(workspace, 'mcp')
    expect(stranger.asked).toEqual([])
  })

  test('until the person logs in there', async () => {
    const workspace = newWorkspace()
    write(workspace, 'agent-identity.json', JSON.stringify({ url: service.url, files: [] }))
    const { key } = (await call(service, 'POST', '/register', {})).body
    expect((await run(workspace, 'login', '--key', key)).status).toBe(1)
    expect((await run(workspace, 'login', '--url', service.url, '--key', key)).status).toBe(0)
    expect((await run(workspace, 'agents')).status).toBe(0)
  })
})

test('the key of AGENT_IDENTITY_URL goes to no other --url', async () => {
  const before = stranger.asked.length
  const workspace = newWorkspace()
  Object.assign(workspace.env, { AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: 'secret' })
  for (const command of [['agents'], ['mcp'], ['login']]) {
    const { status, error } = await run(workspace, ...command, '--url', stranger.url)
    expect([status, error]).toEqual([1, expect.stringContaining(stranger.url)])
  }
  expect(stranger.asked).toHaveLength(before)
})

test.each(['http://ada:secret@127.0.0.1:9', 'http://127.0.0.1:9/$(reboot)', 'file:///etc', 'http://127.0.0.1:9/?a=b'])(
  '%s is no address of a service',
  async (url) => {
    const { status, error } = await run(newWorkspace(), 'agents', '--url', url, '--key', 'x')
    expect([status, error]).toEqual([1, expect.stringContaining('is not the address of a service')])
  },
)

test.each([302, 307])('a redirect with %d takes neither key nor text along', async (status) => {
  const before = stranger.asked.length
  const redirecting = await openStranger((response, request) =>
    response.writeHead(status, { location: `${stranger.url}${request.url}` }).end(),
  )
  const workspace = newWorkspace()
  for (const command of [['observe', 'ada', 'private'], ['agents'], ['login'], ['mcp']]) {
    const { status, error } = await run(workspace, ...command, '--url', redirecting.url, '--key', 'secret')
    expect([command, status, error]).toEqual([command, 1, expect.stringContaining(`redirects to ${stranger.url}`)])
  }
  redirecting.close()
  expect(stranger.asked).toHaveLength(before)
  expect(existsSync(credentials(workspace))).toBe(false)
})
