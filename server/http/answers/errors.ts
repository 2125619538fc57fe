import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import {
  AppError,
  badRequest,
  codeOfStatus,
  type ErrorCode,
  filesLost,
  notFound,
  statusOfCode,
} from '#core/base/errors.ts'
import { upperFirst } from '#core/base/strings.ts'
import { isQuotaReached } from '#core/domain/requests/quotas.ts'
import { changesSomething } from '../access/auth.ts'
import { describeRefusal } from '../access/challenge.ts'
import { hasBackslash } from '../requests/addresses.ts'
import { bodyTooLarge } from '../requests/json-body.ts'
import { camelCase } from '../requests/key-case.ts'
import { notBlank } from '../requests/schemas.ts'
import { isUploading } from '../requests/uploads.ts'
import { answeredMethod } from './head.ts'
import { collectNearest } from './nearest-route.ts'

/** Translates a database error for the caller; undefined for an error that the caller cannot act on. */
type DatabaseErrorReader = (error: unknown, isWrite: boolean) => AppError | undefined

/**
 * The body of every error but a 401, whose body stays that of the specification (beyond B1).
 *
 * @param code the kind of the error, by which clients decide.
 * @param error a sentence for a person that names the field and the way out.
 */
export const errorBody = (code: ErrorCode, error: string) => ({ error, code })

/** Answers every failure with `{ error: message, code }` and nothing else (behavior: Errors; beyond B1). */
export function registerErrorHandler(app: FastifyInstance, readDatabaseError: DatabaseErrorReader) {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known =
      (error instanceof AppError && error) ||
      readDatabaseError(error, changesSomething(request)) ||
      refusedByFastify(error, request.routeOptions.bodyLimit ?? 0)
    if (known) {
      // Fastify would close the connection; a client that is still sending would see that instead of the answer.
      if (known.status === 413) reply.removeHeader('connection')
      if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
      if (known.status >= 500 && !isQuotaReached(known))
        request.log.error({ err: error, reqId: request.id }, 'request failed')
      if (known.status !== 401) return reply.status(known.status).send(errorBody(known.code, known.message))
      const { error: message, challenge } = describeRefusal(request, known)
      return reply.status(401).header('www-authenticate', challenge).send({ error: message })
    }
    // Not logged: the client went away before the whole answer was sent.
    const isCutOff = (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
    if (!isCutOff) request.log.error({ err: error, reqId: request.id }, 'unexpected error')
    return reply.status(500).send(errorBody('internal', 'Internal error'))
  })
  const methodsOf = collectMethods(app)
  const nearestTo = collectNearest(app)
  app.setNotFoundHandler((request, reply) => {
    const method = answeredMethod(request.method)
    const path = request.url.split('?')[0]!
    const methods = methodsOf(path)
    // A registered route ends here when its file does not exist.
    if (methods.length === 0 || methods.includes(method)) {
      const nearest = nearestTo(method, path)
      const advice = nearest === undefined ? '/docs lists the routes' : `Did you mean ${nearest}?`
      return reply.status(404).send(errorBody('no_route', `No route for ${method} ${path}. ${advice}`))
    }
    const allowed = methods.join(', ')
    return reply
      .status(405)
      .header('allow', allowed)
      .send(errorBody('method_not_allowed', `${method} is not allowed for ${path}; use ${allowed}`))
  })
}

/** Collects the routes as they are registered. The result returns the methods of a path (behavior: Errors). */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()])
  })
  let patterns: { pattern: RegExp; methods: string[] }[] | undefined
  return (path) => {
    patterns ??= [...methods].map(([url, methods]) => ({ pattern: patternOf(url), methods }))
    return [...new Set(patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))].sort()
  }
}

/** Converts `/agents/:agentId` to an expression for whole paths, with or without a slash at the end. */
function patternOf(url: string): RegExp {
  const segments = url
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment === '*' ? '.*' : RegExp.escape(segment)))
  return new RegExp(`^${segments.join('/')}/?$`)
}

/** Sets the headers that every answer carries. Cacheable answers set their own `Cache-Control` (behavior: Errors). */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
}

/** Answers an address that cannot be decoded, or was refused before routing. Neither reaches a route or a hook. */
export function answerBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  setCommonHeaders(request, reply)
  reply.status(400)
  const fault = hasBackslash(request.originalUrl)
    ? 'The path must not contain a backslash; write it as %5C'
    : 'The URL must not contain invalid percent-encoding'
  reply.send(errorBody('invalid', fault))
}

