import { signInFailures, signInSentence } from '#core/domain/requests/sign-in.ts'
import { isRegistrationOpen } from '../../../features/accounts/accounts.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { createResetLink, requestReset, resetPassword } from '../../../features/accounts/password-reset.ts'
import { requestVerification, verifyEmail } from '../../../features/accounts/verification.ts'
import { contextOf } from '../../access/auth.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { answerDecision } from '../../limits/rate-limit-headers.ts'
import {
  AnyText,
  Email,
  Flag,
  Id,
  LinkToken,
  Nullable,
  OneOf,
  OrgInPath,
  Password,
  responses,
  Success,
  success,
  Text,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Registration and account']
/** Password resets that may be requested for one address in a minute, whether or not it has an account. */
const resetsPerAddress = 3

/** Confirms addresses and resets passwords through links that work once (behavior: Accounts). */
export const accountLinkRoutes =
  (limiter: RateLimiter): Routes =>
  (deps) =>
  async (app) => {
    app.get(
      '/auth/options',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'Sign-in options',
          description: 'The ways to sign in and to connect accounts that the service is set up for.',
          querystring: Type.Object({
            failed: Type.Optional(
              OneOf(signInFailures, { description: 'why a sign-in by OpenID Connect failed: adds the sentence' }),
            ),
          }),
          response: responses(
            200,
            Type.Object({
              password: Type.Boolean({ description: 'whether people sign in with a password', examples: [true] }),
              oidc: Nullable(
                Type.Object({
                  name: Type.String({ description: 'the name of the provider', examples: ['Keycloak'] }),
                  path: Type.String({
                    description: 'where a browser starts to sign in with it',
                    examples: ['/api/v1/auth/oidc'],
                  }),
                }),
              ),
              failure: Nullable(AnyText('This sign-in has expired. Sign in again.')),
              sends_mail: Type.Boolean({
                description: 'whether a forgotten password is reset by mail',
                examples: [true],
              }),
              connects_github: Type.Boolean({
                description: 'whether GitHub is connected by signing in there, and not by a token alone',
                examples: [true],
              }),
              registration: Type.Boolean({
                description: 'whether an account can be created without an invitation',
                examples: [true],
              }),
            }),
            [400],
          ),
        },
      },
      async ({ query: { failed } }) => ({
        password: deps.config.passwordSignIn,
        oidc: deps.config.oidc ? { name: deps.config.oidc.name, path: '/api/v1/auth/oidc' } : null,
        failure: failed && deps.config.oidc ? signInSentence(failed, deps.config.oidc.name) : null,
        sends_mail: deps.mailer !== undefined,
        connects_github: Boolean(deps.config.githubClientId && deps.config.githubClientSecret),
        registration: await isRegistrationOpen(deps.db, deps.config),
      }),
    )

    app.post(
      '/auth/verify',
      {
        config: { access: 'public', tier: 'auth' },
        schema: {
          tags,
          summary: 'Confirm an email address',
          description: 'With the token of a link that was mailed. It works once, for 24 hours.',
          body: Type.Object({ token: LinkToken }),
          response: responses(
            200,
            Type.Object({ email: Text(254, 'ada@example.com'), email_verified: Flag }),
            [400, 401],
          ),
        },
      },
      async (request) => ({ ...(await verifyEmail(deps, { ...request.body, ip: request.ip })), email_verified: true }),
    )

    app.post(
      '/auth/verify/request',
      {
        config: { access: 'session', tier: 'account' },
        schema: {
          tags,
          summary: 'Resend the confirmation mail',
          description: 'At most 5 links are open at a time; further requests send nothing until one has expired.',
          response: responses(202, Success, [400, 401]),
        },
      },
      async (request, reply) => {
        await requestVerification(contextOf(request, deps))
        reply.status(202)
        return success
      },
    )

    app.post(
      '/auth/reset/request',
      {
        config: { access: 'public', tier: 'auth' },
        schema: {
          tags,
          summary: 'Request a password reset by mail',
          description:
            'The answer is the same whether or not the address has an account. At most 5 links are open for an account; each works once, for an hour.',
          body: Type.Object({ email: Email }),
          response: responses(202, Success, [400, 401]),
        },
      },
      async (request, reply) => {
        const { email } = request.body
        if (deps.config.rateLimits.auth > 0) {
          const decision = await limiter.take(`reset ${email.toLowerCase()}`, resetsPerAddress)
          answerDecision(reply, resetsPerAddress, decision)
        }
        requestReset(deps, email)
        reply.status(202)
        return success
      },
    )

    app.post(
      '/auth/reset',
      {
        config: { access: 'public', tier: 'auth' },
        schema: {
          tags,
          summary: 'Set a new password with a reset link',
          description:
            'Ends all sessions of the account. A link that was mailed confirms the address; if it was not confirmed before, the API keys that the account made are revoked too.',
          body: Type.Object({ token: LinkToken, password: Password }),
          response: responses(200, Success, [400, 401]),
        },
      },
      async (request) => {
        await resetPassword(deps, { ...request.body, ip: request.ip })
        return success
      },
    )

    app.post(
      '/organizations/:orgId/members/:userId/reset-link',
      {
        config: { access: 'session', tier: 'auth' },
        schema: {
          tags,
          summary: 'Make a password reset link for a member',
          description:
            'For owners, when the service does not send mail; only for members who registered by an invitation of the organization and belong to no other. The link works once, for 24 hours, and is shown only once.',
          params: Type.Object({ orgId: OrgInPath, userId: Id }),
          response: responses(
            201,
            Type.Object({ link: Text(2000, 'https://identity.example.com/reset/kq0Vh3…'), expires_at: Timestamp }),
            [400, 401, 404],
          ),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
        reply.status(201)
        return createResetLink(ctx, orgId, request.params.userId)
      },
    )
  }
