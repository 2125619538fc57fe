import type { FastifyRequest } from 'fastify'
import { type AppError, unauthorized } from '#core/base/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The dashboard, where keys are made: a 401 of this route names it, and the reason, in the body. */
    dashboard?: string
  }
}

/** Returns the body's sentence of a 401, and its `WWW-Authenticate` header (behavior: Errors). */
export function describeRefusal(request: FastifyRequest, { message }: AppError): { error: string; challenge: string } {
  const { access, dashboard } = request.routeOptions.config
  const reason = reasonOf(request, message)
  if (dashboard !== undefined) {
    return {
      error: `${reason}; keys are made in the dashboard at ${dashboard}, under Organization, API keys`,
      challenge: 'Bearer',
    }
  }
  // A public route refuses a password or token of its own, which is no credential of this header.
  if (access === 'public') return { error: message, challenge: 'Bearer' }
  const code = codeOf(request)
  // The characters that RFC 6750 allows.
  const description = reason.replace(/[^ !#-[\]-~]/g, "'")
  return { error: message, challenge: `Bearer ${code && `error="${code}", `}error_description="${description}"` }
}

const codeOf = ({ caller, headers: { authorization } }: FastifyRequest) => {
  if (caller) return 'insufficient_scope'
  return authorization === undefined ? '' : 'invalid_token'
}

/** Does not tell a revoked key from one that never existed. */
function reasonOf({ caller, headers: { authorization } }: FastifyRequest, message: string): string {
  if (message !== unauthorized().message) return message
  if (caller?.kind === 'key') return 'An API key may not do this; it takes a person who is signed in'
  if (caller) return 'The session of a person may not do this'
  if (authorization === undefined)
    return 'The request has no credentials; send an API key as Authorization: Bearer ais_...'
  return /^Bearer +\S+ *$/i.test(authorization)
    ? 'The API key is mistyped, was revoked or has expired'
    : 'The Authorization header must be Bearer, a space and an API key'
}
