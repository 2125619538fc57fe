import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '#core/base/clock.ts'

/** How long a connection may be silent while the service stops and waits for a request on it, in milliseconds. */
const maxSilenceMs = 2000

/** Stops the service without interrupting its clients. */
interface Drain {
  readonly isDraining: boolean
  /**
   * Makes /readyz tell load balancers to send no more requests. Every answer closes its connection, so that none is
   * left on which a request could still arrive when the service closes.
   */
  begin(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/** Decorates `app` with its drain. Closing `app` does not wait for connections that have gone silent. */
export function drainRequests(app: FastifyInstance): void {
  let isDraining = false
  /** Every open connection, with the response to its latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  // Before Fastify's own listener, and not a hook, because a hook adds more to the cost of every request.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.set(request.socket, response)
    if (isDraining) response.setHeader('connection', 'close')
  })

  let silence: NodeJS.Timeout | undefined
  const cutSilentConnections = () => {
    const heard = new Map<Socket, { bytes: number; at: number }>()
    silence = setInterval(() => {
      const now = monotonicMs()
      for (const [socket, response] of connections) {
        const isServed = response?.req.complete && !response.writableFinished
        const before = heard.get(socket)
        if (isServed || before?.bytes !== socket.bytesRead) heard.set(socket, { bytes: socket.bytesRead, at: now })
        else if (now - before.at > maxSilenceMs) socket.destroy()
      }
    }, maxSilenceMs / 10).unref()
  }
  const begin = () => {
    isDraining = true
  }
  app.addHook('preClose', async () => {
    begin()
    cutSilentConnections()
  })
  app.addHook('onClose', async () => clearInterval(silence))
  app.decorate('drain', {
    get isDraining() {
      return isDraining
    },
    begin,
  })
}
