import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import { limitsOff } from './ledger.ts'

const clients = 8

/**
 * Kills a service again and again while clients write with an `Idempotency-Key` and repeat what got no answer. Every group
 * that a client asked for must exist once; names are not unique, so twins would show.
 *
 * @returns the result in one sentence.
 */
export async function killUnderRequests(environment: Record<string, string>, kills: number): Promise<string> {
  const folder = newFolder()
  const settings = { ...limitsOff, ...environment }
  let running = await start(folder, settings)
  try {
    const { key } = (await call(running, 'POST', '/register', {})).body
    const asked: string[] = []
    const ids = new Map<string, string>()
    let resent = 0
    for (let round = 0; round < kills; round++) {
      const unanswered: string[] = []
      let isOver = false
      const writing = Array.from({ length: clients }, async () => {
        while (!isOver) {
          const name = `group ${asked.length}`
          asked.push(name)
          const answer = await send(running, key, name)
          if (answer?.status === 201) ids.set(name, answer.id!)
          else unanswered.push(name)
        }
      })
      await sleep(200 + Math.random() * 300)
      running.process.kill('SIGKILL')
      isOver = true
      await Promise.all(writing)
      await running.exited
      running = await start(folder, settings)
      for (const name of unanswered) {
        resent++
        const answer = await send(running, key, name)
        // It ran now, or its first answer came again, or it was committed just before the end.
        ok(answer && [201, 409].includes(answer.status), `${name} was answered by ${answer?.status}`)
        if (answer.id) ids.set(name, answer.id)
      }
    }
    const stored = await listGroups(running, key)
    deepStrictEqual(stored.map(({ name }) => name).sort(), asked.toSorted())
    for (const { id, name } of stored) if (ids.has(name)) strictEqual(ids.get(name), id)
    ok(resent > 0, 'no request was cut off')
    return `${kills} kills, ${asked.length} changes, ${resent} of them repeated, none lost, none twice`
  } finally {
    await running.stop('SIGKILL')
    removeFolder(folder)
  }
}

const send = (to: Running, key: string, name: string) =>
  fetch(`${to.url}/api/v1/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': name },
    body: JSON.stringify({ name }),
  }).then(
    async (answer) => ({ status: answer.status, id: ((await answer.json()) as { id?: string }).id }),
    () => undefined,
  )

async function listGroups(running: Running, key: string): Promise<{ id: string; name: string }[]> {
  const groups: { id: string; name: string }[] = []
  for (let count = 1; groups.length < count; ) {
    const { body } = await call(running, 'GET', `/groups?limit=1000&offset=${groups.length}`, undefined, key)
    ok(body.data.length > 0 || body.count === groups.length, 'the list ended early')
    groups.push(...body.data)
    count = body.count
  }
  return groups
}
