import { weightedTopics } from './families.ts'

/** A topic shared by 100 statements distinguishes none of them, and scanning it is slow. */
const commonFrom = 100
/** A statement with more topics is about several things, so it is not matched. */
const maxTopics = 30
/** Topics named by more statements than this are weighted down. */
const rare = 3
/** Up to this many statements one specific shared topic is enough; the requirement grows with the logarithm of the number, because chance overlaps do. */
const few = 14
/**
 * Minimum share of the weight of the shorter statement's topics. At 0.3, as at 0.15, 17 of the evaluation's 21
 * sentences that give something up find the right statement, with fewer wrong ones; at 0.4 it is 15.
 */
const minShare = 0.3

/**
 * Statements by topic. Finds the statement that a sentence gives up: "I've changed my mind on frozen" contradicts no
 * word of "Never cook with frozen food", and names its topic.
 */
export class SharedTopics {
  readonly #statements = new Map<string, string>()
  /** Statements whose topics are computed at the first search, which most runs never make. */
  readonly #unread = new Set<string>()
  readonly #topics = new Map<string, ReadonlyMap<string, number>>()
  readonly #idsBy = new Map<string, Set<string>>()

  /** Adds a statement, or replaces the one with the same id. */
  set(id: string, statement: string): void {
    if (this.#statements.get(id) === statement) return
    this.#statements.set(id, statement)
    this.#unread.add(id)
  }

  /** The id of the statement that shares most topics with a sentence; undefined when none shares enough. Equal statements are left out. */
  nearest(sentence: string): string | undefined {
    this.#readAll()
    const topics = weightedTopics(sentence)
    if (topics.size > maxTopics) return undefined
    const needed = 1 + Math.min(1, Math.max(0, Math.log2(this.#statements.size / few)))
    const shares = new Map<string, number>()
    for (const [topic, weight] of topics) {
      const ids = this.#idsBy.get(topic)
      if (!ids || ids.size >= commonFrom) continue
      const share = weight * Math.min(1, rare / ids.size)
      for (const id of ids) shares.set(id, (shares.get(id) ?? 0) + share)
    }
    let best: { id: string; shared: number } | undefined
    for (const [id, shared] of shares) {
      if (shared < needed || shared <= (best?.shared ?? 0) || this.#statements.get(id) === sentence) continue
      const weight = Math.min(sumOf(topics), sumOf(this.#topics.get(id)!))
      if (shared >= minShare * weight) best = { id, shared }
    }
    return best?.id
  }

  #readAll(): void {
    for (const id of this.#unread) {
      for (const topic of this.#topics.get(id)?.keys() ?? []) this.#idsBy.get(topic)!.delete(id)
      const topics = weightedTopics(this.#statements.get(id)!)
      this.#topics.set(id, topics)
      for (const topic of topics.keys()) {
        const ids = this.#idsBy.get(topic)
        if (ids) ids.add(id)
        else this.#idsBy.set(topic, new Set([id]))
      }
    }
    this.#unread.clear()
  }
}

const sumOf = (topics: ReadonlyMap<string, number>) => [...topics.values()].reduce((sum, weight) => sum + weight, 0)
