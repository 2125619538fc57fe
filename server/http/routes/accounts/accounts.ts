import { Type } from 'typebox'
import { unauthorized } from '../../../domain/errors.ts'
import { securityEvents } from '../../../domain/security-events.ts'
import { readAccount, readIdentity, register, updateAccount } from '../../../features/accounts/accounts.ts'
import { closeSession, openSession, verifyLogin } from '../../../features/accounts/sessions.ts'
import { clearSessionCookie, contextOf, requireOwnPages, sessionTokenOf, setSessionCookie } from '../../auth.ts'
import { currentPasswordWindows, loginWindows, takeGuess } from '../../guess-limits.ts'
import type { RateLimiter } from '../../rate-limit.ts'
import { OrganizationHead } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'
import {
  Email,
  Flag,
  Id,
  Name,
  Nullable,
  nextStep,
  OneOf,
  Password,
  responses,
  Slug,
  Success,
  success,
  Timestamp,
  withNextSteps,
} from '../../schemas.ts'

const AnyPassword = Type.String({ maxLength: 256, examples: ['correct horse battery staple'] })
const tags = ['Registration and account']

const Identity = Type.Object({
  user_id: Id,
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  display_name: Type.String({ examples: ['Ada'] }),
})

const SecurityEvent = Type.Object({
  at: Timestamp,
  what: OneOf(securityEvents),
  by: Type.String({ description: 'who did it, in words', examples: ['key ending in x7Qa'] }),
  ip: Nullable(Type.String({ examples: ['203.0.113.7'] })),
})

/** Registration, sessions and the account (behavior: Accounts). */
export const accountRoutes =
  (limiter: RateLimiter): Routes =>
  (deps) =>
  async (app) => {
    app.post(
      '/register',
      {
        config: { access: 'public', tier: 'register', documentedKeys: 'snake_case' },
        schema: {
          tags,
          summary: 'Register',
          description:
            'Creates an account, an organization and an API key. The key is returned once. 401 when a browser reports that a page of another site sends it.',
          body: Type.Object({
            email: Type.Optional(Email),
            password: Type.Optional(Password),
            org_name: Type.Optional(Name('Acme')),
            org_slug: Type.Optional(Slug),
            display_name: Type.Optional(Name('Ada')),
          }),
          response: responses(
            201,
            Type.Object({
              your_token: Type.String({ examples: ['ais_…'] }),
              key: Type.String({ examples: ['ais_…'] }),
              organization: OrganizationHead,
              user_id: Id,
              email: Nullable(Type.String({ examples: ['ada@example.com'] })),
              warning: Nullable(Type.String({ examples: ['This account has no email'] })),
              ...withNextSteps,
            }),
            [400, 401, 409],
          ),
        },
      },
      async (request, reply) => {
        const registered = await register(deps, request.body)
        const { slug } = registered.organization
        reply.status(201)
        return {
          ...registered,
          next_steps: [
            nextStep(
              'create_agent',
              'POST',
              '/agents',
              'Create an agent: give it a name, and send the key as a bearer token',
            ),
            nextStep('read_summary', 'GET', `/organizations/${slug}/summary`, 'See your organization at a glance'),
            ...(registered.email !== null && request.body.password !== undefined
              ? []
              : [
                  nextStep(
                    'complete_account',
                    'PATCH',
                    '/account',
                    'Add an email and a password to sign in to the dashboard',
                  ),
                ]),
          ],
        }
      },
    )

    app.get(
      '/account',
      {
        schema: {
          tags,
          summary: 'Read the account',
          description: '`security_events` are the last 20 changes to its credentials, newest first.',
          response: responses(
            200,
            Type.Object({
              ...Identity.properties,
              is_agent: Flag,
              has_email: Flag,
              email_verified: Flag,
              has_password: Flag,
              created_at: Timestamp,
              security_events: Type.Array(SecurityEvent),
            }),
            [401],
          ),
        },
      },
      (request) => readAccount(contextOf(request, deps)),
    )

    app.patch(
      '/account',
      {
        config: { tier: 'account', documentedKeys: 'snake_case' },
        schema: {
          tags,
          summary: 'Change the account',
          description:
            'A key sets `email` and `password` only while the account has none. In a session, changing either requires `current_password` if the account has a password. A new password ends the other sessions of the account.',
          body: Type.Object({
            email: Type.Optional(Email),
            password: Type.Optional(Password),
            current_password: Type.Optional(AnyPassword),
            display_name: Type.Optional(Name('Ada')),
          }),
          response: responses(
            200,
            Type.Object({ ...Identity.properties, has_email: Flag, updated: Flag, ...withNextSteps }),
            [400, 401, 409],
          ),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const isGuess = request.body.current_password !== undefined
        const windows = isGuess ? currentPasswordWindows(deps, ctx.caller.userId) : []
        const refund = await takeGuess(reply, limiter, windows)
        const updated = await updateAccount(ctx, request.body)
        await refund()
        return { ...updated, next_steps: [nextStep('read_account', 'GET', '/account', 'Read the account')] }
      },
    )

    app.post(
      '/auth/login',
      {
        config: { access: 'public', tier: 'auth' },
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
      { config: { access: 'public' }, schema: { tags, summary: 'Sign out', response: responses(200, Success, [401]) } },
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
        schema: { tags, summary: 'Who is signed in', response: responses(200, Identity, [401]) },
      },
      (request) => readIdentity(contextOf(request, deps)),
    )
  }
