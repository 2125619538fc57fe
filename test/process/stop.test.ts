import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

let folder: string
let running: Running
beforeEach(async () => {
  folder = newFolder()
  running = await start(folder)
})
afterEach(async () => {
  await running.stop('SIGKILL')
  removeFolder(folder)
})

/** A POST whose body has started and is not finished. */
function begin(key: string) {
  const body = JSON.stringify({ name: 'In flight' })
  const outgoing = request({
    port: running.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/agents',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length },
  })
  outgoing.write(body.slice(0, 5))
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', async (incoming) => {
      let text = ''
      for await (const chunk of incoming) text += chunk
      resolve({ status: incoming.statusCode!, text })
    })
  })
  return { end: () => outgoing.end(body.slice(5)), answer }
}

/** A raw connection that has sent the beginning of a request. */
const half = (start: string) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(running.port, '127.0.0.1', () => socket.write(start, () => resolve(socket)))
    socket.on('error', () => {})
  })
const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.once('close', () => resolve(text))
  })

test('SIGTERM lets requests in flight finish, says so at /readyz, and ends with 0', async () => {
  const { key } = (await call(running, 'POST', '/register', {})).body
  const { end, answer } = begin(key)
  const probe = await half('GET /readyz HTTP/1.1\r\nhost: x\r\n')
  await sleep(200)
  running.process.kill('SIGTERM')
  await expect.poll(() => running.output()).toContain('SIGTERM')
  const probed = answerOf(probe)
  probe.write('\r\n')
  const readiness = await probed
  expect(readiness).toMatch(/^HTTP\/1\.1 503 /)
  expect(readiness).toContain('{"error":"The service is stopping","code":"unavailable"}')
  end()
  const { status, text } = await answer
  expect([status, JSON.parse(text).name]).toEqual([201, 'In flight'])
  expect(await running.exited).toBe(0)
  await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()

  running = await start(folder)
  const agents = (await call(running, 'GET', '/agents', undefined, key)).body
  expect(agents.data.map(({ name }: any) => name)).toEqual(['In flight'])
})

test('SIGTERM does not wait for connections that ask for nothing, nor for requests whose rest does not come', async () => {
  const { key } = (await call(running, 'POST', '/register', {})).body
  const { answer } = begin(key)
  const lost = answer.catch(() => 'lost')
  await half('')
  await half('GET /readyz HTTP/1.1\r\n')
  await sleep(200)
  expect(await running.stop('SIGTERM')).toBe(0)
  expect(await lost).toBe('lost')
  expect(running.output()).not.toContain('did not finish')
})

test('an upload that hangs does not hold the end', async () => {
  const { key } = (await call(running, 'POST', '/register', {})).body
  const boundary = 'xyz'
  const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK`
  const head = `POST /api/v1/x/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`
  const type = `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 5000000\r\n\r\n`
  const closed = answerOf(await half(`${head}${type}${form}`))
  await sleep(200)
  expect(await running.stop('SIGTERM')).toBe(0)
  expect(await closed).toBe('')
  expect(running.output()).not.toContain('did not finish')
})

test('SHUTDOWN_DELAY_MS: /readyz says 503 while new connections are still served, and their answers end them', async () => {
  await running.stop()
  running = await start(folder, { SHUTDOWN_DELAY_MS: '3000' })
  const { key } = (await call(running, 'POST', '/register', {})).body
  running.process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(503)
  const answer = await fetch(`${running.url}/api/v1/agents`, { headers: { authorization: `Bearer ${key}` } })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await running.exited).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)('npm start passes %s on, and the service ends', async (signal) => {
  await running.stop()
  const { port, url } = running
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port) },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  await expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  npm.kill(signal)
  await ended
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  // The directory is no longer locked.
  running = await start(folder)
})

test('an acknowledged write survives SIGKILL', async () => {
  const { key } = (await call(running, 'POST', '/register', {})).body
  expect((await call(running, 'POST', '/agents', { name: 'Safe' }, key)).status).toBe(201)
  await running.stop('SIGKILL')
  running = await start(folder)
  expect((await call(running, 'GET', '/agents', undefined, key)).body.count).toBe(1)
})

test('logs hold no key, password or cookie, whatever fails', async () => {
  await running.stop()
  running = await start(folder, { LOG_LEVEL: 'trace' })
  const password = 'hunter2-hunter2'
  const email = 'logged@example.com'
  const { key } = (await call(running, 'POST', '/register', { email, password })).body
  await call(running, 'GET', '/agents/x', undefined, key)
  await call(running, 'GET', '/agents', undefined, `${key}wrong`)
  await call(running, 'POST', '/register', { email, password })
  await call(running, 'PATCH', '/account', { password: 5, key })
  await call(running, 'POST', '/auth/login', { email, password: `${password}!` })
  const login = await fetch(`${running.url}/api/v1/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
  const cookie = login.headers.get('set-cookie')!.split(/[=;]/)[1]!
  await fetch(`${running.url}/api/v1/account`, { headers: { cookie: `session=${cookie}` } })
  await fetch(`${running.url}/api/v1/agents?x=%E0%A4%A`, { headers: { authorization: `Bearer ${key}` } })
  await running.stop()
  expect(running.output()).toContain('ready')
  for (const secret of [key, password, cookie, key.slice(4, 20)]) expect(running.output()).not.toContain(secret)
})
