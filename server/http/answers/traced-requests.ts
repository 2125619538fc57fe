import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'

type Telemetry = NonNullable<Deps['telemetry']>
type RequestSpan = ReturnType<Telemetry['startRequest']>

/** Sends a span for each request, with its route instead of its address, which holds ids. */
export function traceRequests(app: FastifyInstance, telemetry: Telemetry): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _, done) => {
    const span = telemetry.startRequest(request.method, request.headers)
    spans.set(request, span)
    span.within(done)
  })
  // A body is read in events of its connection, which lose the span.
  app.addHook('preValidation', (request, _, done) => spans.get(request)!.within(done))
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(request.routeOptions.url ?? 'none', reply.statusCode)
    done()
  })
}
