import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a client may read nothing of an answer, in milliseconds. */
const maxIdleMs = 30_000

/**
 * Closes the connections of clients that have stopped reading their answer; each holds memory, and a streamed answer
 * also holds its source. A client that reads a little now and then is not cut off, nor is one whose answer takes the
 * service longer than the limit.
 */
export function endStalledAnswers(app: FastifyInstance, idleMs = maxIdleMs): void {
  // Node's timeout also notices progress within a long write, which no event reports.
  app.server.setTimeout(idleMs)
  // Not a hook, because a hook adds more to the cost of every request.
  app.server.prependListener('request', (_request, response: ServerResponse) => response.on('timeout', endIfStalled))
}

/**
 * Closes a connection only if its client is behind. Without a listener, Node would close it while the service still
 * works on the answer.
 */
const endIfStalled = (socket: Socket) => {
  if (socket.writableLength > 0) socket.destroy()
}
