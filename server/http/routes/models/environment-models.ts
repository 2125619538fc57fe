import { linkModel, listEnvironmentModels, unlinkModel } from '../../../features/models/environments.ts'
import { contextOf } from '../../access/auth.ts'
import { bareList } from '../../answers/lists.ts'
import { Id, Named, pageOf, pageQuery, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { EnvironmentModel } from '../../resources/models.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Models and environments']
const defaultLimit = 1000
const EnvironmentParams = Type.Object({ environmentId: Id })

/** The models of an environment (behavior: Models and environments). */
export const environmentModelRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/environments/:environmentId/models',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the models of an environment',
        description: 'The models that are linked to it.',
        params: EnvironmentParams,
        querystring: Type.Object(pageQuery(defaultLimit)),
        response: responses(200, Type.Array(EnvironmentModel), [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query, defaultLimit)
      return bareList(
        request,
        reply,
        await listEnvironmentModels(contextOf(request, deps), request.params.environmentId, page),
      )
    },
  )

  app.post(
    '/environments/:environmentId/models',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Link a model',
        description: 'Makes a model of the organization available in the environment; 409 if it is already linked.',
        params: EnvironmentParams,
        body: Named('ModelReference', { model_id: Id }),
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
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Unlink a model',
        description: 'The model itself is kept.',
        params: EnvironmentParams,
        body: Named('ModelReference', { model_id: Id }),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      await unlinkModel(contextOf(request, deps), request.params.environmentId, request.body.model_id)
      return success
    },
  )
}
