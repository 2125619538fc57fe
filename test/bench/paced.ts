import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './load.ts'

export interface Latencies {
  requests: number
  p50Ms: number
  p99Ms: number
  worstMs: number
}

/**
 * Calls a target at a steady rate, whether the answers come or not, and measures each from the moment at which it was
 * due. Unlike `load` it leaves the processor mostly idle, so what is measured is the service and not the caller.
 *
 * @throws when an answer is not a success.
 */
export async function paced(target: Target, seconds: number, perSecond = 200, connections = 4): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; n < seconds * perSecond; n++) {
    const dueAt = began + (n * 1000) / perSecond
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    latencies.push(call(target, agent, n).then(() => performance.now() - dueAt))
  }
  const sorted = (await Promise.all(latencies)).toSorted((a, b) => a - b)
  agent.destroy()
  const at = (share: number) => Number(sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(1))
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1) }
}

const call = ({ url, method = 'GET', headers = {}, body, path }: Target, agent: Agent, n: number) =>
  new Promise<void>((resolve, reject) => {
    const address = path ? new URL(path(), url) : url
    const type = body && { 'content-type': 'application/json' }
    const outgoing = request(address, { method, agent, headers: { ...type, ...headers } }, (answer) => {
      const isSuccess = answer.statusCode! < 300
      answer.resume()
      answer.once('end', () => (isSuccess ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`))))
    })
    outgoing.once('error', reject)
    outgoing.end(body?.(n))
  })
