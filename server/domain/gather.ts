import { weightedTopics } from './families.ts'
import { mayBeSame } from './opposites.ts'
import { cosine } from './similarity.ts'

/** A live observation that was said in a short message. */
interface Said {
  content_item_id: string
  statement: string
  /** As it was said: statements leave out what tells most. */
  quote: string
  /** The vectors of the quote: by the embedding, and where that knows more than words, by the built-in one too. */
  vectors: readonly Float32Array[]
}

export interface GatheredSignal {
  id: string
  /** Whether an item was made of it: two of these are never put together. */
  promoted: boolean
  /** How many live observations it has, whether they are among `said` or not. */
  size: number
  said: readonly Said[]
}

/** How many of the newest observations of an agent's conversations are looked at in one run. */
export const gatheredAtOnce = 200

/**
 * The observations that were said in short messages, of those that conversations gave; none where most were said at length, by somebody
 * who speaks to the matter at hand and seldom says a thing twice.
 */
export function saidBriefly<T extends { brief: boolean }>(observations: readonly T[]): T[] {
  const brief = observations.filter((one) => one.brief)
  return brief.length * 2 >= observations.length ? brief : []
}

/** What the second vector, of the words alone, weighs beside the first. */
const wordsWeight = 0.75
/** What a shared topic adds to the nearness of two quotes, and how many count. */
const topicWeight = 0.1
const maxTopics = 2
/** Two that cannot be the same, whatever their words, count as this far. */
const farApart = -1
/** How much nearer than to the rest two signals have to be. Chosen on the tuning halves of the evaluation, as are all of these. */
const border = 0.03
/** More observations than these have more that are near by chance: with twice as many, so much more is asked for. */
const few = 14
const growth = 0.08

/**
 * Which signals of one kind hold what the same person said in other words, as pairs of the one that goes and the one that takes it
 * in. One wording of a belief is nearer to the others than to what else its speaker says, whatever the scale of the embedding and the
 * language; so nearness is counted from how near the two are to the rest. The nearest two signals come first, by the mean
 * of all their pairs; one of the two holds a single observation, so that nothing large is joined with something large. The work
 * grows with the square of the observations, of which there are a few hundred.
 */
export function gather(signals: readonly GatheredSignal[]): { from: string; into: string }[] {
  const said = signals.flatMap((signal, at) => signal.said.map((one) => ({ ...one, at })))
  const nearness = nearnessOf(said)
  const asked = border + growth * Math.max(0, Math.log2(said.length / few))
  const groups = signals.map((signal) => ({ ...signal, count: signal.said.length }))
  const sums = groups.map(() => new Float64Array(groups.length))
  const apart = groups.map((one) => groups.map((other) => one.promoted && other.promoted))
  for (const [a, { at, content_item_id }] of said.entries()) {
    for (const [b, other] of said.slice(0, a).entries()) {
      if (at === other.at) continue
      const near = nearness(a, b)
      for (const [row, column] of [[at, other.at] as const, [other.at, at] as const]) {
        sums[row]![column]! += near
        // Who says a second thing in one conversation says something else, or what counts once anyway.
        if (content_item_id === other.content_item_id) apart[row]![column] = true
      }
    }
  }
  const alive = new Set(groups.keys())
  const moves: { from: string; into: string }[] = []
  while (true) {
    let best: { a: number; b: number; mean: number } | undefined
    for (const a of alive) {
      for (const b of alive) {
        if (b >= a || apart[a]![b] || (groups[a]!.size > 1 && groups[b]!.size > 1)) continue
        const mean = sums[a]![b]! / (groups[a]!.count * groups[b]!.count)
        if (mean >= (best?.mean ?? asked)) best = { a, b, mean }
      }
    }
    if (!best) return moves
    const { a, b } = best
    const takesIn = groups[a]!.promoted || (!groups[b]!.promoted && groups[a]!.size > groups[b]!.size)
    const [into, from] = takesIn ? [a, b] : [b, a]
    moves.push({ from: groups[from]!.id, into: groups[into]!.id })
    groups[into]!.size += groups[from]!.size
    groups[into]!.count += groups[from]!.count
    groups[into]!.promoted ||= groups[from]!.promoted
    alive.delete(from)
    for (const other of alive) {
      sums[into]![other]! += sums[from]![other]!
      sums[other]![into] = sums[into]![other]!
      apart[into]![other] ||= apart[from]![other]!
      apart[other]![into] = apart[into]![other]!
    }
  }
}

/** How near two quotes are, by their places: 0 where they are as near as each is to all on the mean. */
function nearnessOf(said: readonly Said[]): (a: number, b: number) => number {
  const cosines = (said[0]?.vectors ?? []).map((_, by) => relativeCosines(said.map(({ vectors }) => vectors[by]!)))
  const topics = said.map(({ quote }) => weightedTopics(quote))
  return (a, b) => {
    if (!mayBeSame(said[a]!.statement, said[b]!.statement)) return farApart
    let shared = 0
    for (const [topic, weight] of topics[a]!) if (topics[b]!.has(topic)) shared += weight
    const [first, words] = cosines
    const near = words ? (first!(a, b) + wordsWeight * words(a, b)) / (1 + wordsWeight) : first!(a, b)
    return near + topicWeight * Math.min(maxTopics, shared)
  }
}

/** The cosine of two vectors, where 0 is the mean of how near each of them is to all others, and 1 is 1. */
function relativeCosines(vectors: readonly Float32Array[]): (a: number, b: number) => number {
  const cosines = vectors.map((one) => Float64Array.from(vectors, (other) => cosine(one, other)))
  const means = cosines.map((row, at) => {
    const sum = row.reduce((total, value) => total + value, 0) - row[at]!
    return sum / Math.max(1, row.length - 1)
  })
  return (a, b) => {
    const mean = (means[a]! + means[b]!) / 2
    return mean >= 1 ? 0 : (cosines[a]![b]! - mean) / (1 - mean)
  }
}
