import { LRUCache } from 'lru-cache'
import type { CacheStats } from '#core/base/cache-stats.ts'
import { all, type MaybePromise, onSuccess } from '#core/base/maybe-promise.ts'
import { RecentKeys } from '#core/base/recent-keys.ts'
import { SingleFlight } from '#core/base/single-flight.ts'
import { compareItems, type IdentityItem } from '#core/domain/identity/identity.ts'
import type { ItemOrigin } from '#core/domain/identity/item-lifecycle.ts'
import { categories, kindOf, type Scope } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { categoryRank } from '../../db/order.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import type { Agent } from '../../db/tables.ts'
import type { Stamp } from './stamps.ts'

export type LayerItem = IdentityItem & { origin: ItemOrigin; n_count: number; updated_at: string }

/** The columns of an item besides those that follow from its owner and its category's rank. */
const columns = [
  'id',
  'statement',
  'starred',
  'hidden',
  'status',
  'origin',
  'display_order',
  'n_count',
  'created_at',
  'updated_at',
] as const satisfies (keyof LayerItem)[]

interface OwnLayer {
  agent: Agent
  items: LayerItem[]
}

interface GroupLayer {
  id: string
  name: string
  items: LayerItem[]
}

/** An agent's three current layers, not yet merged. */
export interface Layers extends OwnLayer {
  group: { id: string; name: string } | null
  /** Ids of the inherited items that the agent overrides. */
  overridden: ReadonlySet<string>
}

interface Cached {
  /** The owner's revision, read before the layer: a write in between costs one extra read. */
  revision: number
  layer: unknown
  bytes: number
}

/** Thrown if reading all items would block the main thread for too long. */
export class TooManyItems extends Error {}

type ReadItems = (ownerId: string, scope: Scope) => MaybePromise<LayerItem[]>

/**
 * Caches a layer from its second read, if that comes within about this many reads of other layers. For agents that do
 * not all fit into the cache, caching each costs more than reading it again. A few thousand agents are all cached after
 * a few reads.
 */
const rememberedReads = 1024
/** An item's memory besides its statement: measured as 398 bytes with 40,000 items. */
const bytesPerItem = 400
const bytesPerLayer = 1000

/**
 * Caches the items of agents, groups and organizations at a revision, so that after a write to one of an agent's three
 * layers only that layer is read again.
 */
export class LayerCache {
  readonly #queries: PreparedQueries
  readonly #layers: LRUCache<string, Cached>
  #hits = 0
  #misses = 0
  readonly #readBefore = new RecentKeys(rememberedReads)
  /** Reads in progress by owner and revision: concurrent readers of a large layer share one. */
  readonly #readings = new SingleFlight<unknown>()

