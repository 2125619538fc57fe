import { sha256 } from '#core/base/hash.ts'
import { kinds } from '#core/domain/kinds.ts'
import { mayBeSame, nameOthers } from '#core/domain/similar/opposites.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { cosineAt, vectorFromBytes } from '#core/domain/vectors/similarity.ts'
import { VectorIndex } from '#core/domain/vectors/vector-index.ts'
import type { Agent, Item, Signal } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { type EmbeddedItem, embeddedItems } from '../vectors/item-vectors.ts'

type KnownItem = Pick<Item, 'statement' | 'category' | 'status'>

/** Finds the item of one layer that is equivalent to a signal of an agent (behavior: Promotion). */
export class ItemMatcher {
  readonly #ctx: Ctx
  readonly #agent: Agent
  readonly #ownerId: string
  readonly #indexes = new Map<string, VectorIndex<string>>()
  readonly #items = new Map<string, KnownItem>()

  private constructor(ctx: Ctx, agent: Agent, ownerId: string) {
    this.#ctx = ctx
    this.#agent = agent
    this.#ownerId = ownerId
  }

  /** Loads the agent's own items, rejected and hidden ones included. */
  static async load(ctx: Ctx, agent: Agent): Promise<ItemMatcher> {
    const matcher = new ItemMatcher(ctx, agent, agent.id)
    for await (const item of embeddedItems(ctx, { org_id: agent.org_id, owner_id: agent.id })) matcher.#take(item)
    return matcher
  }

  /** Loads the items that the agent inherits, its group's first. */
  static async loadInherited(ctx: Ctx, agent: Agent): Promise<ItemMatcher[]> {
    const overrides = await ctx.db
      .selectFrom('overrides')
      .select('source_id')
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .execute()
    const overridden = new Set(overrides.map(({ source_id }) => source_id))
    const matchers: ItemMatcher[] = []
    for (const ownerId of [agent.group_id, agent.org_id]) {
      if (ownerId === null) continue
      const matcher = new ItemMatcher(ctx, agent, ownerId)
      for await (const item of embeddedItems(ctx, { org_id: agent.org_id, owner_id: ownerId }))
        if (item.status === 'approved' && !item.hidden && !overridden.has(item.id)) matcher.#take(item)
      matchers.push(matcher)
    }
    return matchers
  }

  /** Adds an item that was created since. */
  async add(item: Item): Promise<void> {
    const [embedding] = await embedTexts(this.#ctx, [item.statement])
    this.#take({ ...item, embedding: embedding! })
  }

  /**
   * Returns the item with the same statement, else the most similar one at 0.85 or more that shares words with the
   * signal and is not an opposite. Compares the signal's center as well as its statement, which changes as observations
   * arrive: an item rejected in one wording must not return in another.
   */
  async find(signal: Signal): Promise<string | undefined> {
    const equal = await this.#findEqual(signal)
    const index = this.#indexes.get(signal.kind)
    if (equal !== undefined || !index) return equal
    const [statement] = await embedTexts(this.#ctx, [signal.statement])
    const rescale = (cosine: number) => this.#ctx.embedder.rescale(cosine)
    const least = cosineAt(rescale, sameSimilarity)
    for (const vector of [statement!, vectorFromBytes(signal.vector_sum)]) {
      const nearest = index.nearest(vector, least, (id) => this.#mayMatch(this.#items.get(id)!, signal))
      if (nearest && rescale(nearest.cosine) >= sameSimilarity) return nearest.key
    }
    return undefined
  }

  /**
   * Sessions name their category less surely than content, and a rejected statement must not return in
   * another one; both need the same topics as well.
   */
  #mayMatch({ statement, category, status }: KnownItem, signal: Signal): boolean {
    const { shareWords = () => true } = this.#ctx.embedder
    const isStrict = status === 'rejected' || signal.sessions > 0
    if (category !== signal.category && !isStrict) return false
    if (isStrict && nameOthers(statement, signal.statement)) return false
    return mayBeSame(statement, signal.statement) && shareWords(statement, signal.statement)
  }

  /** Searches every category of the kind: an item that a person rejected in one is not proposed in another. */
  async #findEqual({ kind, category, statement }: Signal): Promise<string | undefined> {
    const equals = await this.#ctx.db
      .selectFrom('items')
      .select(['id', 'category'])
      .where('org_id', '=', this.#agent.org_id)
      .where('owner_id', '=', this.#ownerId)
      .where('kind', '=', kind)
      .where('category', 'in', kinds[kind].categories)
      .where('statement_hash', '=', sha256(statement))
      .orderBy('id')
      .execute()
    // An inherited item that the agent does not hold was not loaded.
    const held = this.#ownerId === this.#agent.id ? equals : equals.filter(({ id }) => this.#items.has(id))
    return (held.find((item) => item.category === category) ?? held[0])?.id
  }

  #take({ id, kind, statement, category, status, embedding }: EmbeddedItem): void {
    const index = this.#indexes.get(kind) ?? new VectorIndex<string>(embedding.length)
    this.#indexes.set(kind, index)
    index.set(id, embedding)
    this.#items.set(id, { statement, category, status })
  }
}
