import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, type Body } from './client.ts'
import { type Category, categories, type Layer, layerNames } from './words.ts'

/** Search across the items of an organization, and changes of many of them at once. */

type Matches = Answer<'/organizations/{orgId}/items', 'get'>
export type ItemHit = Matches['data'][number]
export type Totals = Matches['totals']
export type Facets = Matches['facets']
export type ItemState = keyof Facets['state']

export const itemStates: { value: ItemState; label: string }[] = [
  { value: 'live', label: 'Live' },
  { value: 'pending', label: 'Awaiting review' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'rejected', label: 'Rejected' },
]

/** The words and filters of the page, as its address holds them. */
export interface SearchFilters {
  q?: string
  layer?: Layer
  group?: string
  agent?: string
  category?: Category
  state?: ItemState
}

const oneOf = <Name extends string>(names: readonly Name[], value: unknown) => names.find((name) => name === value)

/** Reads the words and filters of an address; others are left out. */
export function searchFilters(search: Record<string, unknown>): SearchFilters {
  const text = (name: string) => (typeof search[name] === 'number' ? String(search[name]) : search[name])
  const [q, group, agent] = ['q', 'group', 'agent'].map(text)
  const layer = oneOf(layerNames, search.layer)
  const category = oneOf(
    categories.map(({ id }) => id),
    search.category,
  )
  const state = oneOf(
    itemStates.map(({ value }) => value),
    search.state,
  )
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(layer && { layer }),
    ...(typeof group === 'string' && group !== '' && { group }),
    ...(typeof agent === 'string' && agent !== '' && { agent }),
    ...(category && { category }),
    ...(state && { state }),
  }
}

/** The most items that the page lists, and that one change may name. */
export const shownItems = 500
/** The service counts no further. */
export const countedItems = 1000

/** Its key begins as that of an identity, since the same writes change both. */
export const itemSearchQuery = (orgId: string, { q = '', layer, group, agent, category, state }: SearchFilters) =>
  queryOptions({
    queryKey: ['identity', 'search', orgId, q, layer, group, agent, category, state],
    queryFn: (): Promise<Matches> => {
      const query = {
        q,
        limit: shownItems,
        ...(layer && { scope: layer }),
        ...(group && { groupId: group }),
        ...(agent && { agentId: agent }),
        ...(category && { category }),
        ...(state && { state }),
      }
      return ask(api.GET('/organizations/{orgId}/items', { params: { path: { orgId }, query } }))
    },
    placeholderData: keepPreviousData,
  })

export type ItemChange = Body<'/organizations/{orgId}/items', 'patch'>['changes'][number]
type Changed = Answer<'/organizations/{orgId}/items', 'patch'>

/** Changes many items in one request, all or none. */
export const changeFound = (orgId: string, changes: ItemChange[]): Promise<Changed> =>
  ask(api.PATCH('/organizations/{orgId}/items', { params: { path: { orgId } }, body: { changes } }))

/** The changes that bring the fields back that differ, unless somebody else changed the items since. */
export const undoing = ({ before, after }: Changed): ItemChange[] =>
  before.flatMap((was, index) => {
    const { id, updated_at: updatedAt, ...is } = after[index]!
    const fields = (['statement', 'category', 'status', 'starred', 'hidden'] as const).filter(
      (field) => was[field] !== is[field],
    )
    // A status decides whether an item is hidden, so both go back together.
    const all = fields.includes('status') && !fields.includes('hidden') ? [...fields, 'hidden' as const] : fields
    return all.length === 0 ? [] : [{ id, updatedAt, ...Object.fromEntries(all.map((field) => [field, was[field]])) }]
  })
