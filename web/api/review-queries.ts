import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, type Body } from './client.ts'

/** Proposals awaiting a decision, and the effect of each decision. */

type Proposals = Answer<'/organizations/{orgId}/proposals', 'get'>
export type Proposal = Proposals['data'][number]

/** How many are loaded and shown at once; the rest follow as these are decided. */
const proposalsShown = 50

/**
 * The first proposals of the organization or of one agent, and how many there are in total; a statement that is proposed
 * for several agents once.
 *
 * @param q lists only statements that contain it, and those of agents and groups whose names contain it.
 */
export const proposalsQuery = (orgId: string, agentId?: string, q = '') =>
  queryOptions({
    queryKey: ['proposals', orgId, agentId, q],
    queryFn: (): Promise<Proposals> =>
      ask(
        api.GET('/organizations/{orgId}/proposals', {
          params: { path: { orgId }, query: { agentId, byStatement: true, limit: proposalsShown, ...(q && { q }) } },
        }),
      ),
  })

/** The filters of Review, as its address holds them. */
interface ReviewFilters {
  /** Lists only statements and agents that contain it. */
  q?: string
  /** Lists only what waits for this agent. */
  agent?: string
}

export const reviewFilters = ({ q, agent }: Record<string, unknown>): ReviewFilters => ({
  ...(typeof q === 'string' && q !== '' && { q }),
  ...(typeof agent === 'string' && { agent }),
})

/** A change before it is made: to the item with this id or, without an id, a new item of the group or organization. */
export type PlannedChange = Body<'/organizations/{orgId}/preview-changes', 'post'>['changes'][number]

export type Preview = Answer<'/organizations/{orgId}/preview-changes', 'post'>

/** How many prompts the planned changes affect, with one agent's prompt before and after. */
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
