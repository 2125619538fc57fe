import { Readable } from 'node:stream'
import { buffer as bytesOf } from 'node:stream/consumers'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import type { TSchema } from 'typebox'
import { bufferOf } from '#core/base/buffer-of.ts'
import { AppError } from '#core/base/errors.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Deps } from '../../deps.ts'
import { requireAccess } from '../access/auth.ts'
import { withOrigin } from '../access/origin.ts'
import { mayCall } from '../access/route-access.ts'
import { describeInvalid } from '../answers/errors.ts'
import { linesType } from '../answers/lists.ts'
import { withIgnoredFields } from '../answers/warnings.ts'
import { limitCalls, limitRate, type RateLimiter } from '../limits/rate-limit.ts'
import { camelCase } from '../requests/key-case.ts'
import { operationId } from '../requests/operation-id.ts'
import { Reply } from './operation-reply.ts'
import { type InputSchema, type Invocation, type Operation, type RequestPart, requestOf } from './operation-request.ts'
import { type Revisions, revisionsOf } from './revisions.ts'

/**
 * Exposes the routes as functions: they validate, authorize and run like the route, without a request over HTTP. MCP
 * tools are built from them, so that a tool and its route can never differ.
 */

export type { Invocation } from './operation-request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    operations: Operations
  }
}

const parts: readonly RequestPart[] = ['params', 'querystring', 'body']

interface Registered {
  operation: Operation
  /** Reads and validates the arguments as the route does. */
  prepare: (request: FastifyRequest) => Promise<void>
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown
  serialize: (status: number, value: unknown) => unknown
}

export interface Operations extends Revisions {
  /** Whether a caller may call an operation at all, whatever its arguments. */
  mayCall(id: string, caller: Caller | undefined): boolean
  /** @throws when the operation does not exist, which is a bug */
  get(id: string): Operation
  /**
   * Returns the route's answer: an object, an array or a text.
   *
   * @throws AppError as the route would answer it
   */
  call(id: string, args: Record<string, unknown>, invocation: Invocation): Promise<unknown>
  /** Counts the calls of a request after its first. @throws 429 when they do not all fit; then none is counted */
  countCalls(calls: number, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/**
 * Collects the routes that are registered afterwards.
 *
 * @param describe translates an error for the caller, as the routes' own error handler does.
 */
export function collectOperations(
  app: FastifyInstance,
  deps: Deps,
  limiter: RateLimiter,
  describe: (error: unknown, isWrite: boolean) => AppError | undefined,
): Operations {
  const operations = new Map<string, Registered>()
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide || route.method === 'HEAD' || !route.url.startsWith('/api/v1/')) return
    const registered = register(app, route)
    operations.set(registered.operation.id, registered)
  })
  const find = (id: string) => {
    const found = operations.get(id)
    if (!found) throw new Error(`There is no operation ${id}`)
    return found
  }
  return {
    ...revisionsOf(deps),
    get: (id) => find(id).operation,
    mayCall: (id, caller) => mayCall(find(id).operation.config, caller),
    countCalls: (calls, request, reply) => limitCalls(calls, request, reply, limiter, deps.config.rateLimits),
    async call(id, args, invocation) {
      const { operation, prepare, handle, serialize } = find(id)
      const request = requestOf(operation, args, invocation)
      const reply = new Reply()
      try {
        // The general window has already counted the request that this call came with.
        if (operation.config.tier)
          await limitRate(request, reply as unknown as FastifyReply, operation.config, limiter, deps.config.rateLimits)
        requireAccess(request, operation.config, deps)
        await prepare(request)
        const returned = await withOrigin(request, deps, () => handle(request, reply as unknown as FastifyReply))
        const payload = returned === reply ? reply.payload : returned
        const answer = serialize(reply.statusCode, payload instanceof Readable ? await bytesOf(payload) : payload)
        const isObject = answer !== null && typeof answer === 'object' && !Array.isArray(answer)
        return isObject ? withIgnoredFields(request, answer) : answer
      } catch (error) {
        const known = error instanceof AppError ? error : describe(error, operation.method !== 'GET')
        if (known) throw known
        request.log.error({ err: error, reqId: request.id }, 'unexpected error')
        throw new AppError('internal', 'Internal error')
      }
    },
  }
}

