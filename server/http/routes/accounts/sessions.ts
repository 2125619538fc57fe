import type { FastifyRequest } from 'fastify'
import { unauthorized } from '#core/base/errors.ts'
import { readIdentity } from '../../../features/accounts/accounts.ts'
import {
  closeSession,
  endSession,
  listSessions,
  openSession,
  passwordsOff,
  type SessionClient,
  verifyLogin,
} from '../../../features/accounts/sessions.ts'
import { countSignIn } from '../../../features/accounts/sign-in-counts.ts'
import { clearSessionCookie, contextOf, requireOwnPages, sessionTokenOf, setSessionCookie } from '../../access/auth.ts'
import { loginWindows, takeGuess } from '../../access/guess-limits.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import {
  AnyText,
  Flag,
  Id,
  List,
  Named,
  Nullable,
  responses,
  Success,
  success,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'
import { AnyPassword, Identity } from './accounts.ts'

const tags = ['Registration and account']

const SignedInSession = Named('SignedInSession', {
  id: Id,
  created_at: Timestamp,
  expires_at: Type.String({
    format: 'date-time',
    description: 'when it ends unless it is used again',
    examples: ['2026-08-01T09:00:00.000Z'],
  }),
  ip: Nullable(AnyText('203.0.113.7')),
  user_agent: Nullable(AnyText('Mozilla/5.0')),
  signed_in_by: Nullable(
    Type.String({ description: '`password`, or the name of the provider', examples: ['password'] }),
  ),
  is_current: Flag,
})

/** The client's part of a new session. */
export const clientOfSession = ({ ip, headers }: FastifyRequest): SessionClient => ({
  ip,
  userAgent: headers['user-agent'] ?? null,
})

/** Signing in and out (behavior: Sessions). */
export const sessionRoutes =
  (limiter: RateLimiter): Routes =>
  (deps) =>
  async (app) => {
    app.post(
      '/auth/login',
      {
        config: { access: 'public', signsIn: true, tier: 'auth' },
        schema: {
          tags,
          summary: 'Sign in',
          description:
            'Sets the cookie `session` (`__Host-session` over https), which lives 30 days from its last use and 90 days at most. 401 also when a browser reports that a page of another site sends it.',
          body: Type.Object({
            email: Type.String({ maxLength: 254, examples: ['ada@example.com'] }),
            password: AnyPassword,
          }),
          response: responses(200, Identity, [400, 401]),
        },
      },
      async (request, reply) => {
        if (!deps.config.passwordSignIn) throw passwordsOff()
        const { email, password } = request.body
        const refund = await takeGuess(reply, limiter, loginWindows(deps, request, email))
        const user = await verifyLogin(deps, email, password)
        if (!user) {
          countSignIn('password', 'failed')
          throw unauthorized()
        }
        await refund()
        setSessionCookie(
          reply,
          deps,
          await openSession(deps, user.user_id, { ...clientOfSession(request), by: 'password' }),
        )
        countSignIn('password', 'ok')
        return user
      },
    )

    app.post(
      '/auth/logout',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'Sign out',
          description: 'Ends the session and removes its cookie.',
          response: responses(200, Success, [401]),
        },
      },
      async (request, reply) => {
        requireOwnPages(request, deps)
        const token = sessionTokenOf(request, deps)
        if (request.caller && token) await closeSession(deps, token)
        clearSessionCookie(reply, deps)
        return success
      },
    )

    app.get(
      '/auth/session',
      {
        config: { access: 'session' },
        schema: {
          tags,
          summary: 'Who is signed in',
          description: 'The account of the session; 401 without one.',
          response: responses(200, Identity, [401]),
        },
      },
      (request) => readIdentity(contextOf(request, deps)),
    )

    app.get(
      '/account/sessions',
      {
        config: { access: 'session' },
        schema: {
          tags,
          summary: 'List your sessions',
          description: 'The browsers in which the account is signed in, newest first.',
          response: responses(200, List(SignedInSession), [401]),
        },
      },
      (request) => listSessions(contextOf(request, deps)),
    )

    app.delete(
      '/account/sessions/:accountSessionId',
      {
        config: { access: 'session', tier: 'auth' },
        schema: {
          tags,
          summary: 'End one of your sessions',
          description: 'The browser that used it is signed out at once.',
          params: Type.Object({ accountSessionId: Id }),
          response: responses(200, Success, [401, 404]),
        },
      },
      async (request) => {
        await endSession(contextOf(request, deps), request.params.accountSessionId)
        return success
      },
    )
  }
