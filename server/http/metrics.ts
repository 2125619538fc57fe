import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { unauthorized } from '../domain/errors.ts'
import { sha256 } from '../features/api-keys.ts'

/** Upper bounds of the duration classes, in seconds; most reads take less than the first. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/**
 * Counts and times every request by method, route and status, and serves it with the process's figures at /metrics in
 * Prometheus' text form: with the token once one is set, and to this machine alone while none is (decisions 1).
 */
export function serveMetrics(app: FastifyInstance, token: string | undefined) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  // Finding a series by its labels costs more than counting in it, so each is found once.
  const series = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    // The route's pattern, not the address: ids would make a series of each.
    const { url: route = 'none' } = routeOptions
    const key = `${method} ${route} ${reply.statusCode}`
    const known = series.get(key) ?? durations.labels(method, route, String(reply.statusCode))
    series.set(key, known)
    known.observe(reply.elapsedTime / 1000)
    done()
  })
  app.get(
    '/metrics',
    {
      config: { access: 'public', unlimited: true },
      schema: {
        tags: ['Operations'],
        summary: 'Figures for Prometheus',
        description:
          'With `Authorization: Bearer $METRICS_TOKEN` once that is set; from this machine alone while it is not.',
        response: { 200: { description: 'the figures', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
    async (request, reply) => {
      if (!mayRead(request, token)) throw unauthorized()
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  // The socket's address: a forwarded one is what the client says.
  if (token === undefined) return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  const given = Buffer.from(sha256(headers.authorization ?? ''))
  return timingSafeEqual(given, Buffer.from(sha256(`Bearer ${token}`)))
}
