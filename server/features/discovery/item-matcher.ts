import { sha256 } from '../../base/hash.ts'
import type { Agent, Item, Signal } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { kinds } from '../../domain/kinds.ts'
import { mayBeSame } from '../../domain/similar/opposites.ts'
import { sameSimilarity } from '../../domain/similar/similarity-thresholds.ts'
import { cosineAt, vectorFromBytes } from '../../domain/vectors/similarity.ts'
import { VectorIndex } from '../../domain/vectors/vector-index.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { type EmbeddedItem, embeddedItems } from '../vectors/item-vectors.ts'

/** Finds the item of an agent that is equivalent to a signal, rejected and hidden ones included (behavior: Promotion). */
export class ItemMatcher {
  readonly #ctx: Ctx
  readonly #agent: Agent
  readonly #indexes = new Map<string, VectorIndex<string>>()
  readonly #statements = new Map<string, string>()

  private constructor(ctx: Ctx, agent: Agent) {
    this.#ctx = ctx
    this.#agent = agent
  }

  static async load(ctx: Ctx, agent: Agent): Promise<ItemMatcher> {
    const matcher = new ItemMatcher(ctx, agent)
    for await (const item of embeddedItems(ctx, { org_id: agent.org_id, owner_id: agent.id })) matcher.#take(item)
    return matcher
  }

  /** Adds an item that was created since. */
  async add(item: Item): Promise<void> {
    const [embedding] = await embedTexts(this.#ctx, [item.statement])
    this.#take({ ...item, embedding: embedding! })
  }

  /**
   * Returns the item with the same statement, else the most similar one of the kind and category at 0.85 or more that
   * shares words with the signal and is not an opposite. Compares the signal's center as well as its statement, which
   * changes as observations arrive: an item rejected in one wording must not return in another.
   */
  async find(signal: Signal): Promise<string | undefined> {
    const equal = await this.#findEqual(signal)
    const index = this.#indexes.get(keyOf(signal))
    if (equal !== undefined || !index) return equal
    const [statement] = await embedTexts(this.#ctx, [signal.statement])
    const { shareWords = () => true } = this.#ctx.embedder
    const rescale = (cosine: number) => this.#ctx.embedder.rescale(cosine)
    const isSame = (id: string) => {
      const known = this.#statements.get(id)!
      return mayBeSame(known, signal.statement) && shareWords(known, signal.statement)
    }
    const least = cosineAt(rescale, sameSimilarity)
    for (const vector of [statement!, vectorFromBytes(signal.vector_sum)]) {
      const nearest = index.nearest(vector, least, isSame)
      if (nearest && rescale(nearest.cosine) >= sameSimilarity) return nearest.key
    }
    return undefined
  }

  /** Searches every category of the kind: an item that a person rejected in one is not proposed in another. */
  async #findEqual({ kind, category, statement }: Signal): Promise<string | undefined> {
    const equals = await this.#ctx.db
      .selectFrom('items')
      .select(['id', 'category'])
      .where('org_id', '=', this.#agent.org_id)
      .where('owner_id', '=', this.#agent.id)
      .where('kind', '=', kind)
      .where('category', 'in', kinds[kind].categories)
      .where('statement_hash', '=', sha256(statement))
      .orderBy('id')
      .execute()
    return (equals.find((item) => item.category === category) ?? equals[0])?.id
  }

  #take(item: EmbeddedItem): void {
    const key = keyOf(item)
    const index = this.#indexes.get(key) ?? new VectorIndex<string>(item.embedding.length)
    this.#indexes.set(key, index)
    index.set(item.id, item.embedding)
    this.#statements.set(item.id, item.statement)
  }
}

const keyOf = ({ kind, category }: { kind: string; category: string }) => `${kind} ${category}`
