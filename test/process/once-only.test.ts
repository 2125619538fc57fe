import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { findPostgresBinaries, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Clients that repeat their requests with one `Idempotency-Key` while the service is killed again and again. */

const kills = 3

/** Every group that a client was told about or asked for exists once; names are not unique, so twins would show. */
async function killUnderWrites(environment: Record<string, string>) {
  const folder = newFolder()
  const settings = { ...limitsOff, ...environment }
  let running = await start(folder, settings)
  try {
    const { key } = (await call(running, 'POST', '/register', {})).body
    const send = (to: Running, name: string) =>
      fetch(`${to.url}/api/v1/groups`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': name },
        body: JSON.stringify({ name }),
      }).then(
        async (answer) => ({ status: answer.status, id: ((await answer.json()) as { id?: string }).id }),
        () => undefined,
      )
    const asked: string[] = []
    const ids = new Map<string, string>()
    let resent = 0
    for (let round = 0; round < kills; round++) {
      const unanswered: string[] = []
      let isOver = false
      const clients = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const name = `group ${asked.length}`
          asked.push(name)
          const answer = await send(running, name)
          if (answer?.status === 201) ids.set(name, answer.id!)
          else unanswered.push(name)
        }
      })
      await sleep(200 + Math.random() * 300)
      running.process.kill('SIGKILL')
      isOver = true
      await Promise.all(clients)
      await running.exited
      running = await start(folder, settings)
      for (const name of unanswered) {
        resent++
        const answer = await send(running, name)
        // It ran now, or its first answer came again, or it was committed just before the end.
        expect([201, 409]).toContain(answer!.status)
        if (answer!.id) ids.set(name, answer!.id)
      }
    }
    const { body } = await call(running, 'GET', '/groups?limit=1000', undefined, key)
    const stored = body.data.map(({ name }: { name: string }) => name)
    expect(stored.length).toBe(body.count)
    expect(stored.sort()).toEqual([...asked].sort())
    for (const { id, name } of body.data) if (ids.has(name)) expect(ids.get(name)).toBe(id)
    expect(resent).toBeGreaterThan(0)
  } finally {
    await running.stop('SIGKILL')
    removeFolder(folder)
  }
}

test('kills on the embedded database lose no change and make none twice', () => killUnderWrites({}), 120_000)

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  test('kills lose no change and make none twice', async () => {
    const server = await startPostgres()
    try {
      await killUnderWrites({ DATABASE_URL: server.url })
    } finally {
      await server.stop()
    }
  }, 120_000)
})