function register(app: FastifyInstance, route: RouteOptions): Registered {
  const schema = (route.schema ?? {}) as Schemas
  const method = String(route.method)
  const id = operationId(method, route.url)
  const partOf: Record<string, RequestPart> = {}
  const input: InputSchema = { type: 'object', properties: {}, required: [] }
  for (const part of parts) {
    // If several parts have the same key, it belongs to the path first of all.
    for (const [name, property] of Object.entries(schema[part]?.properties ?? {})) {
      const argument = camelCase(name)
      if (partOf[argument]) continue
      partOf[argument] = part
      input.properties[argument] = property
      if (schema[part]?.required?.includes(name)) input.required.push(argument)
    }
  }
  const checks = parts.flatMap((part) => {
    const described = schema[part]
    return described
      ? [{ part, validate: app.validatorCompiler!({ schema: described, method, url: route.url }) as Validate }]
      : []
  })
  const read = route.preValidation as preValidationHookHandler | undefined
  const answers = Object.entries(schema.response ?? {}).flatMap(([status, answer]) =>
    /^2/.test(status) && typeOf(inJson(answer)) === 'object' ? [inJson(answer) as ObjectSchema] : [],
  )
  const answersText = Object.entries(schema.response ?? {}).some(
    ([status, answer]) => status === '200' && isMarkdown(answer),
  )
  return {
    operation: {
      id,
      method,
      path: route.url,
      config: route.config ?? {},
      input,
      output: anyOf(answers),
      answersText,
      partOf,
    },
    async prepare(request) {
      if (read)
        await new Promise<void>((resolve, reject) =>
          callHook(read, request, (error) => (error ? reject(error) : resolve())),
        )
      for (const { part, validate } of checks) {
        const value = part === 'querystring' ? request.query : request[part]
        if (!validate(value)) throw describeInvalid(validate.errors ?? [], part)
      }
    },
    handle: (request, reply) =>
      (route.handler as unknown as (request: FastifyRequest, reply: FastifyReply) => unknown)(request, reply),
    serialize(status, value) {
      const described = inJson((schema.response as Record<string, TSchema> | undefined)?.[status])
      if (value instanceof Uint8Array) return readBytes(value, answersText)
      if (typeOf(described) !== 'object' && typeOf(described) !== 'array') return value
      // Some routes return JSON that is already serialized.
      if (typeof value === 'string') return JSON.parse(value)
      // Serialized, because fields that the route's schema does not name must never leave the service.
      return JSON.parse(app.serializerCompiler!({ schema: described, method, url: route.url })(value))
    },
  }
}

interface Schemas {
  params?: ObjectSchema
  querystring?: ObjectSchema
  body?: ObjectSchema
  response?: Record<string, TSchema>
}

type ObjectSchema = TSchema & { properties?: Record<string, TSchema>; required?: string[] }
type Validate = ((value: unknown) => boolean) & { errors?: FastifySchemaValidationError[] | null }

/**
 * Merges the schemas of several answers, such as a created item and an existing one: only the keys that all require are
 * required.
 */
function anyOf([first, ...others]: readonly ObjectSchema[]): TSchema | undefined {
  if (!first || others.length === 0) return first
  const all = [first, ...others]
  return {
    ...first,
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: (first.required ?? []).filter((name) => others.every(({ required }) => required?.includes(name))),
  }
}

/** The schema of an answer, in JSON where it can also be lines. */
function inJson(answer: TSchema | undefined): TSchema | undefined {
  const { content } = (answer ?? {}) as { content?: Record<string, { schema: TSchema }> }
  return content && linesType in content ? content['application/json']!.schema : answer
}

/** Whether an answer is a text alone, and has no JSON form. */
const isMarkdown = (answer: TSchema) =>
  Object.keys((answer as { content?: object }).content ?? {}).join() === 'text/markdown'

const typeOf = (schema: TSchema | undefined) => (schema as { type?: unknown } | undefined)?.type

/** Decodes a document, which is returned as bytes. */
function readBytes(bytes: Uint8Array, isText: boolean): unknown {
  const text = bufferOf(bytes).toString('utf8')
  return isText ? text : JSON.parse(text)
}

function callHook(hook: preValidationHookHandler, request: FastifyRequest, done: (error?: Error) => void) {
  const called: unknown = (hook as (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => unknown)(
    request,
    undefined,
    done,
  )
  if (called instanceof Promise) called.then(() => done(), done)
}
