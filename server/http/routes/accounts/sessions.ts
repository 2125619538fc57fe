import { unauthorized } from '#core/base/errors.ts'
import { readIdentity } from '../../../features/accounts/accounts.ts'
import { closeSession, openSession, verifyLogin } from '../../../features/accounts/sessions.ts'
import { clearSessionCookie, contextOf, requireOwnPages, sessionTokenOf, setSessionCookie } from '../../access/auth.ts'
import { loginWindows, takeGuess } from '../../access/guess-limits.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'
import { AnyPassword, Identity } from './accounts.ts'

const tags = ['Registration and account']

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
        const { email, password } = request.body
        const refund = await takeGuess(reply, limiter, loginWindows(deps, request, email))
        const user = await verifyLogin(deps, email, password)
        if (!user) throw unauthorized()
        await refund()
        setSessionCookie(reply, deps, await openSession(deps, user.user_id, request.ip))
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
  }
