import { cosine, type Rescale } from '../vectors/similarity.ts'
import { crossLanguage, heldOut, type Relation, tuning } from './labeled-pairs/pairs.ts'
import { mayBeSame, nameOthers } from './opposites.ts'
import { maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'

/**
 * Calibrates embedding models, each of which has its own scale: the same sentence reworded has a cosine of 0.62 in one
 * and 0.95 in another. The labeled pairs determine the two thresholds of this service (behavior: Similarity).
 */
export interface Calibration {
  /** The cosine from which two statements are the same sentence reworded: 0.85. */
  same: number
  /** The cosine from which they share the idea: 0.65. */
  idea: number
}

/** The accuracy of a calibrated model on pairs that it was not fitted to, as shares from 0 to 1. */
export interface CalibrationFigures {
  /** Deciding whether two are the same sentence reworded, as for duplicates. */
  duplicates: number
  /** Deciding whether two at least share the idea. */
  ideas: number
  /** The same for a sentence in two languages. */
  cross_language: number
  /** The probability that an equivalent pair is nearer than a different one; 0.5 is chance. */
  separation: number
}

/** The state of a model's calibration, as a page shows it. */
export interface CalibrationState {
  model: string
  /** `built-in` and `configured` were not fitted here, `waiting` is not fitted yet, `refused` could not be. */
  state: 'built-in' | 'configured' | 'waiting' | 'fitted' | 'refused'
  same: number | null
  idea: number | null
  figures: CalibrationFigures | null
  calibrated_at: string | null
}

/** Minimum for a usable model: chance is 0.5, the built-in embedding reaches 0.95. */
export const leastSeparation = 0.8

/** The monotone map, through (-1, -1), (0, 0), the two thresholds and (1, 1). */
export function rescaleBy({ same, idea }: Calibration): Rescale {
  const points: readonly (readonly [number, number])[] = [
    [-1, -1],
    [0, 0],
    [idea, maybeSimilarity],
    [same, sameSimilarity],
    [1, 1],
  ]
  return (cosine) => {
    const value = Math.max(-1, Math.min(1, cosine))
    const upper = Math.max(
      1,
      points.findIndex(([from]) => from >= value),
    )
    const [x0, y0] = points[upper - 1]!
    const [x1, y1] = points[upper]!
    return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0)
  }
}

const all = [...tuning, ...heldOut, ...crossLanguage]
/** All texts of the labeled pairs: `a` and `b` of each in turn. */
export const calibrationTexts: readonly string[] = all.flatMap(({ a, b }) => [a, b])

interface Compared {
  relation: Relation
  cosine: number
}

interface Measured extends Compared {
  /** Whether the wording objects, regardless of the cosine. */
  objects: boolean
}

/** Pairs of unrelated texts: each first statement with the second one of a distant pair. */
const unrelatedStep = 37

/**
 * @param vectors of `calibrationTexts`, in their order
 * @returns no calibration if the model does not separate the pairs
 */
export function calibrate(vectors: readonly Float32Array[]): {
  calibration: Calibration | undefined
  figures: CalibrationFigures
} {
  const compare = (one: number, other: number) => cosine(vectors[one]!, vectors[other]!)
  const measured = all.map(({ relation, a, b }, at): Measured => {
    return { relation, cosine: compare(2 * at, 2 * at + 1), objects: !mayBeSame(a, b) || nameOthers(a, b) }
  })
  const unrelated = tuning.map((_, at): Compared => {
    const other = (at + unrelatedStep) % tuning.length
    return { relation: 'different', cosine: compare(2 * at, 2 * other + 1) }
  })
  const fitted = measured.slice(0, tuning.length).filter(({ objects }) => !objects)
  const separation = separationOf([...fitted, ...unrelated])
  const calibration = bordersOf(fitted, unrelated)
  const rescale = rescaleBy(calibration)
  const told = (pairs: readonly Measured[], from: number, wanted: readonly Relation[]) =>
    pairs.filter((pair) => (!pair.objects && rescale(pair.cosine) >= from) === wanted.includes(pair.relation)).length /
    pairs.length
  const unseen = measured.slice(tuning.length, tuning.length + heldOut.length)
  const figures = {
    duplicates: told(unseen, sameSimilarity, ['same']),
    ideas: told(unseen, maybeSimilarity, ['same', 'idea']),
    cross_language: told(measured.slice(-crossLanguage.length), maybeSimilarity, ['same', 'idea']),
    separation,
  }
  return { calibration: separation < leastSeparation ? undefined : calibration, figures }
}

function bordersOf(pairs: readonly Compared[], unrelated: readonly Compared[]): Calibration {
  const same = bestBorder(pairs, [], ['same'])
  const idea = bestBorder(pairs, unrelated, ['same', 'idea'])
  // Each stays within (0, 1) and differs from the other, so that the map rises.
  const upper = Math.min(0.999, Math.max(0.002, same))
  return { same: upper, idea: Math.min(Math.max(0.001, idea), upper - 0.001) }
}

/**
 * The cosine that separates the pairs of some relations from the others with the fewest mistakes; in the middle of the
 * gap. Both sides have equal weight, and among the others, similar pairs weigh as much as unrelated ones.
 */
function bestBorder(
  pairs: readonly Compared[],
  unrelated: readonly Compared[],
  relations: readonly Relation[],
): number {
  const wanted = pairs.filter(({ relation }) => relations.includes(relation)).length
  const shares = unrelated.length === 0 ? 1 : 2
  const weighed = [
    ...pairs.map(({ cosine, relation }) => ({
      cosine,
      weight: relations.includes(relation) ? 1 / wanted : -1 / (pairs.length - wanted) / shares,
    })),
    ...unrelated.map(({ cosine }) => ({ cosine, weight: -1 / unrelated.length / shares })),
  ].sort((a, b) => b.cosine - a.cosine)
  let [worth, best, border] = [0, Number.NEGATIVE_INFINITY, 1]
  for (const [at, { cosine, weight }] of weighed.entries()) {
    worth += weight
    const next = weighed[at + 1]?.cosine ?? 0
    if (next === cosine || worth <= best) continue
    best = worth
    border = (cosine + next) / 2
  }
  return border
}

/** The probability that an equivalent pair has a higher cosine than a different one. */
function separationOf(pairs: readonly Compared[]): number {
  const of = (wanted: Relation) => pairs.filter(({ relation }) => relation === wanted).map(({ cosine }) => cosine)
  const [same, different] = [of('same'), of('different')]
  let right = 0
  for (const one of same) for (const other of different) right += one > other ? 1 : one === other ? 0.5 : 0
  return right / (same.length * different.length)
}
