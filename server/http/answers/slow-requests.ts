import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '#core/base/clock.ts'
import { noteWait, waitsSince } from '#core/base/waits.ts'
import { signalOf } from '../requests/abort-signal.ts'

/** Requests that take longer than this are logged, in milliseconds. */
const slowMs = 500
/** How often the delay of the main thread is measured, in milliseconds. */
const lookMs = 250

/**
 * Logs each slow request in one line: how long it took, and the waits that explain it. `waited` contains the request's
 * own waits; `meanwhile` contains those that all requests shared, such as the main thread or the commit to disk.
 */
export function logSlowRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    // Event streams are excluded, because they stay open for as long as the client wants.
    if (ms > slowMs && !String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      const { own: waited, shared: meanwhile } = waitsSince(monotonicMs() - ms, signalOf(request))
      const { url: route = 'none' } = request.routeOptions
      const line = { reqId: request.id, method: request.method, route, status: reply.statusCode, ms, waited, meanwhile }
      request.log.warn(line, reasonOf(waited, meanwhile))
    }
    done()
  })
  watchMainThread(app)
}

function reasonOf(waited: Record<string, number>, meanwhile: Record<string, number>): string {
  const [longest] = Object.entries({ ...meanwhile, ...waited }).sort(([, a], [, b]) => b - a)
  return `slow request: ${longest ? `${longest[1]} ms of ${longest[0]}` : 'no wait was measured'}`
}

/** Measures how late timers fire, which is how long everything else waits for the main thread. */
function watchMainThread(app: FastifyInstance): void {
  let expectedAt = monotonicMs() + lookMs
  const timer = setInterval(() => {
    if (monotonicMs() > expectedAt) noteWait('main thread', expectedAt)
    expectedAt = monotonicMs() + lookMs
  }, lookMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
