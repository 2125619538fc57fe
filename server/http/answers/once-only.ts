import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, requestRunning } from '#core/base/errors.ts'
import type { OnceOnly } from '#core/domain/audit/origin.ts'
import type { Deps } from '../../deps.ts'
import { findFirstAnswer, keepFirstAnswer, onceOnlyOf } from '../../features/accounts/first-answers.ts'
import { changesSomething } from '../access/auth.ts'
import { errorBody } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shows a secret once, so a repetition with the same `Idempotency-Key` does not get the answer again. */
    showsSecret?: boolean
  }
  interface FastifyRequest {
    /** Set for a request with an `Idempotency-Key`. */
    onceOnly?: OnceOnly | undefined
  }
}

/** Answers of all items of a bulk creation have 0.6 MiB. */
const maxBytes = 1024 * 1024
const keptHeaders = ['content-type', 'content-disposition', 'etag', 'link', 'location', 'x-export-lost']

/**
 * Answers the repetition of a request with an `Idempotency-Key` with the first answer (behavior: Idempotency). Hooks of
 * routes read the body afterwards, so the answer to an invalid request is kept, too.
 */
export function answerOnce(app: FastifyInstance, deps: Deps) {
  /** Answers a twin at once in this process; in another one the database refuses it when it commits. */
  const running = new Set<string>()
  const findFirst = async (request: FastifyRequest, reply: FastifyReply, onceOnly: OnceOnly) => {
    if (running.has(onceOnly.id)) throw requestRunning()
    running.add(onceOnly.id)
    try {
      const answer = await findFirstAnswer(deps, request.caller!, onceOnly, request.method === 'DELETE')
      if (!answer) {
        request.onceOnly = onceOnly
        return
      }
      running.delete(onceOnly.id)
      reply.headers({ ...answer.headers, 'idempotency-replayed': 'true' })
      return reply.status(answer.status).send(answer.body)
    } catch (error) {
      running.delete(onceOnly.id)
      throw error
    }
  }
  const keep = async (request: FastifyRequest, reply: FastifyReply, payload: unknown, onceOnly: OnceOnly) => {
    request.onceOnly = undefined
    const { status, headers, body } = answerOf(request, reply, payload)
    const isFinal = !isTemporary(reply)
    try {
      if (!isFinal && !onceOnly.isRecorded) return payload
      const answer = { status, headers, body: isFinal ? body : null }
      if (await keepFirstAnswer(deps, request.caller!, onceOnly, answer)) return payload
      const { code, message, retryAfterSeconds } = requestRunning()
      reply.status(409).type('application/json').header('retry-after', retryAfterSeconds).removeHeader('etag')
      return JSON.stringify(errorBody(code, message))
    } catch (error) {
      // The change is committed, so the client gets its answer; a repetition gets a 409.
      request.log.error({ err: error, reqId: request.id }, 'the answer could not be kept')
      return payload
    } finally {
      onceOnly.isRecorded = true
      running.delete(onceOnly.id)
    }
  }
  // Without a promise for all other requests, which would cost each of them more than the look at its headers.
  app.addHook('preValidation', (request, reply, done) => {
    const onceOnly = onceOnlyIn(request)
    return onceOnly ? findFirst(request, reply, onceOnly) : done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { onceOnly } = request
    return onceOnly ? keep(request, reply, payload, onceOnly) : done(null, payload)
  })
}

function onceOnlyIn(request: FastifyRequest): OnceOnly | undefined {
  const { 'idempotency-key': key, 'content-type': type = '', 'content-length': length } = request.headers
  if (key === undefined || !changesSomething(request)) return undefined
  const { access } = request.routeOptions.config
  const credential = request.caller?.credentialHash
  if (access === undefined || access === 'public' || credential === undefined) return undefined
  const text = String(key)
  if (text.length < 1 || text.length > 255) throw badRequest('Idempotency-Key must be 1 to 255 characters')
  // The parts of a form are read by the route, and their boundary is random: two forms are compared by their length.
  const body = type.startsWith('multipart/') ? length : JSON.stringify(request.body)
  return onceOnlyOf(credential, text, `${request.method} ${request.url} ${body}`)
}

function answerOf({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isBytes = payload instanceof Uint8Array
  const bytes = isBytes ? payload : typeof payload === 'string' ? Buffer.from(payload) : undefined
  const text = payload === null || payload === undefined ? Buffer.alloc(0) : bytes
  const isKept = text !== undefined && text.length <= maxBytes && !routeOptions.config.showsSecret
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body: isKept ? text : null }
}

/** Whether sending the request again may give another answer: a failure, a limit, or a client that left. */
const isTemporary = (reply: FastifyReply) =>
  reply.statusCode >= 499 || reply.statusCode === 429 || reply.hasHeader('retry-after')
