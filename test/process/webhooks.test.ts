import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { findPostgresBinaries, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'
import { call, newFolder, removeFolder, start } from './running.ts'

/** Webhooks of a service that is killed again and again: every acknowledged change is delivered at least once. */

const kills = 3

async function killUnderChanges(environment: Record<string, string>) {
  const heard = new Set<string>()
  const tried = new Set<string>()
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const id = String(request.headers['webhook-id'])
    const isFirst = !tried.has(id)
    tried.add(id)
    // At the first attempt every fifth answer gets lost, and every seventh is a failure.
    if (isFirst && tried.size % 5 === 0) return void response.destroy()
    if (isFirst && tried.size % 7 === 0) return void response.writeHead(500).end()
    heard.add(JSON.parse(text).data.agent_id)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const folder = newFolder()
  const settings = { ...limitsOff, ALLOWED_PRIVATE_HOSTS: host, ...environment }
  let running = await start(folder, settings)
  try {
    const { key, organization } = (await call(running, 'POST', '/register', {})).body
    const hook = { url: `http://${host}/`, events: ['prompt.changed'] }
    expect((await call(running, 'POST', `/organizations/${organization.id}/webhooks`, hook, key)).status).toBe(201)
    const created: string[] = []
    for (let round = 0; round < kills; round++) {
      let isOver = false
      const writer = (async () => {
        while (!isOver) {
          const answer = await call(running, 'POST', '/agents', { name: 'Ada' }, key).catch(() => undefined)
          if (answer?.status === 201) created.push(answer.body.id)
          await sleep(30)
        }
      })()
      await sleep(1200 + Math.random() * 800)
      running.process.kill('SIGKILL')
      isOver = true
      await writer
      await running.exited
      running = await start(folder, settings)
    }
    expect(created.length).toBeGreaterThan(10)
    // A delivery that was in progress at the end is taken up again after its lease of 30 s.
    await expect.poll(() => created.filter((id) => !heard.has(id)), { timeout: 90_000, interval: 500 }).toEqual([])
  } finally {
    await running.stop('SIGKILL')
    receiver.closeAllConnections()
    receiver.close()
    removeFolder(folder)
  }
}

test('kills on the embedded database lose no event', () => killUnderChanges({}), 180_000)

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  test('kills lose no event', async () => {
    const server = await startPostgres()
    try {
      await killUnderChanges({ DATABASE_URL: server.url, SECRET_KEY: 'a secret for this test, long enough' })
    } finally {
      await server.stop()
    }
  }, 180_000)
})
