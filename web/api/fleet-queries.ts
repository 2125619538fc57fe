import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'

/** Which client runs which version of a prompt. */

export type FleetClient = Answer<'/organizations/{orgId}/fleet', 'get'>['data'][number]
export type ClientState = FleetClient['state']

export const clientStates: { value: ClientState; label: string; hint: string }[] = [
  { value: 'fetched', label: 'Fetched', hint: 'The service answered it, or confirmed the copy' },
  { value: 'written', label: 'Written', hint: 'A file holds it' },
  { value: 'delivered', label: 'Delivered', hint: 'A hook printed it into a session' },
  { value: 'loaded', label: 'Loaded', hint: 'The tool said that it loaded the file' },
]

const isClientState = (value: unknown): value is ClientState => clientStates.some((state) => state.value === value)

/** The filters of the page, as its address holds them. */
export interface FleetFilters {
  agent?: string
  state?: ClientState
  show?: 'behind' | 'current'
}

/** Reads the filters of an address; others are left out. */
export const fleetFilters = ({ agent, state, show }: Record<string, unknown>): FleetFilters => ({
  ...(typeof agent === 'string' && { agent }),
  ...(isClientState(state) && { state }),
  ...((show === 'behind' || show === 'current') && { show }),
})

/** The most clients that the page shows; filters reach the others. */
const limit = 500

const queryOf = ({ agent, state, show }: FleetFilters) => ({
  ...(agent && { agentId: agent }),
  ...(state && { state }),
  ...(show && { behind: show === 'behind' }),
})

const read = (orgId: string, filters: FleetFilters, most: number) =>
  ask(
    api.GET('/organizations/{orgId}/fleet', {
      params: { path: { orgId }, query: { ...queryOf(filters), limit: most } },
    }),
  )

export const fleetQuery = (orgId: string, filters: FleetFilters) =>
  queryOptions({
    queryKey: ['fleet', orgId, JSON.stringify(filters)],
    queryFn: () => read(orgId, filters, limit),
    placeholderData: keepPreviousData,
  })

/** How many clients there are with the other filters, and how many of them are behind and current. */
export const fleetCountsQuery = (orgId: string, { agent, state }: FleetFilters) =>
  queryOptions({
    queryKey: ['fleet', orgId, 'counts', agent ?? '', state ?? ''],
    queryFn: async () => {
      const counts = [undefined, 'behind', 'current'] as const
      const answers = await Promise.all(
        counts.map((show) =>
          read(orgId, { ...(agent && { agent }), ...(state && { state }), ...(show && { show }) }, 1),
        ),
      )
      const [all, behind, current] = answers.map(({ count }) => count) as [number, number, number]
      return { all, behind, current }
    },
    placeholderData: keepPreviousData,
  })
