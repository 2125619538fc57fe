import type { Category, Kind } from '../kinds.ts'
import { centroid, cosine, type Rescale, remembered } from '../vectors/similarity.ts'
import { isForNow } from '../wording.ts'
import { sameSimilarity } from './similarity-thresholds.ts'
import { sureScore } from './sure-score.ts'

/** The fields of an observation that clustering and scoring need; `published_at` is the date of its content item. */
export type EmbeddedObservation = {
  id: string
  content_item_id: string
  kind: Kind
  category: Category
  statement: string
  /** As it occurs in the content: equal sentences are one wording. */
  quote: string
  embedding: Float32Array
  /** ISO 8601 */
  published_at: string
  /** False once the content item is hidden or removed. */
  live: boolean
  /** The session that it was read in; null for other content. */
  session?: string | null
  /** Whether somebody told the agent so in a conversation. */
  told?: boolean
  /** Whether its content is a conversation. */
  inConversation?: boolean
  /** Whether a person said it explicitly in the session or conversation. */
  explicit?: boolean
  /** How sure the reader is, 0 to 1. */
  confidence: number
}

export type Score = {
  n_count: number
  stability: number
  wordings: number
  days: number
  /** Conversations in which it stands, said by anybody. */
  conversations: number
  /** Sessions and conversations in which people said it. */
  sessions: number
  /** Whether one of them said it explicitly. */
  explicit: boolean
  /** How sure the reader is of what they said, at most; 0 if nobody did. */
  certainty: number
  /** Statement and embedding of the most central observation; undefined when no observation is live. */
  statement: string | undefined
  center: Float32Array | undefined
  /** The category of most live observations; in a tie, the earliest. */
  category: Category | undefined
  first_seen_at: string | undefined
  last_seen_at: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000

/** The weight at one time of something from another, in milliseconds since 1970: 1 if it is not older. */
export const countsAt = (now: number, then: number, decayRate: number): number =>
  Math.exp(-decayRate * Math.max(0, (now - then) / dayMs))

/**
 * n-count, stability and statement of a signal from its observations (behavior: Signals):
 * stability = (1 - e^(-S/2)) · c, S the sum over the distinct live content items of e^(-decayRate · age in days), c =
 * min(1, mean similarity of the live observations to their middle / 0.85). A session counts as one content item. Words
 * that hold this time alone make a task, which adds to n-count and nothing else.
 *
 * @param now milliseconds since 1970; content dated after it has age 0
 */
export const scoreSignal = (
  observations: readonly EmbeddedObservation[],
  { now, decayRate, rescale }: { now: number; decayRate: number; rescale: Rescale },
): Score => {
  const live = observations.filter((observation) => observation.live)
  const middle = centroid(live.map((observation) => observation.embedding))
  const similarityOf = remembered((embedding) => (middle ? rescale(cosine(embedding, middle)) : 0))
  const similarities = live.map((observation) => similarityOf(observation.embedding))
  const coherence = similarities.reduce((sum, similarity) => sum + similarity, 0) / Math.max(1, live.length)
  const publishedAt = new Map<string, string>()
  for (const { session, content_item_id, published_at } of live) {
    const source = session ?? content_item_id
    const known = publishedAt.get(source)
    if (known === undefined || Date.parse(known) < Date.parse(published_at)) publishedAt.set(source, published_at)
  }
  let support = 0
  for (const date of publishedAt.values()) {
    support += countsAt(now, Date.parse(date), decayRate)
  }
  const dates = [...publishedAt.values()].toSorted((a, b) => Date.parse(a) - Date.parse(b))
  const center = live[mostCentral(similarities)]
  const lasting = live.filter(({ statement }) => !isForNow(statement))
  const said = lasting.filter(({ session, told }) => told || (session ?? null) !== null)
  return {
    n_count: publishedAt.size,
    stability:
      lasting.length === 0 ? 0 : (1 - Math.exp(-support / 2)) * Math.max(0, Math.min(1, coherence / sameSimilarity)),
    statement: center?.statement,
    center: center?.embedding,
    wordings: new Set(
      live.map(({ quote }) =>
        quote
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim(),
      ),
    ).size,
    days: new Set(dates.map((date) => date.slice(0, 10))).size,
    conversations: new Set(live.flatMap((one) => (one.inConversation ? one.content_item_id : []))).size,
    sessions: new Set(said.map(({ session, content_item_id }) => session ?? content_item_id)).size,
    explicit: said.some(({ explicit }) => explicit),
    certainty: said.reduce((most, { confidence }) => Math.max(most, confidence), 0),
    category: mostFrequent(live.map(({ category }) => category)),
    first_seen_at: dates[0],
    last_seen_at: dates.at(-1),
  }
}

/** Index of the largest value, the first of equals, so that the statement does not change without need. */
const mostCentral = (similarities: readonly number[]): number =>
  similarities.reduce((best, similarity, at) => (similarity > similarities[best]! + 1e-9 ? at : best), 0)

/** The most frequent entry, the first in a tie. */
const mostFrequent = <T>(values: readonly T[]): T | undefined => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return values.toSorted((a, b) => counts.get(b)! - counts.get(a)!)[0]
}

/** The settings of an agent that control promotion, and their defaults (behavior: Promotion). */
export type PromotionSettings = { min_n_count: number; decay_rate: number; promotion_threshold: number }
export const defaultPromotionSettings: PromotionSettings = {
  min_n_count: 3,
  decay_rate: 0.002,
  promotion_threshold: 0.6,
}

/**
 * Whether a signal should become a proposed item (behavior: Promotion): people said it explicitly, or so that the
 * reader is sure of it, or in enough sessions and conversations, or it is strong enough.
 *
 * @param sure the certainty from which on one session or conversation is enough
 */
export const isPromotable = (
  signal: Pick<
    Score,
    'n_count' | 'stability' | 'wordings' | 'days' | 'conversations' | 'sessions' | 'explicit' | 'certainty'
  >,
  settings: Pick<PromotionSettings, 'min_n_count' | 'promotion_threshold'>,
  sure = sureScore,
): boolean => {
  const spread = spreadFor(settings)
  return (
    signal.explicit ||
    signal.certainty >= sure ||
    signal.sessions >= settings.min_n_count ||
    (signal.n_count >= settings.min_n_count &&
      signal.stability >= settings.promotion_threshold &&
      (signal.wordings >= spread.wordings ||
        signal.days >= spread.days ||
        signal.conversations >= spread.conversations))
  )
}

/**
 * A text that is stated once and copied, a slogan or a template, is not a habit: promotion needs two wordings, or three
 * days, or three conversations; but never more of them than the required content items, since one item has one of each.
 */
export const spreadFor = ({ min_n_count }: Pick<PromotionSettings, 'min_n_count'>) => ({
  wordings: Math.min(2, min_n_count),
  days: Math.min(3, min_n_count),
  conversations: Math.min(3, min_n_count),
})
