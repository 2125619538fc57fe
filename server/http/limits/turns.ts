import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairQueue } from '#core/base/fair-queue.ts'
import { signalOf } from '../requests/abort-signal.ts'

/** Lets organizations take turns with long writes on the embedded engine, which has one writer. */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Queues requests that write or compare for long: all of them, or those with a large body. */
    turns?: 'always' | 'large'
  }
}

/** Requests at a time, requests at a time per organization, and how many more of an organization may wait. */
const limits = { name: 'long requests', slots: 16, running: 4, waiting: 64 }
/** Smaller bodies are written in a few milliseconds and are not queued. */
const largeBytes = 8192

/** Queues the requests of routes that are registered afterwards and declare `turns`. */
export function takeTurns(app: FastifyInstance): void {
  const queue = new FairQueue(limits)
  app.addHook('onRoute', (route) => {
    const { config, handler } = route
    if (!config?.turns) return
    route.handler = function (request, reply) {
      if (config.turns === 'large' && !hasLargeBody(request)) return handler.call(this, request, reply)
      const { caller } = request
      const org_id = caller?.orgIds[0] ?? caller?.userId ?? ''
      return queue.run({ org_id, signal: signalOf(request) }, async () => handler.call(this, request, reply))
    }
  })
}

const hasLargeBody = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? largeBytes) >= largeBytes
