import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, type Body } from './client.ts'
import type { StateHeader } from './edit.ts'
import { found, readAll } from './queries.ts'
import { type Kind, kindNames, kindOf, kinds, type Layer, type ResolvedItem } from './words.ts'

/** The owner of the edited items: an organization, a group or an agent. */
export interface Owner {
  layer: Layer
  id: string
}

/** The beliefs and responsibilities of an owner, including hidden and overridden ones. */
export interface Identity {
  beliefs: ResolvedItem[]
  responsibilities: ResolvedItem[]
}

/** Each kind has addresses of its own, below each layer. */
const addresses = {
  belief: {
    agent: '/beliefs',
    group: '/groups/{groupId}/beliefs',
    org: '/organizations/{orgId}/beliefs',
    item: '/beliefs/{beliefId}',
    sources: '/beliefs/{beliefId}/sources',
    bulk: '/beliefs/bulk',
  },
  responsibility: {
    agent: '/responsibilities',
    group: '/groups/{groupId}/responsibilities',
    org: '/organizations/{orgId}/responsibilities',
    item: '/responsibilities/{responsibilityId}',
    sources: '/responsibilities/{responsibilityId}/sources',
    bulk: '/responsibilities/bulk',
  },
} as const

export type Item =
  | Answer<'/groups/{groupId}/beliefs', 'get'>['data'][number]
  | Answer<'/groups/{groupId}/responsibilities', 'get'>['data'][number]
export type ItemChanges = Body<'/beliefs/{beliefId}', 'patch'> | Body<'/responsibilities/{responsibilityId}', 'patch'>

/** Everything that depends on the items of any layer. */
export const identityKeys = [['identity'], ['agent'], ['agents'], ['proposals']]

/** An agent's resolved identity, or the items of an organization or group in the same form. */
export const identityQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['identity', owner.layer, owner.id],
    queryFn: () => identityOf(owner),
  })

/** The same, fetched now instead of from the cache. */
export async function identityOf({ layer, id }: Owner): Promise<Identity> {
  if (layer === 'agent') {
    const params = { path: { agentId: id }, query: { includeOverridden: true } }
    return ask(api.GET('/agents/{agentId}/resolved-identity', { params }))
  }
  const [beliefs, responsibilities] = await Promise.all(kindNames.map((kind) => readLayer(layer, id, kind)))
  return { beliefs: beliefs!, responsibilities: responsibilities! }
}

/** @throws ApiError with 404 when it was deleted. */
export const itemIn = ({ beliefs, responsibilities }: Identity, id: string): ResolvedItem =>
  found<ResolvedItem>([...beliefs, ...responsibilities], id)

async function readLayer(layer: 'org' | 'group', id: string, kind: Kind): Promise<ResolvedItem[]> {
  const items = await readAll<Item>((query) =>
    ask(api.GET(addresses[kind][layer], { params: { path: ownerPath(id), query } })),
  )
  return items.map((item) => ({ ...item, source: layer }) as ResolvedItem)
}

/** Only the parameter that a path has is used. */
const ownerPath = (id: string) => ({ orgId: id, groupId: id })
const itemPath = (id: string) => ({ beliefId: id, responsibilityId: id })

export const itemsOf = (identity: Identity, kind: Kind) => identity[kinds[kind].plural]

type NewItem = Omit<Body<'/beliefs', 'post'> | Body<'/responsibilities', 'post'>, 'agentId' | 'status'>

/** Writing or choosing a statement here approves it: people do not review their own words. */
const status = 'approved'

export function createItem({ layer, id }: Owner, item: NewItem): Promise<Item> {
  const of = addresses[kindOf(item.category)]
  const body = { ...item, status } as const
  if (layer === 'agent') return ask(api.POST(of.agent, { body: { ...body, agentId: id } }))
  return ask(api.POST(of[layer], { params: { path: ownerPath(id) }, body }))
}

const inParts = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))

export type ItemName = Pick<ResolvedItem, 'id' | 'category'>

/** @param header names the state that may be changed; any without it. */
export const changeItem = ({ id, category }: ItemName, body: ItemChanges, header: StateHeader = {}): Promise<Item> =>
  ask(api.PATCH(addresses[kindOf(category)].item, { params: { path: itemPath(id), header }, body }))

/** @param header as above */
export const removeItem = ({ id, category }: ItemName, header: StateHeader = {}) =>
  ask(api.DELETE(addresses[kindOf(category)].item, { params: { path: itemPath(id), header } }))

export const readSources = ({ id, category }: ItemName) =>
  ask(api.GET(addresses[kindOf(category)].sources, { params: { path: itemPath(id), query: { limit: 1000 } } }))

/** The sources of an item: where it was found, with quotes. */
export const sourcesQuery = (item: ItemName) =>
  queryOptions({ queryKey: ['sources', item.id], queryFn: () => readSources(item) })

export type ItemFlags = Pick<ItemChanges, 'status' | 'starred' | 'hidden'>

const bulkUpdateSize = 500

/**
 * Updates items of both kinds, each with its own changes. A single item uses the single route,
 * since bulk requests have a low rate limit.
 */
export async function changeItems(changes: { item: ItemName; set: ItemFlags }[]): Promise<void> {
  const [first] = changes
  if (first && changes.length === 1) {
    await changeItem(first.item, first.set)
    return
  }
  for (const kind of kindNames) {
    const updates = changes
      .filter(({ item }) => kindOf(item.category) === kind)
      .map(({ item, set }) => ({ id: item.id, ...set }))
    for (const part of inParts(updates, bulkUpdateSize)) {
      await ask(api.PATCH(addresses[kind].bulk, { body: { updates: part } }))
    }
  }
}

/** Hides an inherited item for one agent. */
export const overrideItem = (agentId: string, { id, source, category }: ResolvedItem) =>
  ask(
    api.POST('/agents/{agentId}/overrides', {
      params: { path: { agentId } },
      // An agent's own items are not inherited.
      body: { sourceType: `${source as 'org' | 'group'}_${kindOf(category)}` as const, sourceId: id },
    }),
  )

/** Shows an overridden item again. */
export async function restoreItem(agentId: string, item: ResolvedItem): Promise<void> {
  const params = { path: { agentId } }
  const { data } = await ask(api.GET('/agents/{agentId}/overrides', { params }))
  const override = data.find(({ source_id }) => source_id === item.id)
  if (!override) return
  await ask(
    api.DELETE('/agents/{agentId}/overrides/{overrideId}', { params: { path: { agentId, overrideId: override.id } } }),
  )
}
