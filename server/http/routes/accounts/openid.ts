import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, unauthorized } from '#core/base/errors.ts'
import { SignInFailure, signInSentence } from '#core/domain/requests/sign-in.ts'
import {
  callbackPath,
  finishSignIn,
  ownPath,
  readStarted,
  signInSeconds,
  startSignIn,
} from '../../../features/accounts/openid-sign-in.ts'
import { countSignIn } from '../../../features/accounts/sign-in-counts.ts'
import { setSessionCookie } from '../../access/auth.ts'
import { failures, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'
import { clientOfSession } from './sessions.ts'

const tags = ['Registration and account']
const Redirect = Type.Null({ description: 'the address is in the Location header' })
const unavailableSeconds = 30

/** Sign-in by OpenID Connect, for browsers (behavior: Sign-in by OpenID Connect). */
export const openIdRoutes: Routes = (deps) => async (app) => {
  const { publicUrl } = deps.config
  const isSecure = publicUrl.startsWith('https:')
  const cookieName = isSecure ? '__Host-sign-in' : 'sign-in'
  const setCookie = (reply: FastifyReply, value: string, maxAge: number) => {
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
    reply.header('set-cookie', stringifySetCookie({ name: cookieName, value, maxAge, ...attributes }))
  }

  /** Leads a browser back to the sign-in page, which says why; a program gets the sentence. */
  function fail(request: FastifyRequest, reply: FastifyReply, failure: SignInFailure, to: string) {
    const { reason, message } = failure
    countSignIn('openid', 'failed')
    request.log.warn({ reason, err: failure, reqId: request.id }, `a sign-in failed: ${message}`)
    if (request.headers.accept?.includes('text/html')) {
      const query = new URLSearchParams({ failed: reason, ...(to !== '/' && { to }) })
      return reply.redirect(`/sign-in?${query}`, 302)
    }
    const sentence = signInSentence(reason, deps.config.oidc!.name)
    throw reason === 'unavailable' ? new AppError('unavailable', sentence, unavailableSeconds) : unauthorized(sentence)
  }

  app.get(
    '/auth/oidc',
    {
      config: { access: 'public', tier: 'auth' },
      schema: {
        tags,
        summary: 'Start a sign-in by OpenID Connect',
        description:
          'Sends the browser to the provider, and keeps what finishes the sign-in in a cookie for 10 minutes. `to` is the path of the page to open afterwards. 404 for a service without a provider. If the provider cannot be reached, a browser is led back to the sign-in page; a program gets a 503.',
        querystring: Type.Object({ to: Type.Optional(Text(2000, '/o/acme')) }),
        response: { 302: Redirect, ...failures([400, 404, 503]) },
      },
    },
    async (request, reply) => {
      const { to } = request.query
      try {
        const { address, cookie } = await startSignIn(deps, to)
        setCookie(reply, cookie, signInSeconds)
        return reply.redirect(address, 302)
      } catch (error) {
        if (error instanceof SignInFailure) return fail(request, reply, error, ownPath(deps, to))
        throw error
      }
    },
  )

  app.get(
    callbackPath.replace('/api/v1', ''),
    {
      config: { access: 'public', signsIn: true, tier: 'auth' },
      schema: {
        tags,
        summary: 'Finish a sign-in by OpenID Connect',
        description:
          'The provider sends the browser here, with a code. It works once, within 10 minutes, in the browser that started the sign-in; then the session cookie is set and the browser is led to its page. Otherwise a browser is led back to the sign-in page, which says why; a program gets a 401, or a 503 if the provider cannot be reached.',
        querystring: Type.Object({
          code: Type.Optional(Text(4000, '1f2e3d')),
          state: Type.Optional(Text(500, 'kq0Vh3')),
          error: Type.Optional(Text(500, 'access_denied')),
        }),
        response: { 302: Redirect, ...failures([400, 401, 404, 503]) },
      },
    },
    async (request, reply) => {
      const started = readStarted(deps, parseCookie(request.headers.cookie ?? '')[cookieName])
      const query = request.raw.url!.split('?')[1] ?? ''
      try {
        const session = await finishSignIn(deps, { started, query, from: clientOfSession(request) })
        setCookie(reply, '', 0)
        setSessionCookie(reply, deps, session)
        countSignIn('openid', 'ok')
        return reply.redirect(started!.to, 302)
      } catch (error) {
        if (error instanceof SignInFailure) return fail(request, reply, error, started?.to ?? '/')
        throw error
      }
    },
  )
}
