import { securityEvents } from '#core/domain/requests/security-events.ts'
import { readAccount, register, updateAccount } from '../../../features/accounts/accounts.ts'
import { contextOf } from '../../access/auth.ts'
import { currentPasswordWindows, takeGuess } from '../../access/guess-limits.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import {
  AnyText,
  Email,
  Flag,
  Id,
  Name,
  Named,
  Nullable,
  nextStep,
  OneOf,
  Password,
  responses,
  Slug,
  Timestamp,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { OrganizationHead } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'

export const AnyPassword = Type.String({ maxLength: 256, examples: ['correct horse battery staple'] })
const tags = ['Registration and account']

export const Identity = Named('AuthSession', {
  user_id: Id,
  email: Nullable(AnyText('ada@example.com')),
  display_name: AnyText('Ada'),
})

const SecurityEvent = Named('SecurityEvent', {
  at: Timestamp,
  what: OneOf(securityEvents),
  by: Type.String({ description: 'who did it, in words', examples: ['key ending in x7Qa'] }),
  ip: Nullable(AnyText('203.0.113.7')),
})

/** Registration and the account (behavior: Accounts). */
export const accountRoutes =
  (limiter: RateLimiter): Routes =>
  (deps) =>
  async (app) => {
    app.post(
      '/register',
      {
        config: { access: 'public', signsIn: true, tier: 'register', documentedKeys: 'snake_case' },
        schema: {
          tags,
          summary: 'Register',
          description:
            'Creates an account, an organization and an API key. The key is returned once. 401 when a browser reports that a page of another site sends it, and when registration is closed (`REGISTRATION=off`).',
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
              your_token: AnyText('ais_…'),
              key: AnyText('ais_…'),
              organization: OrganizationHead,
              user_id: Id,
              email: Nullable(AnyText('ada@example.com')),
              warning: Nullable(AnyText('This account has no email')),
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
        config: { access: 'read' },
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
        // An account that can sign in approves changes of prompts.
        config: { access: 'full', tier: 'account', changesPrompts: true, documentedKeys: 'snake_case' },
        schema: {
          tags,
          summary: 'Change the account',
          description:
            'A key sets `email` and `password` only while the account has none, and changes nothing while an organization of the account requires a review. In a session, changing either requires `current_password` if the account has a password. A new password ends the other sessions of the account.',
          body: Type.Object({
            email: Type.Optional(Email),
            password: Type.Optional(Password),
            current_password: Type.Optional(AnyPassword),
            display_name: Type.Optional(Name('Ada')),
          }),
          response: responses(
            200,
            Named('AccountUpdate', { ...Identity.properties, has_email: Flag, updated: Flag, ...withNextSteps }),
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
  }
