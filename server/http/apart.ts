import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import { bufferOf } from '../base/buffer-of.ts'
import { FairQueue } from '../base/fair-queue.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/requests/caller.ts'
import type { KeyCache } from '../features/accounts/key-cache.ts'
import { requireAccess, signalOf } from './access/auth.ts'
import { answeredMethod } from './answers/head.ts'
import { bodyTooLarge, streamOf } from './requests/json-body.ts'

/**
 * Requests that may keep their thread for long, on the embedded engine: the thread that serves admits them, and the same
 * routes in the thread of jobs answer them (docs/decisions/037).
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What another thread handles: each request, those whose body is large, those that come with a file, once it is
     * stored, or those whose body has a key, once it is read.
     */
    apart?: 'always' | 'large' | 'file' | { withKey: string }
  }
}

/**
 * A request that was admitted, as it travels: its route with what the router read from its address, never the address,
 * which a second parser could take for that of another route.
 */
export interface ApartRequest {
  id: string
  method: string
  /** The pattern of the route, `/api/v1/agents/:agentId`. */
  route: string
  params: unknown
  query: unknown
  headers: Record<string, string | string[] | undefined>
  remoteAddress: string
  caller: Caller | undefined
  /** As it was sent; of a form with a file, its other fields as JSON. */
  body: Uint8Array | undefined
  /** The file of a form: a descriptor, which all threads of the process share. */
  fd: number | undefined
}

export interface ApartAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** A stream where the route sends one. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** Undefined while the other thread is not running: then the request is handled where it is. */
export type AnswerApart = (request: ApartRequest, signal: AbortSignal) => Promise<ApartAnswer> | undefined

/** Smaller bodies take less time than the way to the thread and back. */
const largeBytes = 8192

/** Requests handled apart at a time, those of one organization, and how many more of it may wait. */
const limits = { slots: 16, running: 4, waiting: 64 }

/** What the connection, not the route, says. */
const ownHeaders = new Set(['x-request-id', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])

/** The same for one request after the other of an organization; resolves to nothing while the other thread is not running. */
export type AnswerInTurn = (request: ApartRequest, signal: AbortSignal) => Promise<ApartAnswer | undefined>

export function inTurn(answer: AnswerApart): AnswerInTurn {
  const queue = new FairQueue(limits)
  return ({ caller, ...request }, signal) => {
    const org_id = caller?.orgIds[0] ?? caller?.userId ?? ''
    return queue.run({ org_id, signal }, async () => answer({ ...request, caller }, signal))
  }
}

/** Whether the request is one for another thread, by what its route says and by its body. */
export const isApart = ({ apart }: FastifyContextConfig, bytes: number, body?: unknown): boolean =>
  typeof apart === 'object' ? hasKey(body, apart) : apart === 'always' || (apart === 'large' && bytes >= largeBytes)

const hasKey = (body: unknown, { withKey }: { withKey: string }) =>
  (body as Record<string, unknown> | undefined)?.[withKey] !== undefined

