import { queryOptions } from '@tanstack/react-query'
import { api, ask } from './client.ts'

/** Models, environments, and the models that each agent uses. */

export const modelsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['models', orgId],
    queryFn: () => ask(api.GET('/models', { params: { query: { orgId } } })),
  })

/** The model that compares statements, for the whole service; it changes once, when it is first used. */
export const embeddingModelQuery = queryOptions({
  queryKey: ['embedding-model'],
  queryFn: () => ask(api.GET('/embedding-model')),
})

/** The models that prompts can be tried with; none without a configured language model. */
export const languageModelQuery = queryOptions({
  queryKey: ['language-model'],
  queryFn: () => ask(api.GET('/language-model')),
})

export const environmentsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['environments', orgId],
    queryFn: () => ask(api.GET('/environments', { params: { query: { orgId } } })),
  })

export const environmentModelsQuery = (environmentId: string) =>
  queryOptions({
    queryKey: ['environment-models', environmentId],
    queryFn: () => ask(api.GET('/environments/{environmentId}/models', { params: { path: { environmentId } } })),
  })

export const assignmentsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['assignments', agentId],
    queryFn: () => ask(api.GET('/agents/{agentId}/models', { params: { path: { agentId }, query: { limit: 1000 } } })),
  })

/** Queries that a change to models or environments may affect. */
export const modelKeys = [['models'], ['environments'], ['environment-models'], ['assignments']]
