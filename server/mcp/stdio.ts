import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { tolerateMessage } from './tolerant-messages.ts'
import { maxWatched } from './watcher.ts'

/** Serves the one client of a process. */
export interface StdioService {
  newServer(): Server
  /**
   * Calls back with each resource that changes once the promise has resolved.
   *
   * @returns a function that stops watching
   * @throws an error for the client when these resources cannot be watched
   */
  watch(uris: readonly string[], changed: (uri: string) => void): Promise<() => void>
}

/**
 * Serves MCP over standard input and output, in both protocol revisions, until the client leaves. The client is
 * notified of changes through `subscriptions/listen`, or `resources/subscribe` in revision 2025-11-25.
 */
export function serveOverStdio({ newServer, watch }: StdioService): Promise<void> {
  const watches = new Map<unknown, Promise<() => void>>()
  let server: Server
  /** @returns whether the client still wants the watch once it has begun */
  const begin = async (id: unknown, uris: readonly string[]) => {
    end(id)
    const watching = watch(uris, (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined))
    watches.set(id, watching)
    try {
      await watching
      return watches.get(id) === watching
    } catch (error) {
      if (watches.get(id) === watching) watches.delete(id)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, (error as Error).message)
    }
  }
  const end = (id: unknown) => {
    watches.get(id)?.then(
      (stop) => stop(),
      () => undefined,
    )
    watches.delete(id)
  }
  const seen = (message: JSONRPCMessage): Promise<boolean> | undefined => {
    if (!('method' in message)) return undefined
    const { method, params } = message as { method: string; params?: Params }
    if (method === 'notifications/cancelled') end(params?.requestId)
    const uris = params?.notifications?.resourceSubscriptions
    return method === 'subscriptions/listen' && 'id' in message && Array.isArray(uris)
      ? begin(message.id, uris)
      : undefined
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const left = () => {
    for (const id of watches.keys()) end(id)
    resolve()
  }
  serveStdio(
    () => {
      server = newServer()
      server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
        if (watches.size >= maxWatched && !watches.has(uri)) {
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `At most ${maxWatched} resources may be watched; unsubscribe from one first`,
          )
        }
        await begin(uri, [uri])
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

/**
 * Reads `subscriptions/listen` before the SDK, because the SDK answers it without reporting which resources were named.
 * The message is passed on once the resources are watched, so that no change is missed after the client has its answer.
 */
function observed(
  wire: Transport,
  seen: (message: JSONRPCMessage) => Promise<boolean> | undefined,
  left: () => void,
): Transport {
  const outer: Transport = {
    start: () => wire.start(),
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  }
  wire.onmessage = (sent, extra) => {
    const message = tolerateMessage(sent)
    const begun = seen(message)
    if (!begun) return outer.onmessage?.(message, extra)
    const refuse = ({ code, message: reason }: ProtocolError) =>
      wire.send({ jsonrpc: '2.0', id: (message as JSONRPCRequest).id, error: { code, message: reason } })
    begun
      .then((isWanted) => isWanted && outer.onmessage?.(message, extra), refuse)
      .catch((error) => wire.onerror?.(error))
  }
  wire.onerror = (error) => outer.onerror?.(error)
  wire.onclose = () => {
    outer.onclose?.()
    left()
  }
  return outer
}
