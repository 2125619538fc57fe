import type { TSchema } from 'typebox'
import { badRequest } from '#core/base/errors.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  deniedAddress,
  describeSignIn,
  finishSignIn,
  startSignIn,
} from '../../../features/connections/github-sign-in.ts'
import { contextOf } from '../../access/auth.ts'
import { askForConsent } from '../../access/github-consent.ts'
import { AnyText, failures, orgReference, responses, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { GithubConnection } from '../../resources/connections.ts'
import type { Routes } from '../../routes.ts'

const tags = ['GitHub']
const Redirect = Type.Null({ description: 'the address is in the Location header' })

const ConsentPage = {
  description: 'a page that asks for confirmation',
  content: { 'text/html': { schema: AnyText('<!doctype html>') } },
} as unknown as TSchema

const start = { ...orgReference, redirect: Type.Optional(Text(2000, '/settings')) }
const refusals = failures([400, 401, 404])

/** Connects GitHub by signing in there (behavior: GitHub). */
export const githubSignInRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/github/oauth/authorize',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Connect GitHub by OAuth',
        description:
          'Sends the browser to GitHub, which sends it back to /github/oauth/callback and then to `redirect`, a URL of this service. The fields may be in the query too, for a form without script.',
        querystring: Type.Object(start),
        body: Type.Object(start),
        response: { 302: Redirect, ...refusals },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { redirect, ...reference } = { ...request.query, ...request.body }
      return reply.redirect(await startSignIn(ctx, await resolveBodyOrganization(ctx, reference), redirect), 302)
    },
  )

  app.get(
    '/github/oauth/authorize',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Ask for confirmation before connecting GitHub',
        description:
          'In a session, a page whose button sends the POST, since other sites can send a browser here. With a key, the same redirect as the POST; the same key then calls /github/oauth/callback.',
        querystring: Type.Object(start),
        response: { 200: ConsentPage, 302: Redirect, ...refusals },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { redirect, ...reference } = request.query
      const orgId = await resolveOrganization(ctx, reference)
      if (ctx.caller.kind === 'key') return reply.redirect(await startSignIn(ctx, orgId, redirect), 302)
      const query = new URLSearchParams({ orgId, ...(redirect !== undefined && { redirect }) })
      return askForConsent(reply, {
        ...(await describeSignIn(ctx, orgId, redirect)),
        action: `/api/v1/github/oauth/authorize?${query}`,
        githubUrl: deps.github.address.signIn,
      })
    },
  )

  app.get(
    '/github/oauth/callback',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Finish connecting GitHub by OAuth',
        description:
          'Only for the session or key that started it, once. Returns the connection when no redirect was requested. If access was denied, the redirect has `github=denied`.',
        querystring: Type.Object({
          code: Type.Optional(Text(500, '1f2e3d')),
          state: Type.Optional(Text(4000, 'v1.c3RhdGU')),
          error: Type.Optional(Text(500, 'access_denied')),
        }),
        response: { 302: Redirect, ...responses(200, GithubConnection, [400, 401, 404, 502]) },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { code, state, error } = request.query
      if (error && state) return reply.redirect(await deniedAddress(ctx, state), 302)
      if (!code || !state) throw badRequest('code and state are required, as GitHub sends them')
      const { connection, redirect } = await finishSignIn(ctx, code, state)
      if (redirect !== null) return reply.redirect(redirect, 302)
      return connection
    },
  )
}
