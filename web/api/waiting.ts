import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'

/** Queries of the things that wait in an organization, and of the changes since the last visit. */

export type Waiting = Answer<'/organizations/{orgId}/waiting', 'get'>

/** Its key begins as that of proposals, since the same writes change both. */
export const waitingQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['proposals', orgId, 'waiting'],
    queryFn: (): Promise<Waiting> => ask(api.GET('/organizations/{orgId}/waiting', { params: { path: { orgId } } })),
  })

/** Enough for the acts that Home shows, most of which are several changes. */
const changesRead = 40

export const changesQuery = (orgId: string, since: string) =>
  queryOptions({
    queryKey: ['history', orgId, 'since', since],
    queryFn: async () => {
      const query = { since, limit: changesRead }
      const answer = await ask(api.GET('/organizations/{orgId}/audit-log', { params: { path: { orgId }, query } }))
      return (answer as Exclude<typeof answer, string>).data
    },
  })
