import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { maxWatched } from './subscriptions.ts'

/** What is served to the one client of a process. */
export interface StdioService {
  newServer(): Server
  /** Calls back with each resource that changes. @returns what ends it */
  watch(uris: readonly string[], changed: (uri: string) => void): () => void
}

/**
 * Serves MCP over standard input and output, in both protocol revisions, until the client leaves. It is told of changes by
 * `subscriptions/listen`, or by `resources/subscribe` in the revision 2025-11-25.
 */
export function serveOverStdio({ newServer, watch }: StdioService): Promise<void> {
  const watches = new Map<unknown, () => void>()
  let server: Server
  const begin = (id: unknown, uris: readonly string[]) => {
    watches.get(id)?.()
    watches.set(
      id,
      watch(uris, (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined)),
    )
  }
  const end = (id: unknown) => {
    watches.get(id)?.()
    watches.delete(id)
  }
  const seen = (message: JSONRPCMessage) => {
    if (!('method' in message)) return
    const { method, params } = message as { method: string; params?: Params }
    if (method === 'subscriptions/listen' && 'id' in message) {
      const uris = params?.notifications?.resourceSubscriptions
      if (Array.isArray(uris)) begin(message.id, uris.slice(0, maxWatched))
    }
    if (method === 'notifications/cancelled') end(params?.requestId)
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const left = () => {
    for (const id of watches.keys()) end(id)
    resolve()
  }
  serveStdio(
    () => {
      server = newServer()
      server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
        if (watches.size >= maxWatched) {
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `At most ${maxWatched} resources may be watched`)
        }
        begin(uri, [uri])
        return {}
      })
      server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
        end(uri)
        return {}
      })
      return server
    },
    { transport: observed(new StdioServerTransport(), seen, left), maxSubscriptions: maxWatched },
  )
  return promise
}

interface Params {
  notifications?: { resourceSubscriptions?: string[] }
  requestId?: unknown
}

/** The SDK answers `subscriptions/listen` itself and does not tell which resources were named. */
function observed(wire: Transport, seen: (message: JSONRPCMessage) => void, left: () => void): Transport {
  const outer: Transport = {
    start: () => wire.start(),
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  }
  wire.onmessage = (message, extra) => {
    seen(message)
    outer.onmessage?.(message, extra)
  }
  wire.onerror = (error) => outer.onerror?.(error)
  wire.onclose = () => {
    outer.onclose?.()
    left()
  }
  return outer
}
