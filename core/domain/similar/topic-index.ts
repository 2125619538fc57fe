import { topicsIn } from './opposites.ts'

/** The least share of common topics from which two statements are about the same subject. */
const sharedTopics = 0.6

/**
 * Finds statements about the same subject without comparing each with each. Counts in an array, because statements that
 * all have the same topics touch every count each time.
 */
export class TopicIndex {
  /** Positions of the statements with each topic. */
  readonly #positions = new Map<string, number[]>()
  readonly #topics: ReadonlySet<string>[]
  /** The number of common topics by position; zeros between searches. */
  readonly #counts: Uint16Array

  constructor(statements: readonly string[]) {
    this.#topics = statements.map(topicsIn)
    this.#counts = new Uint16Array(statements.length)
    for (const [at, topics] of this.#topics.entries()) {
      for (const topic of topics) {
        const positions = this.#positions.get(topic)
        if (positions) positions.push(at)
        else this.#positions.set(topic, [at])
      }
    }
  }

  /**
   * Returns the positions of statements about the same subject, those before `end`, with their share of common topics.
   */
  near(statement: string, end = this.#topics.length): { at: number; share: number }[] {
    const topics = topicsIn(statement)
    const touched: number[] = []
    for (const topic of topics) {
      for (const at of this.#positions.get(topic) ?? []) {
        if (at >= end) break
        if (this.#counts[at]!++ === 0) touched.push(at)
      }
    }
    const found: { at: number; share: number }[] = []
    for (const at of touched) {
      const both = this.#counts[at]!
      const share = both / (topics.size + this.#topics[at]!.size - both)
      if (share >= sharedTopics) found.push({ at, share })
      this.#counts[at] = 0
    }
    return found
  }
}
