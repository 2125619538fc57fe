import type { Kind } from './kinds.ts'
import { mayBeSame } from './opposites.ts'
import { haveOneSubject, SharedTopics } from './shared-topics.ts'
import type { EmbeddedObservation } from './signals.ts'
import { cosine, cosineAt, type Rescale } from './similarity.ts'
import { joinSimilarity, maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'
import { type Neighbor, VectorIndex } from './vector-index.ts'
import { VectorsByKey } from './vectors-by-key.ts'

/**
 * A signal as clustering sees it: `statement` and `center` are those of its most central observation, `sum` is the sum of
 * the unit vectors of all (`SignalIndex.stored`).
 */
export type SignalCenter = { id: string; kind: Kind; statement: string; sum: Float32Array; center: Float32Array }

/** How observations join signals where no language model judges; fitted to an embedding (behavior: Signals). */
export interface Joining {
  /** The cosine from which an observation joins. */
  from: number
  /**
   * The words that two statements share: they have a share of each comparison, and what joins nothing that way joins what
   * shares enough of them. Absent of an embedding that knows nothing else.
   */
  words?: { share: number; from: number; embed: (statement: string) => Float32Array }
}

/** Says whether two statements mean the same; asked only between 0.65 and 0.85, by a configured language model. */
type Judge = (a: string, b: string) => Promise<boolean>

/** Observations; people say many things in the words of what they say most, so that only what says the same joins more. */
const smallSignal = 4

/** What contradicts a change of mind shares most of its words with it, and denies or replaces the rest. */
const opposedSimilarity = 0.4

/** A new observation becomes the center when it is this much more central, so that equal ones change nothing. */
const leastGain = 1e-6

export type ClusterOptions = {
  rescale: Rescale
  /** Id of a signal that has to be started. */
  newId: () => string
  judge?: Judge
}

/** `created` tells a signal that the observation started from one that it joined. */
export type Assignment = { signal_id: string; created: boolean }

type Assigned = Pick<EmbeddedObservation, 'kind' | 'statement' | 'embedding'> & {
  quote?: string
  surveyed?: boolean
  brief?: boolean | null
  gives_up?: boolean
}

/** What is compared of the signals of one kind; all have the same rows. */
interface KindIndex {
  centers: VectorIndex<string>
  words: VectorIndex<string> | undefined
  /** Their lengths tell about how many observations a signal has, as far as they are alike. */
  sums: VectorsByKey<string>
  topics: SharedTopics
}

/**
 * The signals of one agent, ready to take observations one after the other (behavior: Signals). Taking one costs a scan
 * of the signals of its kind, whatever the number of observations or content items behind them.
 */
export class SignalIndex {
  readonly #indexes = new Map<Kind, KindIndex>()
  readonly #statements = new Map<string, string>()
  readonly #joining: Joining | undefined

  /** @param joining absent where a language model judges, or where nothing was fitted: then from `joinSimilarity` on. */
  constructor(joining?: Joining) {
    this.#joining = joining
  }

  /** Adds a signal, or puts what is known of it now in the place of what was; a sum of zeros takes nothing anymore. */
  set({ id, kind, statement, sum, center }: SignalCenter): void {
    const index = this.#of(kind, sum.length)
    index.sums.set(id, sum)
    this.#setCenter(index, id, statement, center)
  }

  /**
   * Puts the observation into the nearest signal of its kind, whatever the category: without a judge from where its
   * embedding joins, with one at 0.85 or more, and from 0.65 as the judge decides; without one, else into a small
   * one that shares its words or topics; else it starts a signal of its own. A signal whose statement is an opposite of the observation's takes no part.
   * One of a survey, whose statements are made to differ, joins only what is worded as it is.
   * What the judge throws is thrown, with nothing changed.
   */
  async assign(observation: Assigned, { rescale, newId, judge }: ClusterOptions): Promise<Assignment> {
    const { kind, statement, embedding, surveyed = false, gives_up = false } = observation
    const index = this.#of(kind, embedding.length)
    // An embedding that knows words alone takes a common verb for a common subject.
    const bySubject = this.#joining !== undefined && !this.#joining.words && !judge
    const neighbor = gives_up
      ? undefined
      : this.#nearest(index, observation, this.#leastToJoin(rescale, judge), (id) => {
          const known = this.#statements.get(id)!
          if (surveyed) return known === statement
          return mayBeSame(known, statement) && (!bySubject || haveOneSubject(known, statement))
        })
    const joins = neighbor && (await this.#joins(index, neighbor, observation, rescale, judge))
    const known = joins
      ? neighbor.key
      : this.#joining && !judge && !surveyed && !gives_up
        ? this.#byWords(index, observation)
        : undefined
    const id = known ?? newId()
    index.sums.add(id, embedding)
    if (known === undefined || isMoreCentral(index, id, embedding)) this.#setCenter(index, id, statement, embedding)
    return { signal_id: id, created: known === undefined }
  }

  /**
   * The signal nearest to an observation among those of its kind that say the opposite of it; undefined when none is about
   * the same. A scan of the signals of its kind.
   */
  opposed({ kind, statement, embedding, gives_up }: Assigned, rescale: Rescale): string | undefined {
    const { centers, topics } = this.#of(kind, embedding.length)
    const least = cosineAt(rescale, opposedSimilarity)
    const neighbor = centers.nearest(embedding, least, (id) => !mayBeSame(this.#statements.get(id)!, statement))
    if (neighbor && rescale(neighbor.cosine) >= opposedSimilarity) return neighbor.key
    if (!gives_up) return undefined
    return topics.nearest(statement, (id) => this.#statements.get(id) !== statement, { brief: true, opposed: true })
  }

  /** Takes an observation out of its signal. The last one leaves nothing that a later observation could join. */
  remove(signal: { id: string; kind: Kind }, embedding: Float32Array, isLast: boolean): void {
    const index = this.#of(signal.kind, embedding.length)
    if (!isLast) {
      index.sums.add(
        signal.id,
        embedding.map((value) => -value),
      )
      return
    }
    // Rounding would leave a direction in what has to be nothing.
    for (const part of [index.sums, index.centers]) part.set(signal.id, new Float32Array(embedding.length))
    index.words?.set(signal.id, index.words.get(signal.id)!.fill(0))
  }

  /** What has to be stored to go on later. */
  stored({ id, kind }: { id: string; kind: Kind }): Pick<SignalCenter, 'statement' | 'sum' | 'center'> {
    const { sums, centers } = this.#indexes.get(kind)!
    return { statement: this.#statements.get(id)!, sum: sums.get(id)!, center: centers.get(id)! }
  }

  /** The cosine below which `#joins` refuses every signal. */
  #leastToJoin(rescale: Rescale, judge: Judge | undefined): number {
    if (!this.#joining || judge) return cosineAt(rescale, judge ? maybeSimilarity : joinSimilarity)
    // A large signal is compared without the share of the words, which may be anything.
    return this.#joining.words ? -1 : Math.min(this.#joining.from, cosineAt(rescale, sameSimilarity))
  }

  async #joins(
    index: KindIndex,
    { key, cosine: nearness }: Neighbor<string>,
    { statement, embedding }: Assigned,
    rescale: Rescale,
    judge: Judge | undefined,
  ): Promise<boolean> {
    const isSmall = index.sums.length(key) <= smallSignal
    if (this.#joining && !judge && isSmall) return nearness >= this.#joining.from
    const similarity = rescale(index.words ? cosine(index.centers.get(key)!, embedding) : nearness)
    if (similarity >= (judge || !isSmall ? sameSimilarity : joinSimilarity)) return true
    return similarity >= maybeSimilarity && judge !== undefined && judge(this.#statements.get(key)!, statement)
  }

  /** A small signal that shares words, then one that shares topics. */
  #byWords({ words, sums, topics }: KindIndex, { statement, quote, brief }: Assigned): string | undefined {
    const isSmall = (id: string) => sums.length(id) > 0 && sums.length(id) <= smallSignal
    const by = this.#joining?.words
    const isTaken = (id: string) => {
      const known = this.#statements.get(id)!
      return isSmall(id) && mayBeSame(known, statement) && haveOneSubject(known, statement)
    }
    const neighbor = by && words?.nearest(by.embed(statement), by.from, isTaken)
    if (neighbor) return neighbor.key
    return topics.nearest(statement, isSmall, { brief: brief === true, ...(brief && quote && { said: quote }) })
  }

  #nearest(
    { centers, words }: KindIndex,
    { statement, embedding }: Assigned,
    least: number,
    admits: (id: string) => boolean,
  ) {
    const cosines = centers.cosines(embedding)
    const by = this.#joining?.words
    if (words && by) {
      const ofWords = words.cosines(by.embed(statement))
      for (let row = 0; row < cosines.length; row++)
        cosines[row] = (1 - by.share) * cosines[row]! + by.share * ofWords[row]!
    }
    return centers.nearestBy(cosines, least, admits)
  }

  #setCenter({ centers, words, topics }: KindIndex, id: string, statement: string, center: Float32Array): void {
    this.#statements.set(id, statement)
    topics.set(id, statement)
    centers.set(id, center)
    words?.set(id, this.#joining!.words!.embed(statement))
  }

  #of(kind: Kind, dimensions: number): KindIndex {
    const known = this.#indexes.get(kind)
    if (known) return known
    const words = this.#joining?.words
    const index = {
      centers: new VectorIndex<string>(dimensions),
      words: words && new VectorIndex<string>(words.embed('').length),
      sums: new VectorsByKey<string>(dimensions),
      topics: new SharedTopics(),
    }
    this.#indexes.set(kind, index)
    return index
  }
}

/** Whether an observation is nearer to the middle of its signal than the center; one that was passed over does not return. */
function isMoreCentral({ sums, centers }: KindIndex, id: string, embedding: Float32Array): boolean {
  const middle = sums.get(id)!
  return cosine(embedding, middle) > cosine(centers.get(id)!, middle) + leastGain
}
