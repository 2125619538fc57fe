import { seeded } from '#core/base/random.ts'
import type { RangeSearch, VectorRows } from './vector-rows.ts'

/** The probability, below which a row is dropped, that a row with enough neighbors meets so few in a sample. */
const odds = 1e-9
/** The size of the later samples, as a multiple of the first; they separate enough from slightly too few. */
const growths = [1, 3, 9, 27, 81]
/** The minimum ratio of rows to sample size at which sampling saves time. */
const gain = 4

export interface Screened {
  rows: VectorRows
  threshold: number
  /** The weight of each row; 0 for one that does not count anymore. */
  weights: Int32Array
  /** The total weight that the neighbors of a row must have. */
  needed: number
  /** Whether two rows that are near each other may be equivalent. */
  isSame(a: number, b: number): boolean
}

/**
 * Rules out most rows with too few neighbors, without comparing them with all: for rows with neighbors of a quarter of
 * the total weight, a sample of 73 contains none once in a billion times. Rows that pass must still be compared. The
 * samples depend on the input alone.
 */
export class SampleScreen {
  readonly #screened: Screened
  readonly #samples: Sample[]

  constructor(screened: Screened) {
    const { rows, weights, needed } = screened
    this.#screened = screened
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const share = Math.min(needed / total, 1 - 1e-9)
    const first = Math.ceil(Math.log(odds) / Math.log1p(-share))
    const random = seeded(rows.size)
    this.#samples = growths
      .map((growth) => first * growth)
      .filter((size) => size * gain < rows.size)
      .map((size) => newSample(screened, drawn(weights, size, random), leastHits(size, share)))
  }

  /** Whether a row may have enough near rows, among those that still have a weight. */
  passes(row: number): boolean {
    if (this.#samples.length === 0) return true
    const { rows, weights, isSame } = this.#screened
    return this.#samples.every(({ picked, indexOf, counts, search, least }, at) => {
      const near = search.near(rows, row, counts, least, indexOf.get(row))
      // Parsing statements takes longer than comparing vectors, so it is done only for rows that passed the other
      // checks.
      if (!near || at < this.#samples.length - 1) return near !== undefined
      let hits = 0
      for (const at of near) if (weights[picked[at]!] !== 0 && isSame(row, picked[at]!)) hits += counts[at]!
      return hits >= least
    })
  }
}

interface Sample {
  /** The rows that were drawn, and how often. */
  picked: number[]
  indexOf: ReadonlyMap<number, number>
  counts: Int32Array
  search: RangeSearch
  /** With fewer hits, a row has too few neighbors. */
  least: number
}

function newSample({ rows, threshold }: Screened, drawn: ReadonlyMap<number, number>, least: number): Sample {
  const picked = [...drawn.keys()]
  return {
    picked,
    indexOf: new Map(picked.map((row, at) => [row, at])),
    counts: Int32Array.from(drawn.values()),
    search: rows.pick(picked).search(threshold),
    least,
  }
}

/** Draws `size` rows, each with a probability proportional to its weight, and counts how often each was drawn. */
export function drawn(weights: Int32Array, size: number, random: () => number): Map<number, number> {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const points = Array.from({ length: size }, () => Math.floor(random() * total)).sort((a, b) => a - b)
  const times = new Map<number, number>()
  let row = 0
  let end = weights[0]!
  for (const point of points) {
    while (point >= end) end += weights[++row]!
    times.set(row, (times.get(row) ?? 0) + 1)
  }
  return times
}

/** The smallest number of hits in `size` draws that is not too unlikely, when each hits with the given probability. */
export function leastHits(size: number, share: number): number {
  // In logarithms: the first terms of large samples are too small for a float.
  let term = size * Math.log1p(-share)
  let sum = 0
  for (let hits = 0; hits < size; hits++) {
    sum += Math.exp(term)
    if (sum > odds) return hits
    term += Math.log((size - hits) / (hits + 1)) + Math.log(share / (1 - share))
  }
  return size
}
