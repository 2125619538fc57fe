import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, send } from './client.ts'
import { found, readAll } from './queries.ts'
import { type Category, type Kind, kindNames, kindOf, kinds, type Layer, type ResolvedItem } from './words.ts'

/** Whose items are edited: an organization's, a group's or an agent's. */
export interface Owner {
  layer: Layer
  id: string
}

/** What an owner's agents, or the one agent, are made of; hidden and overridden items included. */
export interface Identity {
  beliefs: ResolvedItem[]
  responsibilities: ResolvedItem[]
}

export type Item = Answer<'/beliefs/{beliefId}', 'patch'> | Answer<'/responsibilities/{responsibilityId}', 'patch'>
export type ItemChanges = Partial<Pick<Item, 'statement' | 'category' | 'status' | 'starred' | 'hidden'>> & {
  displayOrder?: number
}
export type ItemSource = Answer<'/beliefs/{beliefId}/sources', 'get'>['data'][number]

/** Everything that depends on some layer's items. */
export const identityKeys = [['identity'], ['agent'], ['agents'], ['proposals']]

/** An agent's resolved identity, or the items of an organization or group in the same form. */
export const identityQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['identity', owner.layer, owner.id],
    queryFn: () => identityOf(owner),
  })

/** The same as it is now, past what the page holds. */
export async function identityOf(owner: Owner): Promise<Identity> {
  if (owner.layer !== 'agent') {
    const [beliefs, responsibilities] = await Promise.all(kindNames.map((kind) => readLayer(owner, kind)))
    return { beliefs: beliefs!, responsibilities: responsibilities! }
  }
  const params = { path: { agentId: owner.id }, query: { includeOverridden: true } }
  return ask(api.GET('/agents/{agentId}/resolved-identity', { params }))
}

/** @throws ApiError with 404 when it is gone. */
export const itemIn = ({ beliefs, responsibilities }: Identity, id: string): ResolvedItem =>
  found<ResolvedItem>([...beliefs, ...responsibilities], id)

const readLayer = async (owner: Owner, kind: Kind): Promise<ResolvedItem[]> => {
  const items = await readAll<Item>(({ limit, offset }) =>
    send('GET', `${collectionOf(owner, kind)}?limit=${limit}&offset=${offset}`),
  )
  return items.map((item) => ({ ...item, source: owner.layer }) as ResolvedItem)
}

const collectionOf = ({ layer, id }: Owner, kind: Kind) =>
  layer === 'agent'
    ? `/${kinds[kind].plural}`
    : `/${layer === 'org' ? 'organizations' : 'groups'}/${id}/${kinds[kind].plural}`

export const itemsOf = (identity: Identity, kind: Kind) => identity[kinds[kind].plural]

interface NewItem {
  category: Category
  statement: string
  sourceType?: string | undefined
  quote?: string | undefined
}

/** Whoever writes or chooses a statement here has approved it: nobody reviews their own words. */
const status = 'approved'

export const createItem = (owner: Owner, item: NewItem): Promise<Item> =>
  send('POST', collectionOf(owner, kindOf(item.category)), {
    ...item,
    status,
    ...(owner.layer === 'agent' && { agentId: owner.id }),
  })

const bulkSize = 100

/** Creates many items of an agent; those that it has are skipped. Gives the number that is new. */
export async function createItems(agentId: string, items: NewItem[]): Promise<number> {
  let created = 0
  for (const kind of kindNames) {
    const ofKind = items.filter(({ category }) => kindOf(category) === kind)
    for (let start = 0; start < ofKind.length; start += bulkSize) {
      const { plural } = kinds[kind]
      const part = ofKind.slice(start, start + bulkSize).map((item) => ({ ...item, status }))
      const body = { agentId, [plural]: part }
      created += (await send<{ created: number }>('POST', `/${plural}/bulk`, body)).created
    }
  }
  return created
}

type ItemName = Pick<ResolvedItem, 'id' | 'category'>

const addressOf = ({ id, category }: ItemName) => `/${kinds[kindOf(category)].plural}/${id}`

/** @param headers name the state that may be changed; any without them. */
export const changeItem = (item: ItemName, changes: ItemChanges, headers?: Record<string, string>): Promise<Item> =>
  send('PATCH', addressOf(item), changes, headers)

/** @param headers as above */
export const removeItem = (
  item: ItemName,
  headers?: Record<string, string>,
): Promise<{ action: 'deleted' | 'hidden' }> => send('DELETE', addressOf(item), undefined, headers)

export const readSources = (item: ItemName): Promise<{ data: ItemSource[] }> =>
  send('GET', `${addressOf(item)}/sources?limit=1000`)

/** Where an item came from: who said it, and in which words. */
export const sourcesQuery = (item: ItemName) =>
  queryOptions({ queryKey: ['sources', item.id], queryFn: () => readSources(item) })

type BulkChange = { id: string } & Pick<ItemChanges, 'status' | 'starred' | 'hidden'>

const bulkUpdateSize = 500

/** Changes items of both kinds, each in its own way. One alone takes the single call: few bulk calls a minute are let through. */
export async function changeItems(changes: { item: ItemName; set: Omit<BulkChange, 'id'> }[]): Promise<void> {
  const [first] = changes
  if (first && changes.length === 1) {
    await changeItem(first.item, first.set)
    return
  }
  for (const kind of kindNames) {
    const updates = changes
      .filter(({ item }) => kindOf(item.category) === kind)
      .map(({ item, set }) => ({ id: item.id, ...set }))
    for (let start = 0; start < updates.length; start += bulkUpdateSize) {
      await send('PATCH', `/${kinds[kind].plural}/bulk`, { updates: updates.slice(start, start + bulkUpdateSize) })
    }
  }
}

type Override = Answer<'/agents/{agentId}/overrides', 'post', 201>

/** Hides an inherited item for one agent. */
export const overrideItem = (agentId: string, item: ResolvedItem): Promise<Override> =>
  send('POST', `/agents/${agentId}/overrides`, {
    sourceType: `${item.source}_${kindOf(item.category)}`,
    sourceId: item.id,
  })

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
