import { badRequest } from '#core/base/errors.ts'
import { assignModel, listAgentModels, unassignModel } from '../../../features/models/agent-models.ts'
import { contextOf } from '../../access/auth.ts'
import { bareList } from '../../answers/lists.ts'
import {
  AgentId,
  Flag,
  Id,
  Line,
  Nullable,
  pageOf,
  pageQuery,
  responses,
  Success,
  success,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Assignment } from '../../resources/models.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Models and environments']
const defaultLimit = 100
const AgentParams = Type.Object({ agentId: AgentId })
const Tier = Line(100, 'planner', { minLength: 1 })

/** The model that an agent uses in an environment (behavior: Models and environments). */
export const agentModelRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/models',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List the models of an agent',
        description:
          'Its assignments, each with the model, the environment and the tier; `tier` selects those of one tier.',
        params: AgentParams,
        querystring: Type.Object({ tier: Type.Optional(Tier), ...pageQuery(defaultLimit) }),
        response: responses(200, Type.Array(Assignment), [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const { tier, ...query } = request.query
      const page = pageOf(query, defaultLimit)
      return bareList(
        request,
        reply,
        await listAgentModels(contextOf(request, deps), request.params.agentId, tier, page),
      )
    },
  )

  app.post(
    '/agents/:agentId/models',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Assign a model',
        description: 'At most one per environment and tier; no tier counts as a tier.',
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
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Remove an assignment',
        description:
          'environmentId and modelId are required, in the query or in the body; without tier, removes the assignment without one.',
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
