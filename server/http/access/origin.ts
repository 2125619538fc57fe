import type { FastifyRequest } from 'fastify'
import { plainIp } from '#core/base/ip-address.ts'
import { type Origin, runFrom, type Surface } from '#core/domain/audit/origin.ts'
import { actorOf } from '#core/domain/requests/actor.ts'
import type { Deps } from '../../deps.ts'
import { changesSomething } from './auth.ts'
import { clientOf } from './client-name.ts'

/** Handles a request so that the entries of its changes name the caller; requests that only read need no scope. */
export function withOrigin<T>(request: FastifyRequest, deps: Deps, handle: () => T): T {
  const mayWrite = changesSomething(request) || request.routeOptions.config.access !== 'read'
  return mayWrite
    ? runFrom({ originOf: () => originOf(request), now: deps.now, onceOnly: request.onceOnly }, handle)
    : handle()
}

function originOf(request: FastifyRequest): Origin {
  const client = clientOf(request) ?? null
  return {
    actor: actorOf(request.caller),
    surface: surfaceOf(request, client),
    request_id: request.id,
    ip: plainIp(request.ip),
    client,
  }
}

function surfaceOf({ url, caller }: FastifyRequest, client: string | null): Surface {
  if (url === '/mcp') return 'mcp'
  if (caller?.kind === 'session') return 'dashboard'
  return client?.startsWith('cli/') ? 'cli' : 'api'
}
