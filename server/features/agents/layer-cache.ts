import { LRUCache } from 'lru-cache'
import type { CacheStats } from '../../base/cache-stats.ts'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import { RecentKeys } from '../../base/recent-keys.ts'
import { SingleFlight } from '../../base/single-flight.ts'
import type { Database } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import type { Agent } from '../../db/tables.ts'
import { compareItems, type IdentityItem } from '../../domain/identity/identity.ts'
import type { Stamp } from './stamps.ts'

export type LayerItem = IdentityItem & { n_count: number; updated_at: string }

const columns = [
  'id',
  'kind',
  'scope',
  'category',
  'statement',
  'starred',
  'hidden',
  'status',
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

type ReadItems = (ownerId: string) => Promise<LayerItem[]>

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
  async read(agentId: string, stamp: Stamp, maxItems = Number.MAX_SAFE_INTEGER - 1): Promise<Layers | undefined> {
    const { orgId } = stamp
    const itemsOf = (ownerId: string) => this.#items(orgId, ownerId, maxItems)
    const [own, group, organization, overridden] = await Promise.all([
      this.#layer(agentId, stamp.agent, maxItems, () => this.#ownLayer(orgId, agentId, itemsOf)),
      stamp.group &&
        this.#layer(stamp.group.id, stamp.group.revision, maxItems, () =>
          this.#groupLayer(orgId, stamp.group!.id, itemsOf),
        ),
      this.#layer(orgId, stamp.organization, maxItems, async () => ({ items: await itemsOf(orgId) })),
      this.#overridden(orgId, agentId),
    ])
    if (!own || group === undefined || own.agent.group_id !== (stamp.group?.id ?? null)) return undefined
    const items = [...own.items, ...(group?.items ?? []), ...organization!.items]
    if (items.length > maxItems) throw new TooManyItems()
    return { ...own, group: group && { id: group.id, name: group.name }, overridden, items }
  }

  stats(): CacheStats {
    const { size: entries, calculatedSize: bytes } = this.#layers
    return { hits: this.#hits, misses: this.#misses, entries, bytes }
  }

  #layer<Layer extends { items: LayerItem[] }>(
    ownerId: string,
    revision: number,
    maxItems: number,
    read: () => Promise<Layer | undefined>,
  ): MaybePromise<Layer | undefined> {
    const cached = this.#layers.get(ownerId)
    if (cached?.revision === revision) {
      this.#hits++
      return cached.layer as Layer
    }
    this.#misses++
    return this.#readings.run(`${ownerId} ${revision} ${maxItems}`, read).then((layer) => {
      // A layer that was cached before is replaced immediately.
      if (layer && (cached || this.#readBefore.note(ownerId)))
        this.#layers.set(ownerId, { revision, layer, bytes: itemsBytes((layer as Layer).items) })
      return layer as Layer | undefined
    })
  }

  async #ownLayer(orgId: string, agentId: string, itemsOf: ReadItems): Promise<OwnLayer | undefined> {
    const [agents, items] = await Promise.all([
      this.#queries.run<Agent>(
        'agent',
        (db) => db.selectFrom('agents').selectAll().where('org_id', '=', orgId).where('id', '=', agentId),
        [orgId, agentId],
      ),
      itemsOf(agentId),
    ])
    return agents[0] && { agent: agents[0], items }
  }

  /** Never cached: merging duplicates in an upper layer changes the overrides but bumps only that layer's revision. */
  async #overridden(orgId: string, agentId: string): Promise<ReadonlySet<string>> {
    const overrides = await this.#queries.run<{ source_id: string }>(
      'overrides',
      (db) =>
        db.selectFrom('overrides').select('source_id').where('org_id', '=', orgId).where('agent_id', '=', agentId),
      [orgId, agentId],
    )
    return new Set(overrides.map(({ source_id }) => source_id))
  }

  async #groupLayer(orgId: string, groupId: string, itemsOf: ReadItems): Promise<GroupLayer | undefined> {
    const [groups, items] = await Promise.all([
      this.#queries.run<{ id: string; name: string }>(
        'group',
        (db) => db.selectFrom('groups').select(['id', 'name']).where('org_id', '=', orgId).where('id', '=', groupId),
        [orgId, groupId],
      ),
      itemsOf(groupId),
    ])
    return groups[0] && { ...groups[0], items }
  }

  /** Reads at most one item more than `maxItems`. @throws TooManyItems when there are more. */
  async #items(orgId: string, ownerId: string, maxItems: number): Promise<LayerItem[]> {
    const items = await this.#queries.run<LayerItem>(
      'items',
      (db) =>
        db
          .selectFrom('items')
          .select(columns)
          .where('org_id', '=', orgId)
          .where('owner_id', '=', ownerId)
          .limit(maxItems + 1),
      [orgId, ownerId, maxItems + 1],
    )
    if (items.length > maxItems) throw new TooManyItems()
    // Sorted here, because merging sorts all layers together, which is fast if each is already sorted.
    return items.sort(compareItems)
  }
}

/** Estimates the memory of items, in bytes. */
const itemsBytes = (items: readonly LayerItem[]): number =>
  items.reduce((sum, { statement }) => sum + statement.length + bytesPerItem, bytesPerLayer)
