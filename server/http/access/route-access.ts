import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { Caller, KeyAccess } from '#core/domain/requests/caller.ts'
import { hasAccess } from '#core/domain/requests/key-access.ts'

/**
 * Each route of the API declares in its `config` who may call it, so that the rule is next to the route. A route
 * without a declaration prevents the start, and a test calls every operation of the OpenAPI document with each kind of
 * key.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Everybody, sessions only (behavior: Sessions), or people and the keys with this access. Undefined outside of the
     * API: any caller.
     */
    access?: 'public' | 'session' | KeyAccess
    /** Open to keys of one agent, which see only the agent and the layers above it (docs/explanation/decisions/042). */
    agentKeys?: boolean
    /** Open to viewers, although it writes: a comment. */
    viewers?: boolean
    /** Requires only read access for a dry run; `byDefault` applies when the body does not name `dry_run`. */
    dryRun?: { byDefault: boolean }
    /**
     * Changes a prompt, which an organization may want to review first: then it is not suggested to a key as a next
     * step. The write itself is refused where it happens (`db/reviewed-writes.ts`).
     */
    changesPrompts?: boolean
  }
}

/** @throws Error for a route of the API that does not declare who may call it. */
export function requireDeclaredAccess({ method, url, config }: RouteOptions): void {
  if (url.startsWith('/api/v1/') && config?.access === undefined)
    throw new Error(`${method} ${url} must declare its access: config: { access: … }`)
}

/**
 * Returns the access that a key needs, whatever its agent; undefined where keys are treated like sessions or not
 * accepted.
 */
export const keyAccessOf = ({ access }: FastifyContextConfig): KeyAccess | undefined =>
  access === 'public' || access === 'session' ? undefined : access

/** Whether a person needs more than the role of a viewer; owners are required where the change is made. */
export const needsMember = ({ access, viewers = false }: FastifyContextConfig): boolean =>
  (access === 'write' || access === 'propose') && !viewers

/** Whether a route is open to a key of this agent, or to a key without one. */
export const mayReach = ({ agentKeys = false }: FastifyContextConfig, { agentId }: Caller): boolean =>
  agentKeys || agentId === undefined

/** Whether a caller may call a route, before its body is considered. */
export function mayCall(config: FastifyContextConfig, caller: Caller | undefined): boolean {
  const { access, dryRun } = config
  if (access === 'public') return true
  if (!caller) return false
  if (access === 'session') return caller.kind === 'session'
  return access === undefined || (mayReach(config, caller) && hasAccess(caller, dryRun ? 'read' : access))
}
