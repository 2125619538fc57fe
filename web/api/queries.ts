import { type FetchQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import type { paths } from '../../clients/typescript/src/_generated/schema.ts'
import { type Answer, ApiError, api, ask } from './client.ts'

/** The queries of the pages, with the keys by which a write invalidates them. */

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // A request that cannot be sent fails with a message; the library would pause it silently.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: mayRetry,
      retryDelay: (count, error) => 1000 * ((error as ApiError).retryAfterS ?? 2 ** count),
    },
  },
})

/** Retries of a read that the rate limit rejects, while the page shows what it has. */
const limitedRetries = 5

let tellLimited = (_seconds: number): void => undefined

/** @param tell receives in how many seconds a read that the rate limit rejected is sent again. */
export function onLimited(tell: typeof tellLimited): void {
  tellLimited = tell
}

/** A rejected request would be rejected again; only a lost response, or one that came too early, is worth a retry. */
function mayRetry(count: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return count < 1
  if (error.retryAfterS === undefined) return count < 1 && (error.status === 0 || error.status >= 500)
  if (count < limitedRetries) tellLimited(error.retryAfterS)
  return count < limitedRetries
}

/** Refetches stale data, and falls back to cached data while the service is down. */
export async function freshOrKnown<T>(query: FetchQueryOptions<T, Error, T, string[]>): Promise<T> {
  try {
    return await queryClient.fetchQuery(query)
  } catch (error) {
    const known = queryClient.getQueryData<T>(query.queryKey)
    if (known === undefined) throw error
    return known
  }
}

export type Organization = Answer<'/organizations', 'get'>['data'][number]['organization']
export type AgentSummary = Answer<'/agents', 'get'>['data'][number]
export type Agent = Answer<'/agents/{agentId}', 'get'>
export type Group = Answer<'/groups', 'get'>['data'][number]

/** Who is signed in; null if no one is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: () =>
    ask(api.GET('/auth/session')).catch((error) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})

/** The sign-in options, which change only with the configuration of the service. */
export const authOptionsQuery = queryOptions({
  queryKey: ['auth-options'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => ask(api.GET('/auth/options')),
})

export type FailedSignIn = NonNullable<NonNullable<paths['/auth/options']['get']['parameters']['query']>['failed']>

/** The same with the sentence about a sign-in at the provider that failed. */
export const failedSignInQuery = (failed: FailedSignIn) =>
  queryOptions({
    queryKey: ['auth-options', failed],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask(api.GET('/auth/options', { params: { query: { failed } } })),
  })

/** The invitation behind a link; null if it can no longer be used. */
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
  readPage: (page: { limit: number; cursor?: string }) => Promise<{ data: T[]; next_cursor: string | null }>,
) {
  const all: T[] = []
  let cursor: string | null | undefined
  do {
    const { data, next_cursor } = await readPage({ limit: pageSize, ...(cursor && { cursor }) })
    all.push(...data)
    cursor = next_cursor
  } while (cursor !== null)
  return all
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

/**
 * Returns one record of a list, for records without a route of their own.
 * @throws ApiError with 404 when it was deleted.
 */
export function found<Record extends { id: string }>(records: Record[], id: string): Record {
  const record = records.find((each) => each.id === id)
  if (record) return record
  throw new ApiError(404, 'Someone deleted this while you were editing. Copy your text and add it again.')
}

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId],
    queryFn: () => ask(api.GET('/agents/{agentId}', { params: { path: { agentId } } })),
  })

/** The tokens of an agent's prompt by layer, and the items that repeat, contradict or weaken each other. */
export const reportQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId, 'report'],
    queryFn: () => ask(api.GET('/agents/{agentId}/prompt-report', { params: { path: { agentId } } })),
  })
