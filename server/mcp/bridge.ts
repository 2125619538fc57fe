import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLIENT_INFO_META_KEY,
  Client,
  type McpSubscription,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { version } from '#core/base/version.ts'
import { clientInfoOf } from './client-names.ts'
import type { StdioService } from './stdio.ts'

/** Delay before an ended stream is reopened, in milliseconds. */
const reopenMs = 2000

interface Remote {
  /** The address of the service, without `/mcp`. */
  url: string
  key: string
  toolsets: string | undefined
  readOnly: boolean
}

/** Refuses redirects, because a redirect would send the texts of a session to another address. */
async function fetchWithoutRedirects(address: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  if (response.status < 300 || response.status === 304 || response.status >= 400) return response
  throw new Error(
    `${new URL(address).origin} redirects to ${response.headers.get('Location')}; name the address of the service itself`,
  )
}

/**
 * Connects an MCP server to a remote service, for a client that speaks stdio. Requests are forwarded unchanged, and
 * clients of either revision are notified of changes.
 *
 * @throws when the service cannot be reached or refuses the key.
 */
export async function connectBridge({ url, key, toolsets, readOnly }: Remote): Promise<StdioService> {
  const client = new Client(
    { name: 'agent-identity', version },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const headers = {
    authorization: `Bearer ${key}`,
    ...(toolsets !== undefined && { 'x-mcp-toolsets': toolsets }),
    ...(readOnly && { 'x-mcp-read-only': 'true' }),
  }
  const listeners = new Set<(uri: string) => void>()
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    for (const listener of listeners) listener(params.uri)
  })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('mcp', url.endsWith('/') ? url : `${url}/`), {
      requestInit: { headers },
      fetch: fetchWithoutRedirects,
    }),
  )

  const open = (uris: readonly string[], signal: AbortSignal) =>
    client.listen({ resourceSubscriptions: [...uris] }, { signal })

  /**
   * Keeps a stream open until it is ended. After a break, all resources are reported as changed, because any of them
   * may have.
   */
  async function keepOpen(
    stream: McpSubscription,
    uris: readonly string[],
    changed: (uri: string) => void,
    signal: AbortSignal,
  ) {
    let current: McpSubscription | undefined = stream
    while (!signal.aborted) {
      await current?.closed
      await sleep(reopenMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      // Retried while the service is unavailable.
      current = await open(uris, signal).catch(() => undefined)
      if (current) uris.forEach(changed)
    }
  }

  return {
    newServer() {
      const server = new Server(client.getServerVersion() ?? { name: 'agent-identity', version }, {
        capabilities: client.getServerCapabilities() ?? {},
        instructions: client.getInstructions() ?? '',
      })
      server.fallbackRequestHandler = ({ method, params }, ctx) => {
        // Change requests are to name the client, not the bridge.
        const info = clientInfoOf(ctx, server)
        const named = info ? { ...params, _meta: { ...params?._meta, [CLIENT_INFO_META_KEY]: info } } : params
        return client.request({ method, params: named }, z.looseObject({}))
      }
      return server
    },
    async watch(uris, changed) {
      const ended = new AbortController()
      const listener = (uri: string) => uris.includes(uri) && changed(uri)
      listeners.add(listener)
      const stop = () => {
        listeners.delete(listener)
        ended.abort()
      }
      const stream = await open(uris, ended.signal).catch((error) => {
        stop()
        throw error
      })
      void keepOpen(stream, uris, changed, ended.signal)
      return stop
    },
  }
}
