import type { Kind } from '../kinds.ts'
import { cosine, cosineAt, type Rescale } from '../vectors/similarity.ts'
import { VectorIndex } from '../vectors/vector-index.ts'
import { VectorsByKey } from '../vectors/vectors-by-key.ts'
import { contradict, mayBeSame } from './opposites.ts'
import type { EmbeddedObservation } from './signals.ts'
import { maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'

/**
 * A signal as clustering sees it: `statement` and `center` are those of its most central observation, `sum` is the sum
 * of the unit vectors of all (`SignalIndex.stored`).
 */
export type SignalCenter = { id: string; kind: Kind; statement: string; sum: Float32Array; center: Float32Array }

/** Judges whether two statements mean the same; implemented by a configured language model. */
type Judge = (a: string, b: string) => Promise<boolean>

/**
 * Whether two statements have words in common. An embedding model puts statements in a language that it does not know
 * close together, regardless of their meaning (docs/explanation/decisions/062).
 */
export type ShareWords = (a: string, b: string) => boolean

/** A change of mind shares most words with the statement that it contradicts, and denies or replaces the rest. */
const opposedSimilarity = 0.4

/** A new observation becomes the center when it is this much more central, so that equal ones change nothing. */
const leastGain = 1e-6

export type ClusterOptions = {
  rescale: Rescale
  /** Id of a signal that does not exist yet. */
  newId: () => string
  judge?: Judge | undefined
  /** Absent for an embedding that compares words itself. */
  shareWords?: ShareWords | undefined
}

/** `created` distinguishes a signal that the observation started from one that it joined. */
export type Assignment = { signal_id: string; created: boolean }

type Assigned = Pick<EmbeddedObservation, 'kind' | 'statement' | 'embedding'> & { surveyed?: boolean }

/** The signals of one kind, by id. */
interface KindIndex {
  centers: VectorIndex<string>
  sums: VectorsByKey<string>
}

/**
 * The signals of one agent, ready to take observations one after the other (behavior: Signals). Taking one costs a scan
 * of the signals of its kind, regardless of the number of observations or content items behind them.
 */
export class SignalIndex {
  readonly #indexes = new Map<Kind, KindIndex>()
  readonly #statements = new Map<string, string>()

  /** Adds a signal, or replaces the stored one; a signal whose sum is zeros accepts no observations. */
  set({ id, kind, statement, sum, center }: SignalCenter): void {
    const index = this.#of(kind, sum.length)
    index.sums.set(id, sum)
    this.#setCenter(index, id, statement, center)
  }

  /**
   * Adds the observation to the nearest equivalent signal of its kind, in any category, or starts one. Nothing joins
   * merely because everything else is farther away. An error of the judge is thrown, with nothing changed.
   */
  async assign(observation: Assigned, options: ClusterOptions): Promise<Assignment> {
    const { kind, statement, embedding } = observation
    const index = this.#of(kind, embedding.length)
    const known = await this.#sameAs(index, observation, options)
    const id = known ?? options.newId()
    index.sums.add(id, embedding)
    if (known === undefined || isMoreCentral(index, id, embedding)) this.#setCenter(index, id, statement, embedding)
    return { signal_id: id, created: known === undefined }
  }

  /**
   * The nearest signal of the observation's kind that is opposite to it; undefined when none is about the same topic.
   * Scans the signals of its kind.
   */
  opposed({ kind, statement, embedding }: Assigned, rescale: Rescale): string | undefined {
    const { centers } = this.#of(kind, embedding.length)
    const least = cosineAt(rescale, opposedSimilarity)
    const neighbor = centers.nearest(embedding, least, (id) => contradict(this.#statements.get(id)!, statement))
    return neighbor && rescale(neighbor.cosine) >= opposedSimilarity ? neighbor.key : undefined
  }

  /**
   * Removes an observation from its signal. Removing the last one leaves nothing that a later observation could join.
   */
  remove(signal: { id: string; kind: Kind }, embedding: Float32Array, isLast: boolean): void {
    const index = this.#of(signal.kind, embedding.length)
    if (!isLast) {
      index.sums.add(
        signal.id,
        embedding.map((value) => -value),
      )
      return
    }
    // Rounding would leave a direction in a sum that has to be zero.
    for (const part of [index.sums, index.centers]) part.set(signal.id, new Float32Array(embedding.length))
  }

  /** The state that has to be stored to continue later. */
  stored({ id, kind }: { id: string; kind: Kind }): Pick<SignalCenter, 'statement' | 'sum' | 'center'> {
    const { sums, centers } = this.#indexes.get(kind)!
    return { statement: this.#statements.get(id)!, sum: sums.get(id)!, center: centers.get(id)! }
  }

  /**
   * The nearest equivalent signal: at 0.85 or more with words in common, otherwise from 0.65 as the judge decides. A
   * signal with an opposite statement is skipped. Surveys word their findings alike, so those of a survey have to be
   * equal.
   */
  async #sameAs(
    { centers }: KindIndex,
    { statement, embedding, surveyed = false }: Assigned,
    { rescale, judge, shareWords = () => true }: ClusterOptions,
  ): Promise<string | undefined> {
    const neighbor = centers.nearest(embedding, cosineAt(rescale, judge ? maybeSimilarity : sameSimilarity), (id) => {
      const known = this.#statements.get(id)!
      if (surveyed) return known === statement
      return mayBeSame(known, statement) && (judge !== undefined || shareWords(known, statement))
    })
    if (!neighbor) return undefined
    const known = this.#statements.get(neighbor.key)!
    const isSame = rescale(neighbor.cosine) >= sameSimilarity && shareWords(known, statement)
    return isSame || (await judge?.(known, statement)) ? neighbor.key : undefined
  }

  #setCenter({ centers }: KindIndex, id: string, statement: string, center: Float32Array): void {
    this.#statements.set(id, statement)
    centers.set(id, center)
  }

  #of(kind: Kind, dimensions: number): KindIndex {
    const known = this.#indexes.get(kind)
    if (known) return known
    const index = {
      centers: new VectorIndex<string>(dimensions),
      sums: new VectorsByKey<string>(dimensions),
    }
    this.#indexes.set(kind, index)
    return index
  }
}

/**
 * Whether an observation is nearer to the middle of its signal than the center; an observation
 * that lost does not return.
 */
function isMoreCentral({ sums, centers }: KindIndex, id: string, embedding: Float32Array): boolean {
  const middle = sums.get(id)!
  return cosine(embedding, middle) > cosine(centers.get(id)!, middle) + leastGain
}
