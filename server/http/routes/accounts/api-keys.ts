import { keyAccesses } from '#core/domain/requests/caller.ts'
import { createKey, listKeys, renameKey, revokeKey } from '../../../features/accounts/api-keys.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  Id,
  Name,
  Named,
  Nullable,
  OneOf,
  OrgInPath,
  responses,
  Success,
  success,
  Text,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ApiKeyRecord } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Organizations']
const OrgParams = Type.Object({ orgId: OrgInPath })
const KeyParams = Type.Object({ ...OrgParams.properties, keyId: Id })

/** The keys of an organization, managed in a session (behavior: Keys and bodies). */
export const apiKeyRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/api-keys',
    {
      // A window of its own: a page that waits for the first use of a key polls often, and must not keep anyone from
      // signing in.
      config: { access: 'session', tier: 'auth', window: 'keys' },
      schema: {
        tags,
        summary: 'List API keys',
        description:
          'With access, agent, last use and expiry. Keys are stored as hashes, so only their last four characters are shown.',
        params: OrgParams,
        response: responses(200, Type.Array(ApiKeyRecord), [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listKeys(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }))
    },
  )

  app.post(
    '/organizations/:orgId/api-keys',
    {
      config: { access: 'session', tier: 'auth', showsSecret: true },
      schema: {
        tags,
        summary: 'Create an API key',
        description:
          'The raw key is returned only in this response. `access` limits what it may do, at most `full` for an owner, `write` for a member and `read` for a viewer; with `agentId` it sees that agent alone, and the items that it inherits.',
        params: OrgParams,
        body: Type.Object({
          label: Type.Optional(Name('CI')),
          access: Type.Optional(OneOf(keyAccesses, { description: 'default: the most that your role allows' })),
          agent_id: Type.Optional(Nullable(AgentId)),
          expires_at: Type.Optional(Nullable(Timestamp)),
        }),
        response: responses(
          201,
          Named('CreatedApiKey', {
            ...ApiKeyRecord.properties,
            key: Text(50, 'ais_…'),
            warning: Text(200, 'Store this key now'),
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      reply.status(201)
      const { label = null, ...limits } = request.body
      return createKey(ctx, orgId, label, limits)
    },
  )

  app.patch(
    '/organizations/:orgId/api-keys/:keyId',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'Rename an API key',
        description: 'Members can rename keys that they made; owners can rename any. The key itself stays as it is.',
        params: KeyParams,
        body: Type.Object({ label: Name('CI') }),
        response: responses(200, ApiKeyRecord, [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return renameKey(ctx, orgId, request.params.keyId, request.body.label)
    },
  )

  app.delete(
    '/organizations/:orgId/api-keys/:keyId',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'Revoke an API key',
        description: 'Members can revoke keys that they made; owners can revoke any.',
        params: KeyParams,
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      await revokeKey(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }), request.params.keyId)
      return success
    },
  )
}
