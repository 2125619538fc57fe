import type { Kind } from './kinds.ts'
import { mayBeSame } from './opposites.ts'
import { haveOneSubject, SharedTopics } from './shared-topics.ts'
import type { EmbeddedObservation } from './signals.ts'
import { cosine, cosineAt, type Rescale } from './similarity.ts'
import { maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'
import { VectorIndex } from './vector-index.ts'
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
   * An embedding of the words, by which observations join first; what joins nothing that way is compared by both, of which
   * the words have a share. Absent of an embedding that knows nothing else.
   */
  words?: WordJoining & { share: number; embed: (statement: string) => Float32Array }
}

/** How observations join by words. */
export interface WordJoining {
  from: number
  /** The cosine from which they join a signal of many. */
  same: number
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

  /** @param joining absent where a language model judges; without either, only what says the same joins. */
  constructor(joining?: Joining) {
    this.#joining = joining
  }

  /** Adds a signal, or puts what is known of it now in the place of what was; a sum of zeros takes nothing anymore. */
  set({ id, kind, statement, sum, center }: SignalCenter): void {
    const index = this.#of(kind, sum.length)
    index.sums.set(id, sum)
    this.#setCenter(index, id, statement, center, this.#joining?.words?.embed(statement))
  }

  /**
   * Puts the observation into a signal of its kind, whatever the category. With a judge: into the nearest one at 0.85 or
   * more, and from 0.65 as the judge decides. Without one: into the nearest by words, else into a small one that shares
   * its topics, else into the nearest by an embedding that knows more than words. Else it starts a signal of its own. A signal
   * whose statement is an opposite of the observation's takes no part. One of a survey, whose statements are made to
   * differ, joins only what is worded as it is. What the judge throws is thrown, with nothing changed.
   */
  async assign(observation: Assigned, { rescale, newId, judge }: ClusterOptions): Promise<Assignment> {
    const { kind, statement, embedding, surveyed = false, gives_up = false } = observation
    const index = this.#of(kind, embedding.length)
    const words = this.#joining?.words?.embed(statement)
    const isByWords = this.#joining !== undefined && !judge && !surveyed
    let known = isByWords && !gives_up ? this.#byWords(index, observation, words, rescale) : undefined
    const knowsMore = !isByWords || words !== undefined
    if (knowsMore && !gives_up) known ??= await this.#byEmbedding(index, observation, words, rescale, judge)
    const id = known ?? newId()
    index.sums.add(id, embedding)
    if (known === undefined || isMoreCentral(index, id, embedding))
      this.#setCenter(index, id, statement, embedding, words)
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

  /** The nearest signal by words, which take a common verb for a common subject; else a small one that shares topics. */
  #byWords(
    index: KindIndex,
    { statement, embedding, quote, brief }: Assigned,
    ofWords: Float32Array | undefined,
    rescale: Rescale,
  ): string | undefined {
    const { from, words } = this.#joining!
    const isSmall = (id: string) => index.sums.length(id) > 0 && index.sums.length(id) <= smallSignal
    const neighbor = (index.words ?? index.centers).nearest(ofWords ?? embedding, words?.from ?? from, (id) => {
      const known = this.#statements.get(id)!
      return mayBeSame(known, statement) && haveOneSubject(known, statement)
    })
    const same = words?.same ?? cosineAt(rescale, sameSimilarity)
    if (neighbor && (isSmall(neighbor.key) || neighbor.cosine >= same)) return neighbor.key
    return index.topics.nearest(statement, isSmall, { brief: brief === true, ...(brief && quote && { said: quote }) })
  }

  async #byEmbedding(
    index: KindIndex,
    { statement, embedding, surveyed }: Assigned,
    words: Float32Array | undefined,
    rescale: Rescale,
    judge: Judge | undefined,
  ): Promise<string | undefined> {
    const joining = judge ? undefined : this.#joining
    const by = joining?.words
    const cosines = index.centers.cosines(embedding)
    if (by) {
      const ofWords = index.words!.cosines(words!)
      for (let row = 0; row < cosines.length; row++)
        cosines[row] = (1 - by.share) * cosines[row]! + by.share * ofWords[row]!
    }
    const least = joining?.from ?? cosineAt(rescale, maybeSimilarity)
    const neighbor = index.centers.nearestBy(cosines, least, (id) => {
      const known = this.#statements.get(id)!
      return surveyed ? known === statement : mayBeSame(known, statement)
    })
    if (!neighbor) return undefined
    const { key, cosine: nearness } = neighbor
    const isSmall = index.sums.length(key) <= smallSignal
    if (joining && isSmall) return key
    const similarity = rescale(by ? cosine(index.centers.get(key)!, embedding) : nearness)
    if (similarity >= sameSimilarity) return key
    const isJudgedSame = similarity >= maybeSimilarity && (await judge?.(this.#statements.get(key)!, statement))
    return isJudgedSame ? key : undefined
  }

  #setCenter(
    { centers, words, topics }: KindIndex,
    id: string,
    statement: string,
    center: Float32Array,
    ofWords: Float32Array | undefined,
  ): void {
    this.#statements.set(id, statement)
    topics.set(id, statement)
    centers.set(id, center)
    if (ofWords) words!.set(id, ofWords)
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
