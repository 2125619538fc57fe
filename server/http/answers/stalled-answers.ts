import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a client may take nothing of an answer, in milliseconds. */
const maxIdleMs = 30_000

/**
 * Closes the connections of clients that take nothing of their answer anymore; each holds memory, and a streamed
 * answer what it is read from. A client that takes a little now and then is not cut off, nor is one whose answer takes
 * the service longer than the limit.
 */
export function endStalledAnswers(app: FastifyInstance, idleMs = maxIdleMs): void {
  // Node counts what is sent of a long write too, which nothing else tells.
  app.server.setTimeout(idleMs)
  // Not a hook: a hook costs every request more than this.
  app.server.prependListener('request', (_request, response: ServerResponse) => response.on('timeout', endIfStalled))
}

/** Without a listener, Node would close the connection while the service still works on the answer. */
const endIfStalled = (socket: Socket) => {
  if (socket.writableLength > 0) socket.destroy()
}
