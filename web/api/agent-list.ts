import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, type Body } from './client.ts'
import type { AgentSummary, Group } from './queries.ts'

/** The list of agents: its columns, filters and order, and changes of many agents at once. */

type Activity = Answer<'/organizations/{orgId}/agent-activity', 'get'>['data'][number]
export type ListedAgent = AgentSummary & { activity: Activity | undefined }

/** Its key begins as that of agents, since the same writes change both. */
export const agentActivityQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['agents', orgId, 'activity'],
    queryFn: () =>
      ask(api.GET('/organizations/{orgId}/agent-activity', { params: { path: { orgId } } })).then(({ data }) => data),
  })

export const agentViews = [
  { value: 'waiting', label: 'Needs review' },
  { value: 'unread', label: 'Unread for 30 days' },
] as const
export const agentOrders = [
  { value: 'name', label: 'Name' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'changed', label: 'Last changed' },
  { value: 'read', label: 'Last read' },
] as const
type View = (typeof agentViews)[number]['value']
type AgentOrder = (typeof agentOrders)[number]['value']

/** The filters and order of the list, as its address holds them. */
export interface AgentFilters {
  q?: string
  group?: string
  tag?: string
  view?: View
  sort?: AgentOrder
  /** Lists the agents of each group together. */
  by?: 'group'
}

/** Reads the filters of an address; others are left out. */
export function agentFilters(search: Record<string, unknown>): AgentFilters {
  const text = (name: 'q' | 'group' | 'tag') => {
    const value = typeof search[name] === 'number' ? String(search[name]) : search[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  const view = agentViews.find(({ value }) => value === search.view)?.value
  const sort = agentOrders.find(({ value }) => value === search.sort)?.value
  return {
    ...text('q'),
    ...text('group'),
    ...text('tag'),
    ...(view && { view }),
    ...(sort && { sort }),
    ...(search.by === 'group' && { by: 'group' as const }),
  }
}

/** In the address, in place of a group's id: agents without one. */
export const noGroup = 'none'
const unreadMs = 30 * 86_400_000

/** The agents that pass the filters, in order. */
export function listed(agents: readonly ListedAgent[], { q = '', group, tag, view, sort = 'name', by }: AgentFilters) {
  const words = q.trim().toLowerCase()
  const readSince = new Date(Date.now() - unreadMs).toISOString()
  const passes = ({ group_id, identity_markers, pending_count, activity, ...agent }: ListedAgent) =>
    (group === undefined || (group_id ?? noGroup) === group) &&
    (tag === undefined || identity_markers.includes(tag)) &&
    (view !== 'waiting' || pending_count > 0) &&
    (view !== 'unread' || (activity?.last_read_at ?? '') < readSince) &&
    [agent.name, agent.job_title, agent.description, ...identity_markers].some((text) =>
      text?.toLowerCase().includes(words),
    )
  // The service lists by name, and sorting keeps the order of equals.
  const ordered = agents.filter(passes).sort(comparisons[sort])
  return by === 'group' ? ordered.sort(byGroup) : ordered
}

/** Agents without a group come last. */
const byGroup = (a: ListedAgent, b: ListedAgent) =>
  Number(a.agent_groups === null) - Number(b.agent_groups === null) ||
  (a.agent_groups?.name ?? '').localeCompare(b.agent_groups?.name ?? '', 'en')

const newestFirst = (a = '', b = '') => (a < b ? 1 : a > b ? -1 : 0)
const comparisons: Record<AgentOrder, (a: ListedAgent, b: ListedAgent) => number> = {
  name: () => 0,
  waiting: (a, b) => b.pending_count - a.pending_count,
  changed: (a, b) => newestFirst(a.activity?.changed_at, b.activity?.changed_at),
  read: (a, b) => newestFirst(a.activity?.last_read_at ?? '', b.activity?.last_read_at ?? ''),
}

export type AgentChange = Body<'/agents/bulk', 'patch'>['agents'][number]
/** The most agents that the service changes in one request. */
const bulkSize = 500

/** Changes many agents. The service changes those of one request all or none. */
export async function changeAgents(changes: readonly AgentChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += bulkSize) {
    await ask(api.PATCH('/agents/bulk', { body: { agents: changes.slice(start, start + bulkSize) } }))
  }
}

/** The effect on prompts of moving agents into a group, of the first that one request can name. */
export const previewMove = (orgId: string, agents: readonly AgentSummary[], group: Group | null) => {
  const moves = agents.slice(0, bulkSize).map(({ id }) => ({ agentId: id, groupId: group?.id ?? null }))
  return ask(
    api.POST('/organizations/{orgId}/preview-changes', { params: { path: { orgId } }, body: { changes: [], moves } }),
  )
}