/** Answers malformed HTTP on the bare connection, because it never becomes a request. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Node has one arrival timeout for all requests; an upload has its own.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
  const [code, message] = brokenRequests[error.code ?? ''] ?? ['invalid', 'Malformed HTTP request']
  const body = JSON.stringify(errorBody(code, message))
  const status = statusOfCode[code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

const brokenRequests: Record<string, [code: ErrorCode, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The URL and headers are too large'],
}

function refusedByFastify(error: unknown, bodyLimit: number): AppError | undefined {
  const { code, statusCode, message } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(bodyLimit)
  // A part of the service that is loaded when it is first needed.
  if (code === 'ERR_MODULE_NOT_FOUND' && message.startsWith('Cannot find module ')) return filesLost(error)
  // Errors that Fastify itself raises with a 4xx, such as a wrong content length, are ones that the client can fix.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError(codeOfStatus(statusCode), message)
  return undefined
}

/** Turns the validator's errors into one sentence that names the field and the way out. */
export function describeInvalid(errors: FastifySchemaValidationError[], part: string): Error {
  const error = mostSpecific(errors)
  if (part === 'params') return notFound(resourceOf(error.instancePath))
  return badRequest(sentence(error))
}

/**
 * Picks an error: alternatives report one each, and the deepest in the value belongs to the alternative that was meant.
 */
const mostSpecific = (errors: FastifySchemaValidationError[]) =>
  errors.reduce((best, error) => (depthOf(error) > depthOf(best) ? error : best))

const depthOf = ({ instancePath, keyword }: FastifySchemaValidationError) =>
  keyword === 'anyOf' ? -1 : instancePath.split('/').length

/** Converts `/agentId` to `Agent`: a malformed id is answered like one that does not exist (behavior: Identifiers). */
function resourceOf(instancePath: string): string {
  const name = instancePath.slice(1).replace(/Id$/, '')
  return (
    {
      org: 'Organization',
      session: 'Conversation',
      item: 'Content item',
      key: 'API key',
      source: 'Content source',
      connection: 'GitHub connection',
    }[name] ?? capitalized(name)
  )
}

const capitalized = (camel: string) => {
  const words = camel.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return upperFirst(words)
}

interface Verbose extends FastifySchemaValidationError {
  parentSchema?: { description?: string; enum?: unknown[] }
}

function sentence(error: Verbose): string {
  const { keyword, params, parentSchema } = error
  const field = fieldOf(error.instancePath)
  const limit = params.limit as number
  switch (keyword) {
    case 'required':
      return `${join(field, camelCase(String(params.missingProperty)))} is required`
    case 'type':
      return `${field || 'The body'} must be ${wordsOfType(params.type as string | string[])}`
    case 'enum':
      return `${field} must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`
    case 'format':
      return `${field} must be ${formats[String(params.format)] ?? `a valid ${params.format}`}`
    case 'minLength':
      return limit === 1 ? `${field} must not be empty` : `${field} must be at least ${limit} characters`
    case 'maxLength':
      return `${field} must be at most ${limit} characters`
    case 'pattern':
      return parentSchema?.description && params.pattern !== notBlank
        ? `${field} must consist of ${parentSchema.description}`
        : `${field} must not be empty`
    case 'minItems':
      return limit === 1 ? `${field} must not be empty` : `${field} must have at least ${limit} entries`
    case 'maxItems':
      return `${field} must have at most ${limit} entries`
    case 'minimum':
      return `${field} must be ${limit} or more`
    case 'maximum':
      return `${field} must be ${limit} or less`
    default:
      return `${field || 'The body'} ${error.message ?? 'is invalid'}`
  }
}

const formats: Record<string, string> = {
  uuid: 'a UUID',
  agent: 'the id or slug of an agent',
  email: 'an email address',
  'date-time': 'an ISO 8601 date-time such as 2026-11-21T09:30:00Z',
  uri: 'an absolute URL',
}

const typeWords: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const wordsOfType = (type: string | string[]) =>
  (Array.isArray(type) ? type : type.split(',')).map((name) => typeWords[name] ?? name).join(' or ')

/** Converts `/agents/3/job_title` to `agents[3].jobTitle`, as the specification spells it. */
const fieldOf = (instancePath: string) =>
  instancePath
    .split('/')
    .slice(1)
    .reduce((path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : join(path, camelCase(key))), '')

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)
