import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'
import { pluralize } from './words.ts'

/** Versions of an agent's prompt, and the labels that pin them. */

type Versions = Answer<'/agents/{agentId}/prompt-versions', 'get'>
export type Version = Versions['data'][number]
export type Label = Answer<'/agents/{agentId}/labels', 'get'>['data'][number]

const pageSize = 50

export type Layer = Version['changes'][number]['layer']

/** Versions of an agent, newest first, page by page; of one layer those before which it changed. */
export const versionsQuery = (agentId: string, layer?: Layer) =>
  infiniteQueryOptions({
    queryKey: ['agent', agentId, 'versions', layer],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { limit: pageSize, ...(layer && { layer }), ...(pageParam && { cursor: pageParam }) }
      return ask(api.GET('/agents/{agentId}/prompt-versions', { params: { path: { agentId }, query } }))
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

const recentCount = 10

/** The newest versions of an agent, among which the live one nearly always is. */
export const recentVersionsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId, 'recent versions'],
    queryFn: () =>
      ask(
        api.GET('/agents/{agentId}/prompt-versions', { params: { path: { agentId }, query: { limit: recentCount } } }),
      ),
  })

export const labelsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId, 'labels'],
    queryFn: () => ask(api.GET('/agents/{agentId}/labels', { params: { path: { agentId } } })),
  })

/** Version `b` compared with version `a`. Neither ever changes. */
export const versionDifferenceQuery = (agentId: string, a: number, b: number) =>
  queryOptions({
    queryKey: ['version difference', agentId, a, b],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      ask(api.GET('/agents/{agentId}/prompt-versions/diff', { params: { path: { agentId }, query: { a, b } } })),
  })

/** Agents whose label is moved together. */
export type ReleaseScope = { agentIds: string[] } | { groupId: string } | { all: true }

const reasonOf = (reason: string) => (reason === '' ? {} : { reason })

export const setLabel = (agentId: string, label: string, version: number, reason: string) =>
  ask(
    api.PUT('/agents/{agentId}/labels/{label}', {
      params: { path: { agentId, label } },
      body: { version, ...reasonOf(reason) },
    }),
  )

export const rollBackLabel = (agentId: string, label: string, reason: string) =>
  ask(
    api.POST('/agents/{agentId}/labels/{label}/rollback', {
      params: { path: { agentId, label } },
      body: reasonOf(reason),
    }),
  )

export const release = (orgId: string, label: string, scope: ReleaseScope, reason: string) =>
  ask(
    api.PUT('/organizations/{orgId}/labels/{label}', {
      params: { path: { orgId, label } },
      body: { ...scope, ...reasonOf(reason) },
    }),
  )

/** The job that moves a label of more than 100 agents, polled until it ends. */
export const releaseJobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'release', jobId],
    queryFn: () => ask(api.GET('/jobs/{jobId}', { params: { path: { jobId } } })),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : 1000),
  })

export const takeBackRelease = (orgId: string, label: string, jobId: string) =>
  ask(
    api.POST('/organizations/{orgId}/labels/{label}/rollback', { params: { path: { orgId, label } }, body: { jobId } }),
  )

/** Says what the undo of a release did: agents whose label moved since keep it. */
export function takenBackText(label: string, { restored, kept }: Awaited<ReturnType<typeof takeBackRelease>>): string {
  const stayed = kept.length > 0 ? ` ${pluralize(kept.length, 'agent')} moved since and kept it.` : ''
  return `Undone: ${label} moved back for ${pluralize(restored, 'agent')}.${stayed}`
}
