/** Compares the scores of versions of a prompt (behavior: Outcomes). */

/** Scores of one sample: their number, mean, and the sum of squared deviations from it. */
export interface Sample {
  n: number
  mean: number
  squares: number
}

export type Interval = [low: number, high: number]

export const verdicts = ['better', 'worse', 'unclear'] as const
export type Verdict = (typeof verdicts)[number]

/** The quantile of Student's t distribution, for a share and degrees of freedom. */
export type Quantile = (p: number, degrees: number) => number

/** Intervals hold the true value with 95%: 2.5% lie beyond each end. */
const upper = 0.975
/** Outcomes on either side below which a difference is unclear, whatever its interval. */
const fewest = 20

const varianceOfMean = ({ n, squares }: Sample) => squares / (n - 1) / n

/** Returns the interval of a mean by Student's t distribution; null for fewer than two scores. */
export function meanInterval(sample: Sample, quantile: Quantile): Interval | null {
  const { n, mean } = sample
  if (n < 2) return null
  return around(mean, quantile(upper, n - 1) * Math.sqrt(varianceOfMean(sample)))
}

/**
 * Returns the interval of the difference of two means, `b` - `a`, by Welch's method, which does not take their
 * variances to be equal; null for fewer than two scores on either side.
 */
export function differenceInterval(a: Sample, b: Sample, quantile: Quantile): Interval | null {
  if (a.n < 2 || b.n < 2) return null
  const [ofA, ofB] = [varianceOfMean(a), varianceOfMean(b)]
  const variance = ofA + ofB
  const difference = b.mean - a.mean
  // Without any deviation the degrees of freedom would be 0 / 0.
  if (variance === 0) return [difference, difference]
  const degrees = variance ** 2 / (ofA ** 2 / (a.n - 1) + ofB ** 2 / (b.n - 1))
  return around(difference, quantile(upper, degrees) * Math.sqrt(variance))
}

const around = (middle: number, distance: number): Interval => [middle - distance, middle + distance]

/** Says whether `b` is better than `a`, for the interval of `b` - `a`. */
export function verdictOf(a: Sample, b: Sample, interval: Interval | null): Verdict {
  if (!interval || a.n < fewest || b.n < fewest) return 'unclear'
  const [low, high] = interval
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'unclear'
}
