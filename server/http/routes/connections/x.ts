import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import { createXConnection, deleteXConnection, listXConnections } from '../../../features/connections/x-connections.ts'
import { contextOf } from '../../access/auth.ts'
import { Clearable } from '../../requests/patch-null.ts'
import { Id, Name, orgReference, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { XConnection } from '../../resources/connections.ts'
import type { Routes } from '../../routes.ts'

const tags = ['X']
const Key = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'letters, digits and marks, without spaces',
    examples: [example],
  })

/** Connections to X (behavior: X). */
export const xConnectionRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/x-connections',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List X connections',
        description: 'Oldest first, without their keys.',
        querystring: Type.Object(orgReference),
        response: responses(200, Type.Array(XConnection), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listXConnections(ctx, await resolveOrganization(ctx, request.query))
    },
  )

  app.post(
    '/x-connections',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Connect an X account',
        description:
          'The API key and secret of an X app, and an access token with its secret, from the X developer portal (OAuth 1.0a). They are stored encrypted and never shown again.',
        body: Type.Object({
          ...orgReference,
          label: Clearable(Name('Ada’s account')),
          x_username: Type.String({
            maxLength: 16,
            pattern: '^@?\\w{1,15}$',
            description: '1 to 15 letters, digits and underscores',
            examples: ['ada_writes'],
          }),
          x_user_id: Type.String({
            maxLength: 25,
            pattern: '^\\d{1,25}$',
            description: 'the digits of the account’s id',
            examples: ['2244994945'],
          }),
          api_key: Key('xvz1evFS4wEEPTGEFPHBog'),
          api_secret: Key('kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw'),
          access_token: Key('370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb'),
          access_token_secret: Key('LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE'),
        }),
        response: responses(201, XConnection, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { org_id, org_slug, x_username, ...input } = request.body
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      const connection = await createXConnection(ctx, orgId, { ...input, x_username: x_username.replace('@', '') })
      reply.status(201)
      return connection
    },
  )

  app.delete(
    '/x-connections',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Delete a connection',
        description: 'Sources that use it keep their content, and are not synced without it.',
        body: Type.Object({ id: Id }),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      await deleteXConnection(contextOf(request, deps), request.body.id)
      return success
    },
  )
}
