import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, badRequest, unauthorized } from '../domain/errors.ts'
import type { Operations } from '../http/operations.ts'
import { newMcpServer } from './server.ts'
import { newSession } from './session.ts'
import { maxWatched, type Subscription, Subscriptions, stateOf } from './subscriptions.ts'
import type { Session } from './tool.ts'

/** How many `subscriptions/listen` streams may be open at once, in all and for one organization. */
const maxStreams = 1024
const maxStreamsOfOne = 64

const loopback = ['localhost', '127.0.0.1', '[::1]']

interface Options {
  publicUrl: string
  url?: string
  newServer?: typeof newMcpServer
}

/** MCP over streamable HTTP, without sessions (behavior: MCP). The key of the request is the caller of every tool. */
export function serveMcp(
  app: FastifyInstance,
  operations: Operations,
  { publicUrl, url = '/mcp', newServer = newMcpServer }: Options,
) {
  const ownHosts = new Set([new URL(publicUrl).hostname, ...loopback])
  const sessions = new WeakMap<object, Session>()
  const subscriptions = new Subscriptions()
  const streams = new Map<string, number>()
  const handler = createMcpHandler(
    ({ authInfo, era }) => newServer(sessions.get(authInfo!.extra!)!, operations, { canSubscribe: era === 'modern' }),
    {
      bus: subscriptions,
      maxSubscriptions: maxStreams,
      onerror: (error) => app.log.debug({ err: error }, 'MCP request refused'),
    },
  )
  const answer = toNodeHandler(handler, { onerror: (error) => app.log.error({ err: error }, 'MCP request failed') })
  app.addHook('onClose', () => handler.close())

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url,
    schema: { hide: true },
    async handler(request, reply) {
      const { caller } = request
      // A page whose name was pointed at this machine sends that name.
      if (!isFrom(ownHosts, request.headers.origin)) throw new AppError(403, 'Pages of other sites may not call this')
      if (caller?.kind !== 'key') throw unauthorized()
      const session = sessionOf(request, operations)
      const identity = {}
      sessions.set(identity, session)
      const auth = { token: '', clientId: caller.keyId ?? '', scopes: [], extra: identity }
      const raw = Object.assign(request.raw, { auth })
      const subscription = subscriptionOf(request.body, session)
      const orgId = session.orgId ?? ''
      if (subscription) {
        const open = streams.get(orgId) ?? 0
        if (open >= maxStreamsOfOne)
          throw badRequest(`At most ${maxStreamsOfOne} subscriptions may be open at once; close one first`)
        streams.set(orgId, open + 1)
        reply.raw.once('close', () => {
          const left = (streams.get(orgId) ?? 1) - 1
          if (left === 0) streams.delete(orgId)
          else streams.set(orgId, left)
        })
      }
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      await subscriptions.during(subscription ?? { uris: [], stateOf: async () => undefined }, () =>
        answer(raw, reply.raw, request.body),
      )
    },
  })
}

/** Programs send no origin, or one of a scheme of their own; only pages of the web have others. */
function isFrom(hosts: Set<string>, origin: string | undefined): boolean {
  const parsed = origin === undefined ? undefined : URL.parse(origin)
  if (parsed === null) return false
  return parsed === undefined || !/^https?:$/.test(parsed.protocol) || hosts.has(parsed.hostname)
}

function sessionOf(request: FastifyRequest, operations: Operations): Session {
  const query = request.query as Record<string, unknown>
  const { headers, caller, ip, response, log, id } = request
  const client = headers['x-client']
  const choice = {
    toolsets: query.toolsets ?? headers['x-mcp-toolsets'],
    readOnly: isTrue(query.read_only) || isTrue(headers['x-mcp-read-only']),
  }
  return newSession(operations, choice, () => ({ caller, ip, client, response, log, id }))
}

const isTrue = (value: unknown) => String(value).toLowerCase() === 'true'

/** What a `subscriptions/listen` asks to be told of; undefined for any other message. */
function subscriptionOf(body: unknown, session: Session): Subscription | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { notifications?: { resourceSubscriptions?: unknown } }
  }
  if (method !== 'subscriptions/listen') return undefined
  const wanted = params?.notifications?.resourceSubscriptions
  const uris = Array.isArray(wanted) ? wanted.filter((uri): uri is string => typeof uri === 'string') : []
  if (uris.length > maxWatched) throw badRequest(`A subscription may name at most ${maxWatched} resources`)
  return { uris, stateOf: (uri) => stateOf(session, uri) }
}
