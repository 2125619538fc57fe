import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Tier } from '../config.ts'
import type { Ctx, Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import { unauthorized } from '../domain/errors.ts'
import { findCallerByKey } from '../features/accounts/api-keys.ts'
import { findCallerBySession, sessionDays } from '../features/accounts/sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call: everybody, any caller (the default), or a session alone (specification 5). */
    access?: 'public' | 'session'
    /** The window that a call counts in; `general` when absent. */
    tier?: Tier
    /** Counts apart from the other calls of its tier, by the same limit. */
    window?: string
    /** No limit and no limit headers. */
    unlimited?: boolean
    /** How the specification spells this route's request keys where that is not camelCase. */
    documentedKeys?: 'snake_case'
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

const cookieName = 'session'

/**
 * Finds out who calls. An `Authorization` header decides alone: when it is present and wrong, a valid cookie does not
 * help (decisions 4).
 */
export function identifyCaller(request: FastifyRequest, reply: FastifyReply, deps: Deps): undefined | Promise<void> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    const token = sessionTokenOf(request)
    return token === undefined ? undefined : identifySession(request, reply, deps, token)
  }
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (key === undefined) return undefined
  request.caller = deps.keys.get(key)
  return request.caller ? undefined : identifyKey(request, deps, key)
}

async function identifyKey(request: FastifyRequest, deps: Deps, key: string) {
  request.caller = await findCallerByKey(deps, key)
}

async function identifySession(request: FastifyRequest, reply: FastifyReply, deps: Deps, token: string) {
  if (changesSomething(request) && !comesFromOwnPages(request, deps)) return
  const session = await findCallerBySession(deps, token)
  if (session?.extended) setSessionCookie(reply, deps, token)
  request.caller = session?.caller
}

/** Refuses with the 401 of specification 5; after the limits, so that denied calls count too. */
export function requireAccess(request: FastifyRequest, { access }: FastifyContextConfig): undefined {
  if (request.is404 || access === 'public' || isStatic(request)) return
  if (!request.caller || (access === 'session' && request.caller.kind !== 'session')) throw unauthorized()
}

/** The reference's own files come from a plugin and carry no configuration of ours. */
const isStatic = (request: FastifyRequest) => request.url.startsWith('/docs')

const changesSomething = ({ method }: FastifyRequest) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Throws the 401 for a cookie that came with another site's request: it must not even sign somebody out. */
export function requireOwnPages(request: FastifyRequest, deps: Deps) {
  if (sessionTokenOf(request) !== undefined && !comesFromOwnPages(request, deps)) throw unauthorized()
}

/**
 * The guard against forged requests: a browser tells where a request comes from, and other sites cannot hide it. A
 * client that tells nothing is no browser and has no business with a cookie (decisions 4).
 */
function comesFromOwnPages({ headers, protocol, host }: FastifyRequest, { config }: Deps): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === `${protocol}://${host}` || headers.origin === new URL(config.publicUrl).origin
}

export function setSessionCookie(reply: FastifyReply, { config }: Deps, token: string) {
  reply.header('set-cookie', stringifySetCookie(cookieOf(config, token, sessionDays * 86_400)))
}

export function clearSessionCookie(reply: FastifyReply, { config }: Deps) {
  reply.header('set-cookie', stringifySetCookie(cookieOf(config, '', 0)))
}

const cookieOf = ({ publicUrl }: Deps['config'], value: string, maxAge: number) => ({
  name: cookieName,
  value,
  maxAge,
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
})

export const sessionTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[cookieName]

/** What a verb gets: everything the service is made of, and who calls. */
export function contextOf(request: FastifyRequest, deps: Deps): Ctx {
  if (!request.caller) throw unauthorized()
  return { ...deps, caller: request.caller, ip: request.ip }
}
