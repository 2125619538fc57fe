import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../../base/clock.ts'

/** How long a connection may send nothing while the service stops and waits for a request on it, in milliseconds. */
const maxSilenceMs = 2000

/** The end of the service as its clients see it. */
interface Drain {
  readonly isDraining: boolean
  /**
   * From now on /readyz tells balancers to send nothing more. Every answer ends its connection, so that none is left
   * on which a request could still come when the service closes.
   */
  begin(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/** Decorates `app` with its drain. When `app` closes, it does not wait for connections that have gone silent. */
export function drainRequests(app: FastifyInstance): void {
  let isDraining = false
  /** Every open connection, with the answer to its latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  // Before Fastify's own listener, and not a hook: a hook costs every request more than this.
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
