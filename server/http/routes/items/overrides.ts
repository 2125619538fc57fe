import { overrideSourceNames } from '#core/domain/kinds.ts'
import { createOverride, deleteOverride, listOverrides } from '../../../features/items/overrides.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, Id, OneOf, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Override } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Agent identity']
const AgentParams = Type.Object({ agentId: AgentId })

/** Hides inherited items for one agent (behavior: Overrides). */
export const overrideRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/overrides',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List overrides',
        description: 'The inherited items that this agent hides.',
        params: AgentParams,
        response: responses(200, Type.Object({ data: Type.Array(Override) }), [401, 404]),
      },
    },
    async (request) => ({ data: await listOverrides(contextOf(request, deps), request.params.agentId) }),
  )

  app.post(
    '/agents/:agentId/overrides',
    {
      config: { access: 'write', agentKeys: true, changesPrompts: true },
      schema: {
        tags,
        summary: 'Hide an inherited item',
        description: 'For this agent only; the item itself is kept.',
        params: AgentParams,
        body: Type.Object({
          source_type: OneOf(overrideSourceNames),
          source_id: Id,
        }),
        response: responses(201, Override, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      reply.status(201)
      return createOverride(contextOf(request, deps), request.params.agentId, request.body)
    },
  )

  app.delete(
    '/agents/:agentId/overrides/:overrideId',
    {
      config: { access: 'write', agentKeys: true, changesPrompts: true },
      schema: {
        tags,
        summary: 'Show an inherited item again',
        description: 'Deletes the override, so that the agent inherits the item again.',
        params: Type.Object({ agentId: AgentId, overrideId: Id }),
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      await deleteOverride(contextOf(request, deps), request.params.agentId, request.params.overrideId)
      return success
    },
  )
}
