import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, type Body } from './client.ts'

/** What waits for a decision, and what a decision would do. */

type Proposals = Answer<'/organizations/{orgId}/proposals', 'get'>
export type Proposal = Proposals['data'][number]

/** So many are read and shown at once; the rest follows as these are decided. */
const proposalsShown = 30

/** What waits in the whole organization, or for one agent: the first of them, and the number of all. */
export const proposalsQuery = (orgId: string, agentId?: string) =>
  queryOptions({
    queryKey: ['proposals', orgId, agentId],
    queryFn: (): Promise<Proposals> =>
      ask(
        api.GET('/organizations/{orgId}/proposals', {
          params: { path: { orgId }, query: { agentId, limit: proposalsShown } },
        }),
      ),
  })

/** A change before it is made: of the item with this id, or, without one, a new item of the group or organization. */
export type PlannedChange = Body<'/organizations/{orgId}/preview-changes', 'post'>['changes'][number]

export type Preview = Answer<'/organizations/{orgId}/preview-changes', 'post'>

/** How many prompts planned changes alter, with one agent's prompt before and after. */
export const previewQuery = (orgId: string, changes: PlannedChange[], agentId?: string) =>
  queryOptions({
    queryKey: ['preview', orgId, changes, agentId],
    queryFn: (): Promise<Preview> =>
      ask(
        api.POST('/organizations/{orgId}/preview-changes', {
          params: { path: { orgId } },
          body: { changes, ...(agentId && { agentId }) },
        }),
      ),
  })
