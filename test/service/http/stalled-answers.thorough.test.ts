import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtinLanguage } from '#reader/engine.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Clients that stop reading an answer, here for two seconds. */

const idleMs = 2000
const sockets: Socket[] = []
let service: Service
let tenant: Tenant
let path: string
beforeAll(async () => {
  const language: typeof builtinLanguage = {
    ...builtinLanguage,
    formatTranscript: async (...input) => {
      await pause(3 * idleMs)
      return builtinLanguage.formatTranscript(...input)
    },
  }
  service = await startService({}, { language })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  expect(service.app.server.timeout).toBe(30_000)
  service.app.server.setTimeout(idleMs)
  tenant = await service.register()
  const { body } = await tenant.post('/conversations', { participants: [{ participantType: 'human' }] })
  path = `/conversations/${body.id}`
  const participantId = body.participants[0].id
  for (let part = 0; part < 8; part++) {
    const messages = Array(14).fill({ participantId, content: 'x'.repeat(250_000) })
    expect((await tenant.post(`${path}/messages`, { messages })).status).toBe(201)
  }
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await service.stop()
})

/** Sends a request on a connection of its own, from which nothing is read yet. */
async function ask(method: string, path: string, body = '') {
  const { port } = service.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const [seen] = await Promise.all([once(service.app.server, 'connection'), once(socket, 'connect')])
  socket.pause()
  socket.write(
    [
      `${method} /api/v1${path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${tenant.key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return { socket, seen: seen[0] as Socket }
}

/** The bytes that a client reads which pauses after each piece, until the connection ends. */
async function read(socket: Socket, waitMs: number): Promise<string> {
  let text = ''
  for await (const piece of socket) {
    text += piece
    if (waitMs > 0) await pause(waitMs)
  }
  return text
}

test('closes the connection of a client that takes nothing of its answer', async () => {
  const { seen } = await ask('GET', path)
  await once(seen, 'close')
  expect(seen.bytesWritten).toBeGreaterThan(0)
})

test('lets a slow client read all of it', async () => {
  const { socket } = await ask('GET', path)
  // 28 MB in pieces of 64 KiB: some four seconds, with a piece in each of them.
  const text = await read(socket, 8)
  expect(text.slice(0, 12)).toBe('HTTP/1.1 200')
  expect(text.trimEnd().endsWith('0')).toBe(true)
})

test('lets the service take longer for an answer', async () => {
  const { socket } = await ask(
    'POST',
    '/conversations/format',
    JSON.stringify({ rawText: 'Bob: Hi\nAda: Hello', agentName: 'Ada' }),
  )
  expect(await read(socket, 0)).toMatch(/^HTTP\/1.1 200.*"Hello"/s)
})