/** Has the routes that say so handled by `answer`. */
export function handleApart(app: FastifyInstance, answer: AnswerInTurn, keys: KeyCache): void {
  /** Sends the answer of the other thread; false when it is not running. */
  const handle = async (request: FastifyRequest, reply: FastifyReply, body?: Uint8Array): Promise<boolean> => {
    const { id, method, routeOptions, params, query, caller, upload, socket, headers } = request
    const sent: ApartRequest = {
      id,
      method: answeredMethod(method),
      route: routeOptions.url!,
      params,
      query,
      headers,
      remoteAddress: socket.remoteAddress ?? '',
      caller,
      body,
      fd: upload?.fd,
    }
    const answered = await answer(sent, signalOf(request))
    if (!answered) return false
    // A deleted organization has no keys anymore, and the other thread has emptied its own cache only.
    if (method === 'DELETE') keys.clear()
    reply.status(answered.status)
    for (const [name, value] of Object.entries(answered.headers)) {
      if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value)
    }
    const { body: made } = answered
    const isWhole = made instanceof Uint8Array
    reply.send(isWhole ? bufferOf(made) : Readable.fromWeb(made))
    return true
  }
  app.addHook('onRoute', (route) => {
    const apart = route.config?.apart
    if (apart === undefined) return
    if (apart === 'file' || typeof apart === 'object') {
      route.preHandler = (request, reply, done) => {
        const { body, upload } = request
        if (typeof apart === 'object' && !hasKey(body, apart)) return done()
        const handled = handle(request, reply, Buffer.from(JSON.stringify(body)))
        handled.then((isHandled) => (isHandled ? upload?.close() : done()), done)
      }
      return
    }
    // Not an async function: those go on to the route unless the answer has left already, which a stream has not.
    route.preParsing = (request, reply, payload, done) => {
      const { method, headers } = request
      if (method === 'GET' || method === 'HEAD') {
        handle(request, reply).then((isHandled) => isHandled || done(null, payload), done)
        return
      }
      const length = headers['content-length']
      const limit = request.routeOptions.bodyLimit!
      // What is too long is refused where all others are.
      if (Number(length) > limit || !isApart({ apart }, Number(length ?? largeBytes))) return done(null, payload)
      const collectAndHandle = async () => {
        const body = await collect(payload as Readable, limit)
        if (await handle(request, reply, body)) return
        done(null, streamOf(body))
      }
      collectAndHandle().catch(done)
    }
  })
}

/** @throws 413 when there is more of it than `limit` bytes. */
async function collect(payload: Readable, limit: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  // A connection that was cut off would not be told why.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > limit) throw bodyTooLarge(limit)
  }
  return Buffer.concat(chunks)
}

/**
 * The other thread's side: answers what was admitted with the routes of `app`. What the caller may do is checked here
 * again, by the route that answers.
 */
export function answerApart(
  app: FastifyInstance,
  deps: Deps,
): (sent: ApartRequest, signal: AbortSignal) => Promise<ApartAnswer> {
  const underWay = new Map<string, ApartRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method, route, params, query, caller, fd } = underWay.get(String(request.headers[idHeader]))!
    const { url, config } = request.routeOptions
    if (request.method !== method || url !== route) throw new Error(`${method} ${route} was admitted, not ${url}`)
    Object.assign(request, { params, query, caller, response: reply.raw })
    if (fd !== undefined) request.upload = { fd, close: async () => {} }
    requireAccess(request, config, deps)
    done()
  })
  return async (sent, signal) => {
    const { id, method, route, body, remoteAddress } = sent
    underWay.set(id, sent)
    try {
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = sent.headers
      const type = sent.fd === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await app.inject({
        method: method as 'GET',
        // The router takes `:agentId` for any other segment, and so finds the route of the pattern.
        url: route,
        headers: { ...(headers as Record<string, string>), ...type, [idHeader]: id },
        remoteAddress,
        signal,
        payloadAsStream: true,
        ...(body?.byteLength && { payload: Buffer.from(body) }),
      })
      const stream = answer.stream()
      const isStreamed = answer.headers['content-length'] === undefined && answer.statusCode !== 204
      return {
        status: answer.statusCode,
        headers: answer.headers as ApartAnswer['headers'],
        // Bytes of their own, which can move to the other thread.
        body: isStreamed ? Readable.toWeb(stream) : new Uint8Array(await collect(stream, Number.POSITIVE_INFINITY)),
      }
    } finally {
      underWay.delete(id)
    }
  }
}

/** Tells the requests of the other thread's app apart, and is what their log lines name. */
export const idHeader = 'x-request-id'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** An app that takes only the routes that say so: all of them take 4 MB more (measured). */
export function onlyApart<App extends FastifyInstance>(app: App): App {
  const routes = Object.fromEntries(
    methods.map((method) => [
      method,
      (url: string, options: RouteShorthandOptions, handler: RouteHandlerMethod) =>
        options.config?.apart === undefined ? app : app[method](url, options, handler),
    ]),
  )
  return Object.assign(Object.create(app), routes)
}
