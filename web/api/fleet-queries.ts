import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'

/** Which client runs which version of a prompt. */

export type FleetClient = Answer<'/organizations/{orgId}/fleet', 'get'>['data'][number]
export type ClientState = FleetClient['state']
export type FleetSummary = Answer<'/organizations/{orgId}/fleet/summary', 'get'>

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
  group?: string
  state?: ClientState
  show?: 'behind' | 'current'
  /** The beginning of the names of clients: cli, sdk, mcp. */
  kind?: string
  /** The label whose versions stand beside the live ones. */
  label?: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Reads the filters of an address; others are left out. */
export const fleetFilters = ({ agent, group, state, show, kind, label }: Record<string, unknown>): FleetFilters => ({
  ...(isText(agent) && { agent }),
  ...(isText(group) && { group }),
  ...(isClientState(state) && { state }),
  ...((show === 'behind' || show === 'current') && { show }),
  ...(isText(kind) && { kind }),
  ...(isText(label) && { label }),
})

/** The most clients that the page shows; filters reach the others. */
const limit = 500

export const fleetQuery = (orgId: string, { agent, group, state, show, kind }: FleetFilters) =>
  queryOptions({
    queryKey: ['fleet', orgId, 'clients', agent, group, state, show, kind],
    queryFn: () => {
      const query = {
        limit,
        ...(agent && { agentId: agent }),
        ...(group && { groupId: group }),
        ...(state && { state }),
        ...(show && { behind: show === 'behind' }),
        ...(kind && { kind }),
      }
      return ask(api.GET('/organizations/{orgId}/fleet', { params: { path: { orgId }, query } }))
    },
    placeholderData: keepPreviousData,
  })

export const fleetSummaryQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['fleet', orgId, 'summary'],
    queryFn: () => ask(api.GET('/organizations/{orgId}/fleet/summary', { params: { path: { orgId } } })),
  })

/** The agents that carry a label, with its version. */
export const carriersQuery = (orgId: string, label: string) =>
  queryOptions({
    queryKey: ['fleet', orgId, 'label', label],
    queryFn: () =>
      ask(
        api.GET('/organizations/{orgId}/labels/{label}', {
          params: { path: { orgId, label }, query: { limit: 1000 } },
        }),
      ),
  })
