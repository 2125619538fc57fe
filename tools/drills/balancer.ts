import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../../test/process/running.ts'

const checkMs = 250
/** A replica gets no more requests after one more failure in a row: on a busy machine a single check fails at times. */
const failuresAllowed = 1

/**
 * A load balancer in front of replicas: it asks each one's /readyz, sends requests in turn to those that are ready over
 * kept connections, and never repeats a request. A broken connection is a 502. Each replica is checked by itself, one
 * check after the other, because a slow answer of one must not delay what is known of the others. If none is ready, all
 * get requests, as at AWS: on a machine that is too busy for the checks, that is the best guess.
 */
export async function startBalancer(replicas: () => Running[]) {
  const agent = new Agent({ keepAlive: true })
  /** How many checks of each replica have failed since the last good one. */
  const failures = new Map<Running, number>()
  const isReady = (replica: Running) => (failures.get(replica) ?? Number.POSITIVE_INFINITY) <= failuresAllowed
  const check = async (replica: Running) => {
    const answer = fetch(`${replica.url}/readyz`).then(async (response) => {
      await response.arrayBuffer()
      return response.ok
    })
    const isGood = await answer.catch(() => false)
    failures.set(replica, isGood ? 0 : (failures.get(replica) ?? failuresAllowed) + 1)
  }
  let isStopped = false
  const keepChecking = async (index: number) => {
    while (!isStopped) {
      await check(replicas()[index]!)
      await sleep(checkMs)
    }
  }
  await Promise.all(replicas().map(check))
  const checks = replicas().map((_, index) => keepChecking(index))
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const fail = () => outgoing.headersSent || outgoing.writeHead(502).end()
    const ready = replicas().filter(isReady)
    const targets = ready.length > 0 ? ready : replicas()
    const target = targets[turn++ % targets.length]!
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port: target.port, method, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, { 'content-type': answer.headers['content-type'] })
      answer.pipe(outgoing)
    })
    forwarded.on('error', fail)
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady,
    stop: async () => {
      isStopped = true
      await Promise.all(checks)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
