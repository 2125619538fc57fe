import type { ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '#core/base/errors.ts'
import { plainIp } from '#core/base/ip-address.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import { expectedTags } from '#core/domain/requests/etag.ts'
import { requireKeyAccess, requireWholeOrganization, withoutViewed } from '#core/domain/requests/key-access.ts'
import type { Tier } from '../../config.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { findCallerByKey } from '../../features/accounts/api-keys.ts'
import { findCallerBySession, type SessionCookie } from '../../features/accounts/sessions.ts'
import { viewOf } from '../../features/accounts/view.ts'
import { signalOf } from '../requests/abort-signal.ts'
import { keyAccessOf, needsMember } from './route-access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate-limit window that a call counts in; `general` when absent. */
    tier?: Tier
    /** Counts separately from the other calls of its tier, with the same limit. */
    window?: string
    /** Has no limit and sends no limit headers. */
    unlimited?: boolean
    /** Set where the specification spells this route's request keys in another way than camelCase. */
    documentedKeys?: 'snake_case'
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** The response to the request; its `close` event shows that the client went away. */
    response: ServerResponse
  }
}

/**
 * Returns the cookie's name. Over https the prefix makes browsers accept the cookie from this host only, never from a
 * neighboring subdomain.
 */
export const cookieName = ({ publicUrl }: { publicUrl: string }) =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session'

/**
 * Identifies the caller. An `Authorization` header takes precedence: when it is present and wrong, a valid cookie does
 * not help (behavior: API keys).
 */
export function identifyCaller(request: FastifyRequest, reply: FastifyReply, deps: Deps): undefined | Promise<void> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    const token = sessionTokenOf(request, deps)
    return token === undefined ? undefined : identifySession(request, reply, deps, token)
  }
  const key = keyOf(authorization)
  if (key === undefined) return undefined
  request.caller = deps.keys.get(key)
  return request.caller ? undefined : identifyKey(request, deps, key)
}

/** Returns the API key in an `Authorization` header. */
const keyOf = (authorization: string): string | undefined => /^Bearer +(\S+) *$/i.exec(authorization)?.[1]

async function identifyKey(request: FastifyRequest, deps: Deps, key: string) {
  request.caller = await findCallerByKey(deps, key)
}

async function identifySession(request: FastifyRequest, reply: FastifyReply, deps: Deps, token: string) {
  const page = sendingPage(request, deps)
  if (changesSomething(request) && page !== 'own') return
  // A script of another origin, which a link or a redirect from there is not: browsers send no origin with those.
  if (request.headers.origin !== undefined && page === 'foreign') return
  const session = await findCallerBySession(deps, token)
  if (session?.extended) setSessionCookie(reply, deps, session.extended)
  request.caller = session?.caller
}

/** Rejects with 401 (behavior: Errors); called after the limits, so that denied calls count too. */
export function requireAccess(request: FastifyRequest, config: FastifyContextConfig, deps: Deps): undefined {
  const { access } = config
  // Public routes too: a page of another site must not log a browser in, nor use up a link that confirms an email
  // address.
  if (access === 'public' && changesSomething(request) && sendingPage(request, deps) === 'foreign') throw unauthorized()
  if (request.is404 || access === 'public') return
  if (!request.caller || (access === 'session' && request.caller.kind !== 'session')) throw unauthorized()
  requireKey(request.caller, config)
  // Whether it is a dry run is in the body, which has not been read yet.
  if (needsMember(config) && !config.dryRun) request.caller = withoutViewed(request.caller)
}

/** Checks the key before anything is looked up, so that a refusal does not reveal what exists. */
function requireKey(caller: Caller, config: FastifyContextConfig) {
  const needs = keyAccessOf(config)
  if (needs === undefined) return
  if (!config.agentKeys) requireWholeOrganization(caller)
  // Whether it is a dry run is in the body, which has not been read yet.
  requireKeyAccess(caller, config.dryRun ? 'read' : needs)
}

