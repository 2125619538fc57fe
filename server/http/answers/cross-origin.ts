import type { FastifyInstance } from 'fastify'
import { setCommonHeaders } from './errors.ts'

/** The request headers of the API that a page may only send with permission. */
const requestHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Client']

/** The response headers that a page may read, besides the few that browsers always show. */
const exposedHeaders = [
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  'X-Export-Lost',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

/** How long a browser may remember a permission. Chromium keeps it for two hours at most. */
const permissionSeconds = 86_400

/**
 * Lets pages of these origins call the API with a key (behavior: Cross-origin requests). Credentials are never
 * allowed, so that browsers hide the answers to requests with cookies. Register it before the limits: a preflight
 * request carries no key, and must not use up the window of its address.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method } = request.headers
    if (origin === undefined || !origins.includes(origin)) return done()
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', exposedHeaders.join(', '))
    if (request.method !== 'OPTIONS' || method === undefined) return done()
    setCommonHeaders(request, reply)
    reply
      .status(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', requestHeaders.join(', '))
      .header('access-control-max-age', permissionSeconds)
      .send()
  })
  // At the end, because routes set a `Vary` of their own.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('vary', [reply.getHeader('vary'), 'origin'].filter(Boolean).join(', '))
    done(null, payload)
  })
}
