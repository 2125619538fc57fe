import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import { limitsOff } from './ledger.ts'

const maxWaitMs = 600_000

/**
 * Kills a service again and again while clients change what a webhook tells, and waits until every delivery has
 * ended: an event that did not arrive by then is lost, and not late.
 *
 * @returns the result in one sentence.
 * @throws when an acknowledged change was not delivered.
 */
export async function killUnderChanges(environment: Record<string, string>, kills: number): Promise<string> {
  const receiver = await listen()
  const folder = newFolder()
  const settings = { ...limitsOff, ALLOWED_PRIVATE_HOSTS: receiver.host, ...environment }
  let running = await start(folder, settings)
  try {
    const { key, organization } = (await call(running, 'POST', '/register', {})).body
    const hook = { url: `http://${receiver.host}/`, events: ['prompt.changed'] }
    const webhooks = `/organizations/${organization.id}/webhooks`
    const { status, body: webhook } = await call(running, 'POST', webhooks, hook, key)
    strictEqual(status, 201)
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
    ok(created.length > 10, `only ${created.length} agents were created`)
    const missing = () => created.filter((id) => !receiver.heard.has(id))
    const lateAtLastStart = missing().length
    const startedAt = Date.now()
    const list = `${webhooks}/${webhook.id}/deliveries?limit=100`
    while (await isWaiting(running, list, key)) {
      ok(Date.now() - startedAt < maxWaitMs, `${missing().length} events still wait after ${maxWaitMs / 1000} s`)
      await sleep(500)
    }
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    deepStrictEqual(missing(), [])
    return `${kills} kills, ${created.length} acknowledged changes, ${lateAtLastStart} of them undelivered at the last start, none lost; the last one arrived within ${seconds} s; ${receiver.tried.size} deliveries in ${receiver.attempts()} attempts`
  } finally {
    await running.stop('SIGKILL')
    receiver.close()
    removeFolder(folder)
  }
}

/** Whether deliveries wait, or events that have none yet: a round of the service takes a second. */
async function isWaiting(running: Running, list: string, key: string): Promise<boolean> {
  for (let looks = 0; looks < 3; looks++) {
    for (let offset = 0; ; offset += 100) {
      const { body } = await call(running, 'GET', `${list}&offset=${offset}`, undefined, key)
      if (body.data.some((delivery: { status: string }) => delivery.status === 'pending')) return true
      if (body.data.length < 100) break
    }
    await sleep(1000)
  }
  return false
}

/** A receiver that breaks every fifth first attempt off, and fails every seventh. */
async function listen() {
  const heard = new Set<string>()
  const tried = new Set<string>()
  let attempts = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    attempts++
    const id = String(request.headers['webhook-id'])
    const isFirst = !tried.has(id)
    tried.add(id)
    if (isFirst && tried.size % 5 === 0) return void response.destroy()
    if (isFirst && tried.size % 7 === 0) return void response.writeHead(500).end()
    heard.add(JSON.parse(text).data.agent_id)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    tried,
    attempts: () => attempts,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