  constructor(db: Database, maxBytes: number, readNow?: ReadNow) {
    this.#queries = new PreparedQueries(db, readNow)
    this.#layers = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  /**
   * Returns the layers at the stamp or later; undefined when the agent was moved or deleted after the stamp was read.
   *
   * @throws TooManyItems when the three layers have more than `maxItems`.
   */
  read(agentId: string, stamp: Stamp, maxItems = Number.MAX_SAFE_INTEGER - 1): MaybePromise<Layers | undefined> {
    const { orgId, group: inGroup } = stamp
    const itemsOf: ReadItems = (ownerId, scope) => this.#items(orgId, ownerId, scope, maxItems)
    const layers = all([
      this.#layer(agentId, stamp.agent, maxItems, () => this.#ownLayer(orgId, agentId, itemsOf)),
      inGroup &&
        this.#layer(inGroup.id, inGroup.revision, maxItems, () => this.#groupLayer(orgId, inGroup.id, itemsOf)),
      this.#layer(orgId, stamp.organization, maxItems, () => onSuccess(itemsOf(orgId, 'org'), (items) => ({ items }))),
      this.#overridden(orgId, agentId),
    ])
    return onSuccess(layers, ([own, group, organization, overridden]) => {
      if (!own || group === undefined || own.agent.group_id !== (inGroup?.id ?? null)) return undefined
      const items = [...own.items, ...(group?.items ?? []), ...organization!.items]
      if (items.length > maxItems) throw new TooManyItems()
      return { agent: own.agent, group: group && { id: group.id, name: group.name }, overridden, items }
    })
  }

  stats(): CacheStats {
    const { size: entries, calculatedSize: bytes } = this.#layers
    return { hits: this.#hits, misses: this.#misses, entries, bytes }
  }

  #layer<Layer extends { items: LayerItem[] }>(
    ownerId: string,
    revision: number,
    maxItems: number,
    read: () => MaybePromise<Layer | undefined>,
  ): MaybePromise<Layer | undefined> {
    const cached = this.#layers.get(ownerId)
    if (cached?.revision === revision) {
      this.#hits++
      return cached.layer as Layer
    }
    this.#misses++
    const reading = this.#readings.run(`${ownerId} ${revision} ${maxItems}`, read) as MaybePromise<Layer | undefined>
    return onSuccess(reading, (layer) => {
      // A layer that was cached before is replaced immediately.
      if (layer && (cached || this.#readBefore.note(ownerId)))
        this.#layers.set(ownerId, { revision, layer, bytes: itemsBytes(layer.items) })
      return layer
    })
  }

  #ownLayer(orgId: string, agentId: string, itemsOf: ReadItems): MaybePromise<OwnLayer | undefined> {
    const agents = this.#queries.run<Agent>(
      'agent',
      (db) => db.selectFrom('agents').selectAll().where('org_id', '=', orgId).where('id', '=', agentId),
      [orgId, agentId],
    )
    return onSuccess(all([agents, itemsOf(agentId, 'agent')]), ([[agent], items]) => agent && { agent, items })
  }

  /** Never cached: merging duplicates in an upper layer changes the overrides but bumps only that layer's revision. */
  #overridden(orgId: string, agentId: string): MaybePromise<ReadonlySet<string>> {
    const overrides = this.#queries.run<{ source_id: string }>(
      'overrides',
      (db) =>
        db.selectFrom('overrides').select('source_id').where('org_id', '=', orgId).where('agent_id', '=', agentId),
      [orgId, agentId],
    )
    return onSuccess(overrides, (rows) => new Set(rows.map(({ source_id }) => source_id)))
  }

  #groupLayer(orgId: string, groupId: string, itemsOf: ReadItems): MaybePromise<GroupLayer | undefined> {
    const groups = this.#queries.run<{ id: string; name: string }>(
      'group',
      (db) => db.selectFrom('groups').select(['id', 'name']).where('org_id', '=', orgId).where('id', '=', groupId),
      [orgId, groupId],
    )
    return onSuccess(all([groups, itemsOf(groupId, 'group')]), ([[group], items]) => group && { ...group, items })
  }

  /** Reads at most one item more than `maxItems`. @throws TooManyItems when there are more. */
  #items(orgId: string, ownerId: string, scope: Scope, maxItems: number): MaybePromise<LayerItem[]> {
    const rows = this.#queries.run(
      'items',
      (db) =>
        db
          .selectFrom('items')
          .select(columns)
          // SQLite reads it from the index, and texts of the database are slower to compare than those of the program.
          .select(categoryRank.as('category_rank'))
          .where('org_id', '=', orgId)
          .where('owner_id', '=', ownerId)
          .limit(maxItems + 1),
      [orgId, ownerId, maxItems + 1],
    )
    return onSuccess(rows, (rows) => {
      if (rows.length > maxItems) throw new TooManyItems()
      // Sorted here, because merging sorts all layers together, which is fast if each is already sorted.
      return rows.map((row) => itemOf(row, scope)).sort(compareItems)
    })
  }
}

type ItemRow = Pick<LayerItem, (typeof columns)[number]> & { category_rank: number }

const kindsByRank = categories.map(kindOf)

const itemOf = (row: ItemRow, scope: Scope): LayerItem => ({
  id: row.id,
  kind: kindsByRank[row.category_rank]!,
  scope,
  category: categories[row.category_rank]!,
  statement: row.statement,
  starred: row.starred,
  hidden: row.hidden,
  status: row.status,
  origin: row.origin,
  display_order: row.display_order,
  n_count: row.n_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Estimates the memory of items, in bytes. */
const itemsBytes = (items: readonly LayerItem[]): number =>
  items.reduce((sum, { statement }) => sum + statement.length + bytesPerItem, bytesPerLayer)
