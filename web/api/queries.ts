import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, ApiError, api, ask } from './client.ts'

/** What the pages read, by keys under which a write makes it read again. */

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // A request that cannot be sent fails with a sentence; the library would hold it back without one.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // What the service refused stays refused; only a lost answer is worth asking again.
      retry: (count, error) => count < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
})

export type Organization = Answer<'/organizations', 'get'>['data'][number]['organization']
export type AgentSummary = Answer<'/agents', 'get'>['data'][number]
export type Agent = Answer<'/agents/{agentId}', 'get'>
export type Group = Answer<'/groups', 'get'>['data'][number]

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: () =>
    ask(api.GET('/auth/session')).catch((error) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})

/** What signing in offers here: it changes with the service's settings alone. */
export const authOptionsQuery = queryOptions({
  queryKey: ['auth-options'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => ask(api.GET('/auth/options')),
})

/** What the link of an invitation is about; null for one that cannot be used any more. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () =>
      ask(api.GET('/invitations/{token}', { params: { path: { token } } })).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  staleTime: 60_000,
  queryFn: () => ask(api.GET('/organizations')).then(({ data }) => data),
})

const pageSize = 1000

/** All of a list, page after page. */
export async function readAll<T>(
  readPage: (page: { limit: number; offset: number }) => Promise<{ data: T[]; count: number }>,
) {
  const all: T[] = []
  for (;;) {
    const { data, count } = await readPage({ limit: pageSize, offset: all.length })
    all.push(...data)
    if (data.length === 0 || all.length >= count) return all
  }
}

/** Every agent of an organization, by name. */
export const agentsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['agents', orgId],
    queryFn: () => readAll((page) => ask(api.GET('/agents', { params: { query: { orgId, ...page } } }))),
  })

export const groupsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['groups', orgId],
    queryFn: () => readAll((page) => ask(api.GET('/groups', { params: { query: { orgId, ...page } } }))),
  })

/** One of a list, which has no address of its own. @throws ApiError with 404 when it is gone. */
export function found<Record extends { id: string }>(records: Record[], id: string): Record {
  const record = records.find((each) => each.id === id)
  if (record) return record
  throw new ApiError(404, 'Somebody deleted this meanwhile. Copy your words and add them as new.')
}

/** The first few agents and the number of all. */
export const firstAgentsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['agents', orgId, 'first'],
    queryFn: () => ask(api.GET('/agents', { params: { query: { orgId, limit: 6 } } })),
  })

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId],
    queryFn: () => ask(api.GET('/agents/{agentId}', { params: { path: { agentId } } })),
  })
