import type { Category, Kind } from './kinds.ts'
import { mayBeSame } from './opposites.ts'
import { SharedTopics } from './shared-topics.ts'
import { centroid, cosine, type Rescale, remembered } from './similarity.ts'
import { joinSimilarity, maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'
import { VectorIndex } from './vector-index.ts'

/** What clustering and scoring need to know of an observation; `published_at` is the date of its content item. */
export type EmbeddedObservation = {
  id: string
  content_item_id: string
  kind: Kind
  category: Category
  statement: string
  /** As it stands in the content: equal sentences are one wording. */
  quote: string
  embedding: Float32Array
  /** ISO 8601 */
  published_at: string
  /** False once the content item is hidden or removed. */
  live: boolean
}

/** A signal as clustering sees it; `sum` is the sum of the unit vectors of its observations (`SignalIndex.sum`). */
export type SignalCenter = { id: string; kind: Kind; statement: string; sum: Float32Array }

/** Says whether two statements mean the same; asked only between 0.65 and 0.85, by a configured language model. */
type Judge = (a: string, b: string) => Promise<boolean>

/** Observations; the middle of more is near to much that shares a few words with each, so that only what says the same joins. */
const smallSignal = 4

/** What contradicts a change of mind shares most of its words with it, and denies or replaces the rest. */
const opposedSimilarity = 0.4

export type ClusterOptions = {
  rescale: Rescale
  /** Id of a signal that has to be started. */
  newId: () => string
  judge?: Judge
  /** The similarity at which it joins where nobody judges, in place of `joinSimilarity`: of an embedding that knows words alone. */
  joinFrom?: number
}

/** `created` tells a signal that the observation started from one that it joined. */
export type Assignment = { signal_id: string; created: boolean; similarity: number }

/**
 * The signals of one agent, ready to take observations one after the other (behavior: Signals). Taking one costs a scan
 * of the signals of its kind, whatever the number of observations or content items behind them.
 */
export class SignalIndex {
  private readonly indexes = new Map<Kind, VectorIndex<string>>()
  private readonly statements = new Map<string, string>()
  private readonly topics = new Map<Kind, SharedTopics>()

  constructor(signals: Iterable<SignalCenter> = []) {
    for (const signal of signals) this.set(signal)
  }

  /** Adds a signal, or puts what is known of it now in the place of what was; a sum of zeros takes nothing anymore. */
  set(signal: SignalCenter): void {
    this.state(signal, signal.id)
    this.of(signal, signal.sum.length).set(signal.id, signal.sum)
  }

  /**
   * Puts the observation into the nearest signal of its kind, whatever the category: without a judge from `joinSimilarity`
   * on, with one at 0.85 or more, and from 0.65 as the judge decides; where an embedding knows words alone, else into a small
   * one that shares its topics; else it starts a signal of its own. A signal whose statement is an opposite of the observation's takes no part.
   * One of a survey, whose statements are made to differ, joins only what is worded as it is.
   * What the judge throws is thrown, with nothing changed.
   */
  async assign(
    observation: Pick<EmbeddedObservation, 'kind' | 'statement' | 'embedding'> & { surveyed?: boolean },
    { rescale, newId, judge, joinFrom }: ClusterOptions,
  ): Promise<Assignment> {
    const index = this.of(observation, observation.embedding.length)
    const { surveyed = false, statement } = observation
    const neighbor = index.nearest(observation.embedding, (id) =>
      surveyed ? this.statements.get(id) === statement : mayBeSame(this.statements.get(id)!, statement),
    )
    const similarity = neighbor ? rescale(neighbor.cosine) : 0
    const joins =
      neighbor !== undefined &&
      (similarity >=
        (judge || index.length(neighbor.key) > smallSignal ? sameSimilarity : (joinFrom ?? joinSimilarity)) ||
        (similarity >= maybeSimilarity &&
          judge !== undefined &&
          (await judge(this.statements.get(neighbor.key)!, observation.statement))))
    const byWords = joinFrom !== undefined && !judge && !surveyed
    const known = joins ? neighbor.key : byWords ? this.withSameTopics(observation, index) : undefined
    const id = known ?? newId()
    index.add(id, observation.embedding)
    if (known === undefined) this.state(observation, id)
    return { signal_id: id, created: known === undefined, similarity }
  }

  /**
   * The signal nearest to an observation among those of its kind that say the opposite of it; undefined when none is about
   * the same. A scan of the signals of its kind.
   */
  opposed(
    { kind, statement, embedding }: Pick<EmbeddedObservation, 'kind' | 'statement' | 'embedding'>,
    rescale: Rescale,
  ): string | undefined {
    const neighbor = this.of({ kind }, embedding.length).nearest(
      embedding,
      (id) => !mayBeSame(this.statements.get(id)!, statement),
    )
    return neighbor && rescale(neighbor.cosine) >= opposedSimilarity ? neighbor.key : undefined
  }

  private withSameTopics({ kind, statement }: { kind: Kind; statement: string }, index: VectorIndex<string>) {
    return this.topics.get(kind)?.nearest(statement, (id) => {
      const length = index.length(id)
      return length > 0 && length <= smallSignal
    })
  }

  private state({ kind, statement }: { kind: Kind; statement: string }, id: string): void {
    this.statements.set(id, statement)
    const topics = this.topics.get(kind) ?? new SharedTopics()
    this.topics.set(kind, topics)
    topics.set(id, statement)
  }

  /** Takes an observation out of its signal. The last one leaves nothing that a later observation could join. */
  remove(signal: { id: string; kind: Kind }, embedding: Float32Array, isLast: boolean): void {
    const index = this.of(signal, embedding.length)
    // Rounding would leave a direction in what has to be nothing.
    if (isLast) index.set(signal.id, new Float32Array(embedding.length))
    else
      index.add(
        signal.id,
        embedding.map((value) => -value),
      )
  }

  /** The sum of the unit vectors of the signal's observations, to be stored with it. */
  sum(signal: { id: string; kind: Kind }): Float32Array | undefined {
    return this.indexes.get(signal.kind)?.sum(signal.id)
  }

  private of({ kind }: { kind: Kind }, dimensions: number): VectorIndex<string> {
    const index = this.indexes.get(kind) ?? new VectorIndex<string>(dimensions)
    this.indexes.set(kind, index)
    return index
  }
}

export type Score = {
  n_count: number
  stability: number
  wordings: number
  days: number
  /** Statement of the most central observation; undefined when no observation is live. */
  statement: string | undefined
  /** The category of most live observations; of as many, the earliest. */
  category: Category | undefined
  first_seen_at: string | undefined
  last_seen_at: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * n-count, stability and statement of a signal from its observations (behavior: Signals):
 * stability = (1 - e^(-S/2)) · c, S the sum over the distinct live content items of e^(-decayRate · age in days), c =
 * min(1, mean similarity of the live observations to their center / 0.85).
 *
 * @param now milliseconds since 1970; content dated after it has age 0
 */
export const scoreSignal = (
  observations: readonly EmbeddedObservation[],
  { now, decayRate, rescale }: { now: number; decayRate: number; rescale: Rescale },
): Score => {
  const live = observations.filter((observation) => observation.live)
  const center = centroid(live.map((observation) => observation.embedding))
  if (!center) {
    return {
      n_count: 0,
      stability: 0,
      wordings: 0,
      days: 0,
      statement: undefined,
      category: undefined,
      first_seen_at: undefined,
      last_seen_at: undefined,
    }
  }
  const similarityOf = remembered((embedding) => rescale(cosine(embedding, center)))
  const similarities = live.map((observation) => similarityOf(observation.embedding))
  const coherence = similarities.reduce((sum, similarity) => sum + similarity, 0) / live.length
  const publishedAt = new Map(live.map((observation) => [observation.content_item_id, observation.published_at]))
  let support = 0
  for (const date of publishedAt.values()) {
    support += Math.exp(-decayRate * Math.max(0, (now - Date.parse(date)) / dayMs))
  }
  const dates = [...publishedAt.values()].toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return {
    n_count: publishedAt.size,
    stability: (1 - Math.exp(-support / 2)) * Math.max(0, Math.min(1, coherence / sameSimilarity)),
    statement: live[mostCentral(similarities)]!.statement,
    wordings: new Set(
      live.map(({ quote }) =>
        quote
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim(),
      ),
    ).size,
    days: new Set(dates.map((date) => date.slice(0, 10))).size,
    category: mostFrequent(live.map(({ category }) => category)),
    first_seen_at: dates[0],
    last_seen_at: dates.at(-1),
  }
}

/** Place of the largest value, the first of equals, so that the statement does not change without need. */
const mostCentral = (similarities: readonly number[]): number =>
  similarities.reduce((best, similarity, at) => (similarity > similarities[best]! + 1e-9 ? at : best), 0)

/** The first of those that occur most. */
const mostFrequent = <T>(values: readonly T[]): T | undefined => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return values.toSorted((a, b) => counts.get(b)! - counts.get(a)!)[0]
}

/** The settings of an agent that decide promotion, and their defaults (behavior: Promotion). */
export type PromotionSettings = { min_n_count: number; decay_rate: number; promotion_threshold: number }
export const defaultPromotionSettings: PromotionSettings = {
  min_n_count: 3,
  decay_rate: 0.002,
  promotion_threshold: 0.6,
}

/** Whether a signal has become an item to propose (behavior: Promotion). */
export const isPromotable = (
  signal: { n_count: number; stability: number; wordings: number; days: number },
  settings: Pick<PromotionSettings, 'min_n_count' | 'promotion_threshold'>,
): boolean => {
  const spread = spreadFor(settings)
  return (
    signal.n_count >= settings.min_n_count &&
    signal.stability >= settings.promotion_threshold &&
    (signal.wordings >= spread.wordings || signal.days >= spread.days)
  )
}

/**
 * What is said once and copied, a slogan or a template, is no habit: it needs two wordings, or three days; no more of
 * either than content items are asked for, since one item has one of each.
 */
export const spreadFor = ({ min_n_count }: Pick<PromotionSettings, 'min_n_count'>) => ({
  wordings: Math.min(2, min_n_count),
  days: Math.min(3, min_n_count),
})
