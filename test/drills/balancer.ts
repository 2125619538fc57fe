import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Running } from '../process/running.ts'

const checkMs = 250

/**
 * A load balancer in front of replicas: it asks each one's /readyz, sends requests in turn to those that are ready over
 * kept connections, and never repeats a request. A broken connection is a 502.
 */
export async function startBalancer(replicas: () => Running[]) {
  const agent = new Agent({ keepAlive: true })
  let ready: Running[] = []
  const check = async () => {
    const answers = await Promise.all(
      replicas().map(async (replica) => {
        const response = await fetch(`${replica.url}/readyz`).catch(() => undefined)
        return response?.ok && replica
      }),
    )
    ready = answers.filter((replica) => replica !== undefined && replica !== false)
  }
  await check()
  const checking = setInterval(check, checkMs)
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const fail = () => outgoing.headersSent || outgoing.writeHead(502).end()
    const target = ready[turn++ % ready.length]
    if (!target) return fail()
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
    isReady: (replica: Running) => ready.includes(replica),
    stop: () => {
      clearInterval(checking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
