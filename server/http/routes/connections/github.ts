import { type TSchema, Type } from 'typebox'
import { badRequest } from '../../../domain/errors.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  connectWithToken,
  deleteConnection,
  listConnections,
  readConnection,
} from '../../../features/connections/github-connections.ts'
import { listRepositories, readTree } from '../../../features/connections/github-repositories.ts'
import {
  deniedAddress,
  describeSignIn,
  finishSignIn,
  startSignIn,
} from '../../../features/connections/github-sign-in.ts'
import { contextOf } from '../../auth.ts'
import { askForConsent } from '../../github-consent.ts'
import { GithubConnection } from '../../resources/connections.ts'
import type { Routes } from '../../routes.ts'
import { Id, List, Nullable, OneOf, orgReference, responses, Success, success, Text } from '../../schemas.ts'

const tags = ['GitHub']
const ConnectionParams = Type.Object({ connectionId: Id })
const text = (example: string) => Type.String({ examples: [example] })
const Redirect = Type.Null({ description: 'the address is in the Location header' })
const ConsentPage = {
  description: 'a page that asks for confirmation',
  content: { 'text/html': { schema: Type.String({ examples: ['<!doctype html>'] }) } },
} as unknown as TSchema

/** Connections to GitHub, signing in there, and what a repository holds (behavior: GitHub). */
export const githubRoutes: Routes = (deps) => async (app) => {
  const count = Type.Integer({ examples: [2] })
  const size = Type.Integer({ description: 'bytes', examples: [1280] })
  app.get(
    '/github/tree',
    {
      schema: {
        tags,
        summary: 'List the folders of a repository',
        description: '`mode=full` adds the files that can be imported, at most 5,000.',
        querystring: Type.Object({
          owner: Text(100, 'acme', { minLength: 1 }),
          repo: Text(100, 'api', { minLength: 1 }),
          branch: Type.Optional(Text(255, 'main', { minLength: 1 })),
          connection_id: Type.Optional(Id),
          mode: Type.Optional(OneOf(['folders', 'full'])),
        }),
        response: responses(
          200,
          Type.Object({
            folders: Type.Array(text('docs')),
            total_files: count,
            files: Type.Optional(Type.Array(Type.Object({ path: text('docs/guide.md'), size }))),
            truncated: Type.Optional(Type.Boolean({ examples: [false] })),
          }),
          [400, 401, 404, 502],
        ),
      },
    },
    (request) => {
      const { branch = 'main', mode, ...query } = request.query
      return readTree(contextOf(request, deps), { ...query, branch, full: mode === 'full' })
    },
  )

  app.get(
    '/github/connections',
    {
      schema: {
        tags,
        summary: 'List GitHub connections',
        description: 'Oldest first; the first one is used for private repositories of sources without a connection.',
        querystring: Type.Object(orgReference),
        response: responses(200, Type.Array(GithubConnection), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listConnections(ctx, await resolveOrganization(ctx, request.query))
    },
  )

  app.post(
    '/github/connections',
    {
      schema: {
        tags,
        summary: 'Connect GitHub with a personal access token',
        description: 'The token is checked with GitHub, stored encrypted, and never shown again.',
        body: Type.Object({ ...orgReference, token: Text(500, 'github_pat_11AB', { minLength: 1 }) }),
        response: responses(201, GithubConnection, [400, 401, 404, 502]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { token, ...reference } = request.body
      const orgId = await resolveBodyOrganization(ctx, reference)
      if (!/^[\x21-\x7e]+$/.test(token)) throw badRequest('token must be a GitHub token, without spaces')
      const connection = await connectWithToken(ctx, orgId, token)
      reply.status(201)
      return connection
    },
  )

  app.get(
    '/github/connections/:connectionId',
    {
      schema: {
        tags,
        summary: 'Read a connection',
        params: ConnectionParams,
        response: responses(200, GithubConnection, [401, 404]),
      },
    },
    (request) => readConnection(contextOf(request, deps), request.params.connectionId),
  )

  app.delete(
    '/github/connections/:connectionId',
    {
      schema: {
        tags,
        summary: 'Delete a connection',
        description: 'Sources that use it keep working without it.',
        params: ConnectionParams,
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      await deleteConnection(contextOf(request, deps), request.params.connectionId)
      return success
    },
  )

  app.get(
    '/github/repos',
    {
      schema: {
        tags,
        summary: 'List the repositories of a connection',
        description: 'Most recently pushed first, at most 1,000.',
        querystring: Type.Object({ connection_id: Id }),
        response: responses(
          200,
          List(
            Type.Object({
              owner: text('acme'),
              repo: text('api'),
              full_name: text('acme/api'),
              private: Type.Boolean({ examples: [true] }),
              default_branch: text('main'),
              description: Nullable(text('The payment service')),
              html_url: text('https://github.com/acme/api'),
              pushed_at: Nullable(text('2026-11-21T09:30:00Z')),
            }),
          ),
          [400, 401, 404, 502],
        ),
      },
    },
    (request) => listRepositories(contextOf(request, deps), request.query.connection_id),
  )

  const start = { ...orgReference, redirect: Type.Optional(Text(2000, '/settings')) }
  const refusals = responses(400, Type.Object({ error: text('GITHUB_CLIENT_ID is not set') }), [401, 404])
  app.post(
    '/github/oauth/authorize',
    {
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
