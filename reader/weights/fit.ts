/** The columns of a row that are not zero, with their values. */
export interface Row {
  columns: ArrayLike<number>
  values: ArrayLike<number>
}

export interface Sample extends Row {
  isPositive: boolean
  /** How much its error counts. */
  weight: number
  /** Added to the sum of the weights and not fitted. */
  offset?: number
}

export const dot = ({ columns, values }: Row, weights: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < columns.length; at++) sum += values[at]! * weights[columns[at]!]!
  return sum
}

/** The logistic function: the share that a sum of weights stands for. */
export const sigmoid = (sum: number): number => 1 / (1 + Math.exp(-sum))

const maxSteps = 120
const remembered = 6
const tolerance = 2e-3

/**
 * Fits logistic regression with a quadratic penalty by L-BFGS (Liu and Nocedal 1989), without randomness: the same
 * samples give the same weights. `penalty(column)` pulls a weight to zero; the last column is for the constant.
 */
export function fitLogistic(
  samples: readonly Sample[],
  width: number,
  penalty: (column: number) => number,
): Float64Array {
  const penalties = Float64Array.from({ length: width }, (_, column) => penalty(column))
  const gradientOf = (weights: Float64Array, gradient: Float64Array): number => {
    let loss = 0
    for (let column = 0; column < width; column++) {
      gradient[column] = penalties[column]! * weights[column]!
      loss += 0.5 * gradient[column]! * weights[column]!
    }
    for (const sample of samples) {
      const sum = dot(sample, weights) + (sample.offset ?? 0)
      const margin = sample.isPositive ? sum : -sum
      loss += sample.weight * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin)
      const slope = sample.weight * (sigmoid(sum) - (sample.isPositive ? 1 : 0))
      for (let at = 0; at < sample.columns.length; at++) gradient[sample.columns[at]!]! += slope * sample.values[at]!
    }
    return loss
  }

  let weights = new Float64Array(width)
  let gradient = new Float64Array(width)
  let loss = gradientOf(weights, gradient)
  const first = Math.sqrt(inner(gradient, gradient))
  const history: { step: Float64Array; change: Float64Array; curvature: number }[] = []
  for (
    let round = 0;
    round < maxSteps && Math.sqrt(inner(gradient, gradient)) > tolerance * Math.max(1, first);
    round++
  ) {
    const direction = descent(gradient, history)
    const slope = inner(direction, gradient)
    let length = round === 0 ? 1 / Math.max(1, first) : 1
    let next = weights
    let nextGradient = gradient
    for (let halving = 0; halving < 30; halving++, length /= 2) {
      next = weights.map((weight, column) => weight + length * direction[column]!)
      nextGradient = new Float64Array(width)
      const nextLoss = gradientOf(next, nextGradient)
      if (nextLoss <= loss + 1e-4 * length * slope) {
        loss = nextLoss
        break
      }
    }
    const step = next.map((weight, column) => weight - weights[column]!)
    const change = nextGradient.map((each, column) => each - gradient[column]!)
    const curvature = inner(step, change)
    if (curvature <= 1e-12) break
    history.push({ step, change, curvature })
    if (history.length > remembered) history.shift()
    weights = next
    gradient = nextGradient
  }
  return weights
}

const inner = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

/** The direction of the next step: the gradient, corrected by the curvature that the last steps met. */
function descent(
  gradient: Float64Array,
  history: readonly { step: Float64Array; change: Float64Array; curvature: number }[],
): Float64Array {
  const direction = gradient.map((each) => -each)
  const add = (vector: Float64Array, factor: number) => {
    for (let at = 0; at < vector.length; at++) direction[at]! += factor * vector[at]!
  }
  const shares: number[] = []
  for (const { step, change, curvature } of history.toReversed()) {
    const share = inner(step, direction) / curvature
    shares.unshift(share)
    add(change, -share)
  }
  const last = history.at(-1)
  if (last) {
    const scale = last.curvature / inner(last.change, last.change)
    for (let at = 0; at < direction.length; at++) direction[at]! *= scale
  }
  for (const [at, { step, change, curvature }] of history.entries())
    add(step, shares[at]! - inner(change, direction) / curvature)
  return direction
}
