import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
  updateEnvironment,
} from '../../../features/models/environments.ts'
import { contextOf } from '../../access/auth.ts'
import { bareList } from '../../answers/lists.ts'
import { Clearable } from '../../requests/patch-null.ts'
import {
  DisplayOrder,
  Flag,
  Id,
  Name,
  orgReference,
  pageOf,
  pageQuery,
  responses,
  Slug,
  Success,
  success,
  Text,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Environment } from '../../resources/models.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Models and environments']
const defaultLimit = 1000
const EnvironmentParams = Type.Object({ environmentId: Id })

const environmentDetails = {
  description: Clearable(Text(10_000, 'What customers see')),
  is_default: Type.Optional(Flag),
  display_order: Type.Optional(DisplayOrder),
}

/** Deployment contexts (behavior: Models and environments). */
export const environmentRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/environments',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List environments',
        description: 'By display_order, then creation.',
        querystring: Type.Object({ ...orgReference, ...pageQuery(defaultLimit) }),
        response: responses(200, Type.Array(Environment), [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, request.query)
      return bareList(request, reply, await listEnvironments(ctx, orgId, pageOf(request.query, defaultLimit)))
    },
  )

  app.post(
    '/environments',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Create an environment',
        description: 'A new default replaces the old one.',
        body: Type.Object({ ...orgReference, name: Name('Production'), slug: Slug, ...environmentDetails }),
        response: responses(201, Environment, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { org_id, org_slug, ...environment } = request.body
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      const created = await createEnvironment(ctx, orgId, environment)
      reply.status(201)
      return created
    },
  )

  app.patch(
    '/environments/:environmentId',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Change an environment',
        description: 'Fields that the body omits keep their values. A new default replaces the old one.',
        params: EnvironmentParams,
        body: Type.Object({
          name: Type.Optional(Name('Production')),
          slug: Type.Optional(Slug),
          ...environmentDetails,
        }),
        response: responses(200, Environment, [400, 401, 404, 409]),
      },
    },
    (request) => updateEnvironment(contextOf(request, deps), request.params.environmentId, request.body),
  )

  app.delete(
    '/environments/:environmentId',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Delete an environment',
        description: 'With its links and assignments.',
        params: EnvironmentParams,
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      await deleteEnvironment(contextOf(request, deps), request.params.environmentId)
      return success
    },
  )
}
