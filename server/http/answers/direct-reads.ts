import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../../base/clock.ts'
import { type MaybePromise, whenDone } from '../../base/maybe-promise.ts'
import type { Deps } from '../../deps.ts'
import type { FileType } from '../../domain/identity/prompt.ts'
import type { Caller } from '../../domain/requests/caller.ts'
import { isNamed } from '../../domain/requests/etag.ts'
import type { DocumentName } from '../../features/agents/renderings.ts'
import { keyOf } from '../access/auth.ts'
import { type RateLimiter, windowOf } from '../limits/rate-limit.ts'
import { limitHeaders } from '../limits/rate-limit-headers.ts'
import { findList } from './direct-lists.ts'
import { type DirectAnswer, idInAddress, type Target } from './direct-target.ts'
import { findVariant } from './direct-variants.ts'
import { contentTypes, documentCaching } from './documents.ts'
import { commonHeaders, uncached } from './errors.ts'
import type { ObserveRequest } from './metrics.ts'

const addresses = new RegExp(
  `^/api(?:/v1)?/agents/(${idInAddress})(?:/(resolved-identity|prompt)|/files\\?type=(agent|soul|responsibilities|identity))?$`,
)
const route = '/api/v1/agents/:agentId'

function findDocument({ url }: IncomingMessage, { identities }: Deps): Target | undefined {
  const found = addresses.exec(url!)
  if (!found) return undefined
  const [, agentId, part, file] = found as unknown as [string, string, string?, FileType?]
  const target = (name: DocumentName, path: string, contentType: string): Target => ({
    agentId,
    route: route + path,
    contentType,
    read: ({ orgIds }) => identities.documents.read(orgIds, agentId, name),
  })
  if (file) return target(`file ${file}`, '/files', contentTypes.markdown)
  if (part === 'prompt') return target('file agent', '/prompt', contentTypes.markdown)
  if (part) return target('resolved', '/resolved-identity', contentTypes.json)
  return target('agent', '', contentTypes.json)
}

function targetOf(request: IncomingMessage, deps: Deps): Target | undefined {
  const { method, headers } = request
  if (method === 'POST') return findVariant(request, deps)
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (method !== 'GET' || hasBody) return undefined
  return findDocument(request, deps) ?? findList(request, deps)
}

/**
 * Answers what agents ask for most, by API key, before the framework sees it, with the bytes and headers of the routes: the
 * framework's steps take longer than the rest of it (docs/decisions/035, 060). Whatever is out of the ordinary, such as a
 * key that is looked up first, a full window, or an agent that is missing, is left to the route.
 */
export function answerDirectly(app: FastifyInstance, deps: Deps, limiter: RateLimiter, observe: ObserveRequest): void {
  const { server } = app
  const [answerByRoute] = server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  const limit = deps.config.rateLimits.general

  const answer = (request: IncomingMessage, response: ServerResponse): MaybePromise<boolean> => {
    const caller = callerOf(request, deps)
    const target = caller?.limitKey && targetOf(request, deps)
    if (!target) return false
    const { limitKey, agentId: ownId } = caller
    if (ownId !== undefined && ownId !== target.agentId) return false
    const started = monotonicMs()
    return whenDone(target.read(caller), (found) => {
      if (!found) return false
      // After the read, so that the route alone counts what is left to it.
      const decision = limit === 0 ? undefined : limiter.take(windowOf('general', limitKey!), limit)
      return whenDone(decision, (decided) => {
        if (decided?.allowed === false) return false
        send(request, response, found, target.contentType, decided ? limitHeaders(limit, decided) : [])
        observe(request.method!, target.route, response.statusCode, (monotonicMs() - started) / 1000)
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
  { body, etag }: DirectAnswer,
  contentType: string,
  headers: string[],
) {
  headers.push('x-request-id', randomUUID(), ...commonHeaders)
  if (etag === undefined) headers.push(...uncached)
  else headers.push('cache-control', documentCaching, 'etag', etag)
  if (etag !== undefined && isNamed(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const bytes = Buffer.byteLength(body)
  headers.push('content-type', contentType, 'content-length', String(bytes))
  response.writeHead(200, headers)
  // A text of ASCII alone is copied as it is, and together with the headers.
  if (typeof body === 'string') response.end(body, body.length === bytes ? 'latin1' : 'utf8')
  else response.end(body)
}
