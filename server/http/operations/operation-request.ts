import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { badRequest } from '../../base/errors.ts'
import type { Caller } from '../../domain/requests/caller.ts'
import { camelCase } from '../requests/key-case.ts'

export type RequestPart = 'params' | 'querystring' | 'body'

export interface Operation {
  id: string
  method: string
  /** Its address, `/api/v1/agents/:agentId`. */
  path: string
  config: FastifyContextConfig
  /** The arguments that it takes, from its path, query and body, in camelCase. */
  input: InputSchema
  /** The schema of its answer, an object; undefined for text and arrays. */
  output: TSchema | undefined
  /** Which part of a request an argument belongs to. */
  placeOf: Readonly<Record<string, RequestPart>>
}

export interface InputSchema {
  type: 'object'
  properties: Record<string, TSchema>
  required: string[]
}

/** Who calls an operation, and through what. */
export interface Invocation {
  caller: Caller | undefined
  ip: string
  /** The value that the calling program sends as `X-Client`; routes read it. */
  client: string | string[] | undefined
  response: FastifyRequest['response']
  log: FastifyRequest['log']
  id: string
}

/**
 * As much of a request as routes look at, with the arguments where the route reads them.
 *
 * @throws 400 for an argument of the wrong type where the address would turn it into a text
 */
export function requestOf(
  { placeOf, input, config, method }: Operation,
  args: Record<string, unknown>,
  invocation: Invocation,
): FastifyRequest {
  const values: Record<RequestPart, Record<string, unknown>> = { params: {}, querystring: {}, body: {} }
  for (const [key, value] of Object.entries(args)) {
    const name = camelCase(key)
    const part = placeOf[name]
    if (part) values[part][key] = part === 'body' ? value : inAddress(name, value, input.properties[name]!, part)
  }
  const { caller, ip, client, response, log, id } = invocation
  return {
    params: values.params,
    query: values.querystring,
    body: values.body,
    headers: client === undefined ? {} : { 'x-client': client },
    method,
    url: '/mcp',
    is404: false,
    routeOptions: { config },
    caller,
    ip,
    response,
    log,
    id,
  } as unknown as FastifyRequest
}

/** An address is text: numbers and flags are written out, but a number is no name. */
function inAddress(name: string, value: unknown, { type }: TSchema & { type?: unknown }, part: RequestPart): unknown {
  if (value === null && part === 'querystring') return value
  if (type === 'string' && typeof value !== 'string') throw badRequest(`${name} must be a string`)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
