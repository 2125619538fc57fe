import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { badRequest } from '#core/base/errors.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import { camelCase } from '../requests/key-case.ts'

export type RequestPart = 'params' | 'querystring' | 'body'

export interface Operation {
  id: string
  method: string
  /** The route's path pattern, `/api/v1/agents/:agentId`. */
  path: string
  config: FastifyContextConfig
  /** The arguments from the path, query and body, in camelCase. */
  input: InputSchema
  /** The schema of the answer, an object; undefined for text and arrays. */
  output: TSchema | undefined
  /** Whether the answer is one text, such as a prompt, rather than JSON. */
  answersText: boolean
  /** The part of the request that each argument belongs to. */
  partOf: Readonly<Record<string, RequestPart>>
}

export interface InputSchema {
  type: 'object'
  properties: Record<string, TSchema>
  required: string[]
}

/** A call of an operation: the caller and the request that it came through. */
export interface Invocation {
  caller: Caller | undefined
  ip: string
  /** The `X-Client` value of the calling program; routes read it. */
  client: string | string[] | undefined
  /** How an MCP client calls itself. */
  mcpClient?: string | undefined
  response: FastifyRequest['response']
  log: FastifyRequest['log']
  id: string
}

/**
 * Builds the parts of a request that routes read, with each argument in its part.
 *
 * @throws 400 for an argument of the wrong type where the address would turn it into a text
 */
export function requestOf(
  { partOf, input, config, method }: Operation,
  args: Record<string, unknown>,
  invocation: Invocation,
): FastifyRequest {
  const values: Record<RequestPart, Record<string, unknown>> = { params: {}, querystring: {}, body: {} }
  for (const [key, value] of Object.entries(args)) {
    const name = camelCase(key)
    const part = partOf[name]
    if (part) values[part][key] = part === 'body' ? value : inAddress(name, value, input.properties[name]!, part)
  }
  const { caller, ip, client, mcpClient, response, log, id } = invocation
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
    mcpClient,
    response,
    log,
    id,
  } as unknown as FastifyRequest
}

/** Writes numbers and flags as text, as they would be in an address. A number is not accepted as a name. */
function inAddress(name: string, value: unknown, { type }: TSchema & { type?: unknown }, part: RequestPart): unknown {
  if (value === null && part === 'querystring') return value
  if (type === 'string' && typeof value !== 'string') throw badRequest(`${name} must be a string`)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