/** Completes the check of `requireKey` where the body decides whether anything is written. */
export function requireDryRun(request: FastifyRequest): void {
  const { caller, body, routeOptions } = request
  const { config } = routeOptions
  const { dryRun } = config
  const needs = keyAccessOf(config)
  if (!caller || !needs || !dryRun) return
  const { dry_run = dryRun.byDefault } = (body ?? {}) as { dry_run?: unknown }
  if (dry_run === true) return
  requireKeyAccess(caller, needs)
  if (needsMember(config)) request.caller = withoutViewed(caller)
}

export const changesSomething = ({ method }: FastifyRequest) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Throws the 401 for a cookie that came with another site's request: such a request must not even sign someone out. */
export function requireOwnPages(request: FastifyRequest, deps: Deps) {
  if (sessionTokenOf(request, deps) !== undefined && sendingPage(request, deps) !== 'own') throw unauthorized()
}

/**
 * Guards against forged requests: browsers report which page sends a request, and other sites cannot hide it. A client
 * that reports nothing (`none`) is not a browser and must not use a cookie (behavior: Sessions).
 */
function sendingPage(request: FastifyRequest, { config }: Deps): 'own' | 'foreign' | 'none' {
  const { 'sec-fetch-site': site, origin, host } = request.headers
  if (site === 'same-origin') return 'own'
  // Browsers send `none` for requests that the user starts, such as a reload.
  if (site !== undefined && site !== 'none') return 'foreign'
  if (origin === undefined) return 'none'
  // X-Forwarded-Host counts only from known proxies, and a number of proxies does not identify them.
  const ownHost = Array.isArray(config.trustProxy) ? request.host : host
  const isOwn = origin === `${request.protocol}://${ownHost}` || origin === new URL(config.publicUrl).origin
  return isOwn ? 'own' : 'foreign'
}

export function setSessionCookie(reply: FastifyReply, { config }: Deps, { token, maxAgeSeconds }: SessionCookie) {
  reply.header('set-cookie', stringifySetCookie(cookieOf(config, token, maxAgeSeconds)))
}

export function clearSessionCookie(reply: FastifyReply, { config }: Deps) {
  reply.header('set-cookie', stringifySetCookie(cookieOf(config, '', 0)))
}

const cookieOf = (config: Deps['config'], value: string, maxAge: number) => ({
  name: cookieName(config),
  value,
  maxAge,
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.publicUrl.startsWith('https:'),
})

export const sessionTokenOf = ({ headers }: FastifyRequest, { config }: Deps): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[cookieName(config)]

/** A context as it is stored: `ip` and `signal`, which most verbs never read, are computed on access. */
interface RequestContext extends Ctx {
  request: FastifyRequest
}

/**
 * The prototype of all contexts of a service: copying its parts for each request costs more than reading an identity.
 */
const sharedContexts = new WeakMap<Deps, object>()

function sharedContextOf(deps: Deps): object {
  const shared = Object.create(deps, {
    ip: {
      get(this: RequestContext) {
        return plainIp(this.request.ip)
      },
    },
    signal: {
      get(this: RequestContext) {
        return signalOf(this.request)
      },
    },
  })
  sharedContexts.set(deps, shared)
  return shared
}

/** Creates a verb's context: the parts of the service, the caller, and a signal that aborts when the client leaves. */
export function contextOf(request: FastifyRequest, deps: Deps): Ctx {
  const { caller } = request
  if (!caller) throw unauthorized()
  const ctx: RequestContext = Object.create(sharedContexts.get(deps) ?? sharedContextOf(deps))
  ctx.request = request
  ctx.caller = caller
  return Object.assign(ctx, viewOf(deps, caller))
}

/**
 * Creates a context like `contextOf` for a request that changes the record in its address: `If-Match` is honored
 * (behavior: Conditional requests).
 */
export const changeContextOf = (request: FastifyRequest, deps: Deps): Ctx =>
  Object.assign(contextOf(request, deps), { expected: expectedTags(request.headers['if-match']) })
