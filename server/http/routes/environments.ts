import { Type } from 'typebox'
import { badRequest } from '../../domain/errors.ts'
import { assignModel, listAgentModels, unassignModel } from '../../features/agent-models.ts'
import {
  createEnvironment,
  deleteEnvironment,
  linkModel,
  listEnvironmentModels,
  listEnvironments,
  unlinkModel,
  updateEnvironment,
} from '../../features/environments.ts'
import { createModel, deleteModel, listModels, updateModel } from '../../features/models.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../features/organizations.ts'
import { contextOf } from '../auth.ts'
import { Assignment, Environment, EnvironmentModel, Model } from '../resources.ts'
import type { Routes } from '../routes.ts'
import {
  DisplayOrder,
  Flag,
  Id,
  Name,
  Nullable,
  orgReference,
  pageOf,
  pageQuery,
  responses,
  Slug,
  Success,
  success,
  Text,
} from '../schemas.ts'

const tags = ['Models and environments']
const defaultLimit = 100
const ModelParams = Type.Object({ modelId: Id })
const EnvironmentParams = Type.Object({ environmentId: Id })
const AgentParams = Type.Object({ agentId: Id })
const Tier = Text(100, 'planner', { minLength: 1 })

const modelDetails = {
  provider_url: Type.Optional(Nullable(Text(2000, 'https://api.openai.com/v1'))),
  description: Type.Optional(Nullable(Text(10_000, 'For planning'))),
}

const environmentDetails = {
  description: Type.Optional(Nullable(Text(10_000, 'What customers see'))),
  is_default: Type.Optional(Flag),
  display_order: Type.Optional(DisplayOrder),
}

/** Specification 4.8, and the assignments of 4.2. */
export const environmentRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/models',
    {
      schema: {
        tags,
        summary: 'List models',
        description: 'By provider, then name.',
        querystring: Type.Object(orgReference),
        response: responses(200, Type.Array(Model), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listModels(ctx, await resolveOrganization(ctx, request.query))
    },
  )

  app.post(
    '/models',
    {
      schema: {
        tags,
        summary: 'Create a model',
        body: Type.Object({
          ...orgReference,
          provider: Name('openai'),
          model_id: Name('gpt-5'),
          name: Name('GPT-5'),
          ...modelDetails,
        }),
        response: responses(201, Model, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { org_id, org_slug, ...model } = request.body
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      const created = await createModel(ctx, orgId, model)
      reply.status(201)
      return created
    },
  )

  app.patch(
    '/models/:modelId',
    {
      schema: {
        tags,
        summary: 'Change a model',
        params: ModelParams,
        body: Type.Object({
          provider: Type.Optional(Name('openai')),
          model_id: Type.Optional(Name('gpt-5')),
          name: Type.Optional(Name('GPT-5')),
          ...modelDetails,
        }),
        response: responses(200, Model, [400, 401, 404, 409]),
      },
    },
    (request) => updateModel(contextOf(request, deps), request.params.modelId, request.body),
  )

  app.delete(
    '/models/:modelId',
    {
      schema: {
        tags,
        summary: 'Delete a model',
        description: 'With its links and assignments.',
        params: ModelParams,
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      await deleteModel(contextOf(request, deps), request.params.modelId)
      return success
    },
  )

  app.get(
    '/environments',
    {
      schema: {
        tags,
        summary: 'List environments',
        description: 'By display_order, then creation.',
        querystring: Type.Object(orgReference),
        response: responses(200, Type.Array(Environment), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listEnvironments(ctx, await resolveOrganization(ctx, request.query))
    },
  )

  app.post(
    '/environments',
    {
      schema: {
        tags,
        summary: 'Create an environment',
        description: 'A new default takes the place of the old one.',
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
      schema: {
        tags,
        summary: 'Change an environment',
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

  app.get(
    '/environments/:environmentId/models',
    {
      schema: {
        tags,
        summary: 'List the models of an environment',
        params: EnvironmentParams,
        response: responses(200, Type.Array(EnvironmentModel), [401, 404]),
      },
    },
    (request) => listEnvironmentModels(contextOf(request, deps), request.params.environmentId),
  )

  app.post(
    '/environments/:environmentId/models',
    {
      schema: {
        tags,
        summary: 'Link a model',
        params: EnvironmentParams,
        body: Type.Object({ model_id: Id }),
        response: responses(201, EnvironmentModel, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const link = await linkModel(contextOf(request, deps), request.params.environmentId, request.body.model_id)
      reply.status(201)
      return link
    },
  )

  app.delete(
    '/environments/:environmentId/models',
    {
      schema: {
        tags,
        summary: 'Unlink a model',
        params: EnvironmentParams,
        body: Type.Object({ model_id: Id }),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      await unlinkModel(contextOf(request, deps), request.params.environmentId, request.body.model_id)
      return success
    },
  )

  app.get(
    '/agents/:agentId/models',
    {
      schema: {
        tags,
        summary: 'List the models of an agent',
        params: AgentParams,
        querystring: Type.Object({ tier: Type.Optional(Tier), ...pageQuery(defaultLimit) }),
        response: responses(200, Type.Array(Assignment), [400, 401, 404]),
      },
    },
    (request) => {
      const { tier, ...query } = request.query
      return listAgentModels(contextOf(request, deps), request.params.agentId, tier, pageOf(query, defaultLimit))
    },
  )

  app.post(
    '/agents/:agentId/models',
    {
      schema: {
        tags,
        summary: 'Assign a model',
        description: 'At most one per environment and tier; no tier is a tier of its own.',
        params: AgentParams,
        body: Type.Object({
          environment_id: Id,
          model_id: Id,
          is_primary: Type.Optional(Flag),
          tier: Type.Optional(Nullable(Tier)),
        }),
        response: responses(201, Assignment, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const assignment = await assignModel(contextOf(request, deps), request.params.agentId, {
        is_primary: true,
        tier: null,
        ...request.body,
      })
      reply.status(201)
      return assignment
    },
  )

  const removal = {
    environment_id: Type.Optional(Id),
    model_id: Type.Optional(Id),
    tier: Type.Optional(Nullable(Tier)),
  }
  app.delete(
    '/agents/:agentId/models',
    {
      schema: {
        tags,
        summary: 'Take an assignment away',
        description:
          'environmentId and modelId are required, in the query or in the body; without tier, the assignment that has none.',
        params: AgentParams,
        querystring: Type.Object({ ...removal, tier: Type.Optional(Tier) }),
        body: Type.Object(removal),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      const { environment_id, model_id, tier = null } = { ...request.body, ...request.query }
      if (!environment_id) throw badRequest('environmentId is required, in the query or in the body')
      if (!model_id) throw badRequest('modelId is required, in the query or in the body')
      await unassignModel(contextOf(request, deps), request.params.agentId, { environment_id, model_id, tier })
      return success
    },
  )
}
