import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'
import { queryClient, readAll } from './queries.ts'

/** The content, signals and proposals of discovery. */

export type Job = Answer<'/jobs', 'get'>['data'][number]
export type Signal = Answer<'/signals', 'get'>['data'][number]
export type ContentItem = Answer<'/content-items', 'get'>['data'][number]

const pollMs = 1500

export const isOver = ({ status }: Job) => status === 'completed' || status === 'failed'

/** The latest jobs of an organization or of one of its agents, polled while one of them is running. */
export const jobsQuery = (orgId: string, agentId?: string) =>
  queryOptions({
    queryKey: ['jobs', orgId, agentId],
    queryFn: () =>
      ask(api.GET('/jobs', { params: { query: { orgId, agentId, limit: 100 } } })).then(({ data }) => data),
    refetchInterval: ({ state }) => (state.data?.some((job) => !isOver(job)) ? pollMs : false),
  })

export const startDiscovery = (agentId: string, force: boolean) =>
  ask(api.POST('/pbd/process', { body: { agentId, force } }))

export const stopJob = (jobId: string) => ask(api.DELETE('/jobs/{jobId}', { params: { path: { jobId } } }))

export const statsQuery = (orgId: string, agentId: string) =>
  queryOptions({
    queryKey: ['discovery', agentId, 'stats'],
    queryFn: () => ask(api.GET('/pbd/stats', { params: { query: { orgId, agentId } } })),
  })

/** The content that the next run reads, with an estimate of its cost. */
export const estimateQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['discovery', agentId, 'estimate'],
    queryFn: () => ask(api.GET('/pbd/estimate', { params: { query: { agentId } } })),
  })

export const signalsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['discovery', agentId, 'signals'],
    queryFn: () => readAll((page) => ask(api.GET('/signals', { params: { query: { agentId, ...page } } }))),
  })

/** The verbatim quotes that a signal is made of. */
export const observationsQuery = (agentId: string, signalId: string) =>
  queryOptions({
    queryKey: ['discovery', agentId, 'observations', signalId],
    queryFn: () =>
      readAll((page) => ask(api.GET('/observations', { params: { query: { agentId, signalId, ...page } } }))),
  })

export const contentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['content', agentId],
    queryFn: () => readAll((page) => ask(api.GET('/content-items', { params: { query: { agentId, ...page } } }))),
  })

/**
 * Reports from a person's sessions with coding agents, newest first, each with the observations that were read in it.
 */
export const sessionReportsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['content', agentId, 'sessions'],
    queryFn: async () => {
      const [reports, observations] = await Promise.all([
        readAll((page) =>
          ask(api.GET('/content-items', { params: { query: { agentId, sourceType: 'session', ...page } } })),
        ),
        readAll((page) =>
          ask(api.GET('/observations', { params: { query: { agentId, source: 'session', ...page } } })),
        ),
      ])
      const byReport = Map.groupBy(observations, ({ content_item_id }) => content_item_id)
      return reports.map((report) => ({ report, observations: byReport.get(report.id) ?? [] }))
    },
  })

export type SessionReport = { report: ContentItem; observations: SessionObservation[] }

export const sourcesOfAgentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['content-sources', agentId],
    queryFn: () => ask(api.GET('/content-sources', { params: { query: { agentId } } })),
  })

/** How much evidence of each kind an agent has. */
export const evidenceCountsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['discovery', agentId, 'counts'],
    queryFn: async () => {
      const one = { agentId, limit: 1 }
      const [signals, sessions, content, conversations, sources] = await Promise.all([
        ask(api.GET('/signals', { params: { query: one } })),
        ask(api.GET('/content-items', { params: { query: { ...one, sourceType: 'session' } } })),
        ask(api.GET('/content-items', { params: { query: one } })),
        ask(api.GET('/conversations', { params: { query: one } })),
        queryClient.fetchQuery(sourcesOfAgentQuery(agentId)),
      ])
      return {
        signals: signals.count,
        sessions: sessions.count,
        content: content.count,
        conversations: conversations.count,
        sources: sources.length,
      }
    },
  })

export type SessionObservation = Answer<'/observations', 'get'>['data'][number]

/** How many observations are loaded and shown at once. */
const evidenceShown = 50

/**
 * Observations of people's words in sessions and conversations that led to no item, surest first: those that
 * wait, or those that a rejected item holds back.
 */
export const evidenceQuery = (agentId: string, heldBack: boolean) =>
  queryOptions({
    queryKey: ['discovery', agentId, 'evidence', heldBack],
    queryFn: () =>
      ask(
        api.GET('/observations', {
          params: { query: { agentId, source: 'people', promoted: false, heldBack, limit: evidenceShown } },
        }),
      ),
  })

/** Decides on evidence; `waiting` takes a decision back. */
export const decideEvidence = (ids: string[], status: 'accepted' | 'rejected' | 'waiting') =>
  ask(api.PATCH('/observations/bulk', { body: { ids, updates: { status } } }))

export const acceptEvidence = (observationId: string, statement: string) =>
  ask(
    api.PATCH('/observations/{observationId}', {
      params: { path: { observationId } },
      body: { status: 'accepted', statement },
    }),
  )

export type RepeatedItem = Answer<'/agents/{agentId}/said-again', 'get'>['data'][number]

/** The items that people had to repeat to an agent. */
export const saidAgainQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['identity', 'said again', agentId],
    queryFn: () =>
      ask(api.GET('/agents/{agentId}/said-again', { params: { path: { agentId } } })).then(({ data }) => data),
  })
