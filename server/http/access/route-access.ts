import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { Caller, KeyAccess } from '../../domain/requests/caller.ts'
import { hasAccess } from '../../domain/requests/key-access.ts'

/**
 * Each route of the API declares in its `config` who may call it, so that its rule stands beside it. A route without the declaration
 * stops the start, and a test calls every operation of the OpenAPI document with each kind of key.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Everybody, a session alone (behavior: Sessions), or people and the keys that have this access. Undefined outside of the API: any caller. */
    access?: 'public' | 'session' | KeyAccess
    /** Open to keys of one agent, whose view of the database leaves them the agent and the layers above (docs/decisions/042). */
    agentKeys?: boolean
    /** With `dry_run` in the body, reading is enough; `byDefault` counts for a body without it. */
    dryRun?: { byDefault: boolean }
    /**
     * Changes a prompt, which an organization may want to review first: it is then no next step of a key. The refusal itself is made
     * where it writes (`db/reviewed-writes.ts`).
     */
    changesPrompts?: boolean
  }
}

/** @throws Error for a route of the API that does not say who may call it. */
export function requireDeclaredAccess({ method, url, config }: RouteOptions): void {
  if (url.startsWith('/api/v1/') && config?.access === undefined)
    throw new Error(`${method} ${url} must declare its access: config: { access: … }`)
}

/** The access that a key needs, whatever its agent; undefined where keys count like sessions or do not count. */
export const keyAccessOf = ({ access }: FastifyContextConfig): KeyAccess | undefined =>
  access === 'public' || access === 'session' ? undefined : access

/** Whether a route is open to keys of this agent, or of none. */
export const mayReach = ({ agentKeys = false }: FastifyContextConfig, { agentId }: Caller): boolean =>
  agentKeys || agentId === undefined

/** Whether somebody may call a route, whatever the body says besides. */
export function mayCall(config: FastifyContextConfig, caller: Caller | undefined): boolean {
  const { access, dryRun } = config
  if (access === 'public') return true
  if (!caller) return false
  if (access === 'session') return caller.kind === 'session'
  return access === undefined || (mayReach(config, caller) && hasAccess(caller, dryRun ? 'read' : access))
}
