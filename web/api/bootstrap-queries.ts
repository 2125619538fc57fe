import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'
import { type Category, kindOf } from './words.ts'

/** Suggestions for a role: starter roles, recommendations, and the repositories they come from. */

export type StarterRole = Answer<'/bootstrap/starter-roles', 'get'>['data'][number]
export type TemplateRepository = Answer<'/bootstrap/repositories', 'get'>['data'][number]
type Recommended = Answer<'/bootstrap/recommend', 'post'>
export type Recommendation = Recommended['beliefs'][number] | Recommended['responsibilities'][number]

/** They change only with a release of the service. */
export const starterRolesQuery = queryOptions({
  queryKey: ['starter-roles'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => ask(api.GET('/bootstrap/starter-roles')).then(({ data }) => data),
})

export const templateRepositoriesQuery = queryOptions({
  queryKey: ['template-repositories'],
  queryFn: () => ask(api.GET('/bootstrap/repositories')).then(({ data }) => data),
})

/** At most 10 of each kind, without those that the agent has. */
export const recommendationsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['recommendations', agentId],
    queryFn: async (): Promise<Recommendation[]> => {
      const { beliefs, responsibilities } = await ask(api.POST('/bootstrap/recommend', { body: { agentId } }))
      return [...beliefs, ...responsibilities]
    },
  })

/** Adds statements to an agent, approved and visible. Returns how many were created and how many it already had. */
export async function applyStatements(agentId: string, statements: { category: Category; statement: string }[]) {
  const items = statements.map(({ category, statement }) => ({ type: kindOf(category), category, statement }))
  const counts = await ask(api.POST('/bootstrap/apply', { body: { agentId, items } }))
  return {
    created: counts.beliefs_created + counts.responsibilities_created,
    updated: counts.beliefs_updated + counts.responsibilities_updated,
  }
}
