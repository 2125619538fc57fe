import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../../base/clock.ts'
import { noteWait, waitsSince } from '../../base/waits.ts'
import { signalOf } from '../access/auth.ts'

/** Requests that take longer are logged, in milliseconds. */
const slowMs = 500
/** How often the main thread is looked at, in milliseconds. */
const lookMs = 250

/**
 * Logs each slow request in one line: how long it took, and the waits that explain it. `waited` is what the request waited
 * for itself; `meanwhile` is what all requests shared, such as the main thread or the commit to disk.
 */
export function logSlowRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    // A stream of events stays open for as long as its client wants.
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
  return `slow request: ${longest ? `${longest[1]} ms of ${longest[0]}` : 'no measured wait; its client sent or read slowly'}`
}

/** Measures how long timers are late, which is how long everything else waits for the main thread. */
function watchMainThread(app: FastifyInstance): void {
  let expectedAt = monotonicMs() + lookMs
  const timer = setInterval(() => {
    if (monotonicMs() > expectedAt) noteWait('main thread', expectedAt)
    expectedAt = monotonicMs() + lookMs
  }, lookMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
