import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  createModel,
  deleteModel,
  embeddingModelState,
  listModels,
  updateModel,
} from '../../../features/models/models.ts'
import { contextOf } from '../../access/auth.ts'
import { bareList } from '../../answers/lists.ts'
import { Clearable } from '../../requests/patch-null.ts'
import { Id, Name, orgReference, pageOf, pageQuery, responses, Success, success, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { EmbeddingModel, LanguageModel, Model } from '../../resources/models.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Models and environments']
const defaultLimit = 1000
const ModelParams = Type.Object({ modelId: Id })

const modelDetails = {
  provider_url: Clearable(Text(2000, 'https://api.openai.com/v1', { description: 'starts with https:// or http://' })),
  description: Clearable(Text(10_000, 'For planning')),
}

/** Language-model configurations (behavior: Models and environments). */
export const modelRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/models',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List models',
        description: 'By provider, then name.',
        querystring: Type.Object({ ...orgReference, ...pageQuery(defaultLimit) }),
        response: responses(200, Type.Array(Model), [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, request.query)
      return bareList(request, reply, await listModels(ctx, orgId, pageOf(request.query, defaultLimit)))
    },
  )

  app.get(
    '/embedding-model',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Get the embedding model',
        description:
          'The model that compares statements in this service. `same` and `idea` are the cosines that count as similarity 0.85 (the same sentence reworded) and 0.65 (the same idea), fitted by labeled pairs at the first use of the model; `figures` are shares of pairs told right.',
        response: responses(200, EmbeddingModel, [401]),
      },
    },
    (request) => embeddingModelState(contextOf(request, deps)),
  )

  app.get(
    '/language-model',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Get the language model',
        description:
          'The language model of this service (`LLM_MODEL`), and the models that `POST /agents/{agentId}/try` accepts.',
        response: responses(200, LanguageModel, [401]),
      },
    },
    async () => ({ engine: deps.language.engine, models: [...(deps.language.trials?.models ?? [])] }),
  )

  app.post(
    '/models',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Create a model',
        description:
          'Adds a language model to the catalog of the organization, to be linked to environments and assigned to agents.',
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
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Change a model',
        description: 'Fields that the body omits keep their values; null clears one.',
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
      config: { access: 'write' },
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
}
