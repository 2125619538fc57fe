import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { visibleLine } from '#core/domain/text/visible-text.ts'

/** Names of MCP clients, as they call themselves: `claude-code 2.1.332` (behavior: MCP). */

const longest = { name: 64, version: 32 }

const cleaned = (text: unknown, length: number): string =>
  typeof text === 'string'
    ? [...visibleLine(text.slice(0, 1000)).replace(/\s+/g, ' ').trim()].slice(0, length).join('').trim()
    : ''

/** Returns the name and version of a client's `clientInfo`; undefined when it has no name. */
export function clientNameOf(info: unknown): string | undefined {
  const { name, version } = (info ?? {}) as { name?: unknown; version?: unknown }
  const words = [cleaned(name, longest.name), cleaned(version, longest.version)]
  return words[0] ? words.filter(Boolean).join(' ') : undefined
}

/** Returns what the client of a connection said about itself: with this request, or when it connected. */
export const clientInfoOf = ({ mcpReq }: ServerContext, server: Server): Implementation | undefined =>
  (mcpReq.envelope as Record<string, Implementation> | undefined)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()

/**
 * Returns the name of the client of a request over HTTP. Every request of 2026-07-28 carries it. An older client sends
 * it in its first request alone, but Claude Code, Codex and OpenCode also name themselves in the `User-Agent`.
 * Libraries and browsers do not name the client there.
 */
export function clientOfRequest({ headers, body }: FastifyRequest): string | undefined {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> | null } | null }
  const [, name, version] = /^([\w.-]+)\/(\d[\w.+-]*)/.exec(headers['user-agent'] ?? '') ?? []
  return (
    clientNameOf(params?._meta?.[CLIENT_INFO_META_KEY]) ??
    (isLibrary(name) ? undefined : clientNameOf({ name, version }))
  )
}

const isLibrary = (name = '') =>
  /^(mozilla|node|undici|axios|bun|deno|curl|wget|python.*|aiohttp|go-http-client|okhttp|java.*|apache-httpclient)$/i.test(
    name,
  )
