import { createServer, request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in front of the service that can refuse, break off, or pass requests of a client. */
export interface Gate {
  url: string
  /** The requests so far, as `GET /path`. */
  asked: string[]
  headers: IncomingHttpHeaders[]
  /** Answers the next requests instead of the service. */
  faults: ((response: ServerResponse) => void)[]
  /** While true, every connection ends without an answer. */
  broken: boolean
  close(): Promise<void>
}

export async function openGate(target: string): Promise<Gate> {
  const server = createServer((request, response) => {
    gate.asked.push(`${request.method} ${request.url}`)
    gate.headers.push(request.headers)
    if (gate.broken) return request.socket.destroy()
    const fault = gate.faults.shift()
    if (fault) return fault(response)
    const forwarded = httpRequest(`${target}${request.url}`, { method: request.method, headers: request.headers })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    headers: [],
    faults: [],
    broken: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gate
}
