import type { FastifyInstance } from 'fastify'
import { AppError, unauthorized } from '#core/base/errors.ts'
import type { Operations } from '../http/operations/operations.ts'
import type { NewServer, newEndpoint } from './endpoint.ts'
import { tolerateRequest } from './tolerant-messages.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** How many JSON-RPC messages one request may carry; each counts as a request of its own. */
const maxBatch = 20
/** The JSON-RPC error code for an invalid request. */
const invalidRequest = -32600

interface Options {
  publicUrl: string
  url?: string
  newServer?: NewServer
}

/** MCP over streamable HTTP, without sessions (behavior: MCP). Every tool runs with the key of the request. */
export function serveMcp(
  app: FastifyInstance,
  operations: Operations,
  { publicUrl, url = '/mcp', newServer }: Options,
) {
  const ownHosts = new Set([new URL(publicUrl).hostname, ...loopback])
  let endpoint: Promise<ReturnType<typeof newEndpoint>> | undefined
  const load = async () => (await import('./endpoint.ts')).newEndpoint(app, operations, newServer)
  app.addHook('onClose', async () => (await endpoint)?.close())

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url,
    schema: { hide: true },
    config: { dashboard: publicUrl },
    async handler(request, reply) {
      const { caller } = request
      tolerateRequest(request)
      // A page whose host name was rebound to this machine sends that host name.
      if (!isFrom(ownHosts, request.headers.origin))
        throw new AppError('forbidden', 'Pages of other sites may not call this')
      if (caller?.kind !== 'key') throw unauthorized()
      const calls = Array.isArray(request.body) ? request.body.length : 1
      if (calls > maxBatch) {
        const message = `A batch may hold at most ${maxBatch} calls, and this one holds ${calls}; send them in several requests`
        return reply.status(400).send({ jsonrpc: '2.0', id: null, error: { code: invalidRequest, message } })
      }
      if (calls > 1) await operations.countCalls(calls - 1, request, reply)
      endpoint ??= load()
      const { answerTo } = await endpoint
      await answerTo(request, reply)
    },
  })
}

/** Programs send no origin, or one with a custom scheme; only web pages send other origins. */
function isFrom(hosts: Set<string>, origin: string | undefined): boolean {
  const parsed = origin === undefined ? undefined : URL.parse(origin)
  if (parsed === null) return false
  return parsed === undefined || !/^https?:$/.test(parsed.protocol) || hosts.has(parsed.hostname)
}
