import { badRequest } from '#core/base/errors.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  connectWithToken,
  deleteConnection,
  listConnections,
  readConnection,
} from '../../../features/connections/github-connections.ts'
import { contextOf } from '../../access/auth.ts'
import { Id, orgReference, responses, Success, success, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { GithubConnection } from '../../resources/connections.ts'
import type { Routes } from '../../routes.ts'

const tags = ['GitHub']
const ConnectionParams = Type.Object({ connectionId: Id })

/** Connections to GitHub (behavior: GitHub). */
export const githubConnectionRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/github/connections',
    {
      config: { access: 'read' },
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
      config: { access: 'full' },
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
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a connection',
        description: 'With the number of content sources that use it, and never with its token.',
        params: ConnectionParams,
        response: responses(200, GithubConnection, [401, 404]),
      },
    },
    (request) => readConnection(contextOf(request, deps), request.params.connectionId),
  )

  app.delete(
    '/github/connections/:connectionId',
    {
      config: { access: 'full' },
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
}
