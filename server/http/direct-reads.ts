import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../clock.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import { isNamed } from '../domain/etag.ts'
import { type MaybePromise, whenDone } from '../domain/maybe-promise.ts'
import type { FileType } from '../domain/prompt.ts'
import type { Document } from '../features/agents/document-store.ts'
import type { DocumentName } from '../features/agents/renderings.ts'
import { keyOf } from './auth.ts'
import { contentTypes, documentCaching } from './documents.ts'
import { commonHeaders } from './errors.ts'
import type { ObserveRequest } from './metrics.ts'
import { type RateLimiter, windowOf } from './rate-limit.ts'
import { limitHeaders } from './rate-limit-headers.ts'

/** The document that an address names. */
interface Target {
  agentId: string
  name: DocumentName
  /** The route that serves it too, for the metrics. */
  route: string
  contentType: string
}

const addresses =
  /^\/api(?:\/v1)?\/agents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/(resolved-identity|prompt)|\/files\?type=(agent|soul|responsibilities|identity))?$/
const route = '/api/v1/agents/:agentId'

function targetOf({ method, url, headers }: IncomingMessage): Target | undefined {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const found = method === 'GET' && !hasBody ? addresses.exec(url!) : null
  if (!found) return undefined
  const [, agentId, part, file] = found as unknown as [string, string, string?, FileType?]
  if (file) return { agentId, name: `file ${file}`, route: `${route}/files`, contentType: contentTypes.markdown }
  if (part === 'prompt')
    return { agentId, name: 'file agent', route: `${route}/prompt`, contentType: contentTypes.markdown }
  const contentType = contentTypes.json
  if (part) return { agentId, name: 'resolved', route: `${route}/resolved-identity`, contentType }
  return { agentId, name: 'agent', route, contentType }
}

/**
 * Answers reads of agents' documents by API key before the framework sees them, with the bytes and headers of their
 * routes: they are nearly all that agents ask for, and the framework's steps take longer than the rest of them
 * (docs/decisions/035). Whatever is out of the ordinary, such as a key that is looked up first, a full window, or an
 * agent that is missing, is left to the route.
 */
export function answerDirectly(app: FastifyInstance, deps: Deps, limiter: RateLimiter, observe: ObserveRequest): void {
  const { server } = app
  const [answerByRoute] = server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  const { documents } = deps.identities
  const limit = deps.config.rateLimits.general

  const answer = (request: IncomingMessage, response: ServerResponse): MaybePromise<boolean> => {
    const target = targetOf(request)
    const caller = target && callerOf(request, deps)
    if (!target || !caller?.limitKey) return false
    const { orgIds, limitKey, agentId: ownId } = caller
    if (ownId !== undefined && ownId !== target.agentId) return false
    const started = monotonicMs()
    return whenDone(documents.read(orgIds, target.agentId, target.name), (document) => {
      if (!document) return false
      // After the read, so that the route alone counts what is left to it.
      const decision = limit === 0 ? undefined : limiter.take(windowOf('general', limitKey), limit)
      return whenDone(decision, (decided) => {
        if (decided?.allowed === false) return false
        send(request, response, document, target.contentType, decided ? limitHeaders(limit, decided) : [])
        observe('GET', target.route, response.statusCode, (monotonicMs() - started) / 1000)
        return true
      })
    })
  }

  server.removeListener('request', answerByRoute)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // The route meets the same failure, and tells the caller.
    const byRoute = () => answerByRoute(request, response)
    try {
      const answered = answer(request, response)
      if (answered instanceof Promise) answered.then((isAnswered) => isAnswered || byRoute(), byRoute)
      else if (!answered) byRoute()
    } catch {
      byRoute()
    }
  })
}

function callerOf({ headers }: IncomingMessage, { keys }: Deps): Caller | undefined {
  const key = headers.authorization === undefined ? undefined : keyOf(headers.authorization)
  return key === undefined ? undefined : keys.get(key)
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { body, etag }: Document,
  contentType: string,
  headers: string[],
) {
  headers.push('x-request-id', randomUUID(), ...commonHeaders, 'cache-control', documentCaching, 'etag', etag)
  if (isNamed(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
  } else {
    headers.push('content-type', contentType, 'content-length', String(body.byteLength))
    response.writeHead(200, headers).end(body)
  }
}
