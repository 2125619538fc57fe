import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'

/** Change requests: proposed by agents and tools, merged by people. */

export type ChangeRequests = Answer<'/change-requests', 'get'>
export type ChangeRequestHead = ChangeRequests['data'][number]
export type ChangeRequestStatus = ChangeRequestHead['status']
export type ChangeRequest = Answer<'/change-requests/{changeRequestId}', 'get'>
export type ProposedChange = ChangeRequest['changes'][number]

/** How many are shown at once. */
const requestsShown = 50

/**
 * The newest change requests of an organization, with how many there are; those of one status only, if one is named.
 */
export const changeRequestsQuery = (orgId: string, status?: ChangeRequestStatus) =>
  queryOptions({
    queryKey: ['change-requests', orgId, 'list', status],
    queryFn: (): Promise<ChangeRequests> =>
      ask(
        api.GET('/change-requests', {
          params: { query: { orgId, limit: requestsShown, ...(status && { status }) } },
        }),
      ),
  })

/** The newest requests that add notes of coding tools to an agent, or to the layers that it inherits. */
export const memoryRequestsQuery = (orgId: string, agentId: string) =>
  queryOptions({
    queryKey: ['change-requests', orgId, 'memories', agentId],
    queryFn: (): Promise<ChangeRequests> =>
      ask(
        api.GET('/change-requests', {
          params: { query: { orgId, agentId, sourceType: 'memory', limit: requestsShown } },
        }),
      ),
  })

/** One request with its effect; an open one shows the prompt of the named agent, or of the first that changes. */
export const changeRequestQuery = (orgId: string, changeRequestId: string, agentId?: string) =>
  queryOptions({
    queryKey: ['change-requests', orgId, changeRequestId, agentId],
    queryFn: (): Promise<ChangeRequest> =>
      ask(
        api.GET('/change-requests/{changeRequestId}', {
          params: { path: { changeRequestId }, query: agentId ? { agentId } : {} },
        }),
      ),
  })
