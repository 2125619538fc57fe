import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launch, newFolder, type Running, removeFolder, start } from './running.ts'

let folder: string
let started: Running[] = []
beforeEach(() => {
  folder = newFolder()
})
afterEach(async () => {
  for (const running of started) await running.stop('SIGKILL')
  started = []
  removeFolder(folder)
})

const begin = async (environment?: Record<string, string>) => {
  const running = await start(folder, environment)
  started.push(running)
  return running
}

describe('a wrong setting is refused at start with one line that names it', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://root:hidden-word@localhost/x'],
    ['PUBLIC_URL', 'not an address'],
    ['REDIS_URL', 'http://localhost'],
    ['RATE_LIMIT_GENERAL', '-1'],
    ['RATE_LIMIT_BULK', '1.5'],
    ['TRUST_PROXY', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', async (name, value) => {
    const running = await launch(folder, { [name]: value })
    expect(await running.exited).toBe(1)
    const lines = running
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines).toEqual([expect.stringContaining(name)])
    expect(running.output()).not.toContain('hidden-word')
  })

  test('an organization of the sign-in that does not exist, on a service that has others', async () => {
    // Nothing listens at the issuer: the service starts while the provider is away.
    const oidc = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_ORGANIZATION: 'acme' }
    const first = await begin(oidc)
    const register = await fetch(`${first.url}/api/v1/register`, { method: 'POST' })
    expect(register.status).toBe(201)
    const away = await fetch(`${first.url}/api/v1/auth/oidc`)
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '30'])
    await first.stop()
    const second = await launch(folder, oidc)
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('OIDC_ORGANIZATION must be the slug of an organization of this service')
  })

  test('a Redis that is away is a warning, as it is at run time', async () => {
    const running = await begin({ REDIS_URL: 'redis://127.0.0.1:9' })
    expect(running.output()).toContain('Redis is unavailable; rate limits are counted in this process')
  })

  test('a port in use', async () => {
    const first = await begin()
    const running = await launch(folder, { PORT: String(first.port), DATA_DIR: join(folder, 'other') })
    expect(await running.exited).toBe(1)
    const lines = running
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines).toEqual([expect.stringContaining(String(first.port))])
  })
})

test('a second process on the same DATA_DIR is refused with a sentence that names the holder', async () => {
  const first = await begin()
  const second = await launch(folder)
  expect(await second.exited).toBe(1)
  expect(second.output().trim().split('\n')).toHaveLength(1)
  expect(second.output()).toContain(`process ${first.process.pid}`)
  expect(second.output()).toContain(join(folder, 'data'))
  await first.stop('SIGKILL')
  const third = await begin()
  expect(third.output()).not.toContain('in use')
})

test('a client that sends its headers drop by drop is cut off with a 408', async () => {
  const running = await begin()
  const socket = connect(running.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('GET /api/v1/agents HTTP/1.1\r\n')
  const dripping = setInterval(() => socket.write('x: y\r\n'), 1000)
  await closed
  clearInterval(dripping)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ error: expect.any(String), code: expect.any(String) })
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['headers of 100 KB', `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
])('%s is answered as {error}', async (_name, bytes, status) => {
  const running = await begin()
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(running.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
  })
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ error: expect.any(String), code: expect.any(String) })
})
