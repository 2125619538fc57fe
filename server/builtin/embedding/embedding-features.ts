import { stemmer } from 'stemmer'
import { quickHash } from '../../base/hash.ts'
import { faintWords } from './meaning-words.ts'

/** The contribution of a stem to a vector of the built-in embedding. */
export const dimensions = 512

// Chosen on the labeled pairs, as are the weights in `embedding.ts`.
const faintWeight = 0.5
const gramWeight = 0.35

const faintStems = new Set([...faintWords].map((word) => stemmer(word)))

/** Where a stem's entries begin in the array of all, and the value of each. */
export interface Features {
  start: number
  end: number
  /** The value of each of the first two, which represent the whole stem. */
  whole: number
  /** The value of each of the others. */
  gram: number
}

/** The number of a stem's dimensions that represent all of it: two stems that collide in one of 512 dimensions still differ in the other. */
const wholePlaces = 2

const fewPlaces = 8192
// One array for all, since an array for each stem takes 700 bytes: a dimension, and its sign in the lowest bit.
let places = new Uint16Array(fewPlaces)
let filled = 0

/** The stem itself and its 3- to 5-grams, which together weigh `gramWeight` of it; 20 and 200 share nothing. */
export function hashFeatures(stem: string, prefix: string): Features {
  const weight = faintStems.has(stem) ? faintWeight : 1
  const start = filled
  addEntry(`${prefix}${stem}`)
  addEntry(`${prefix}=${stem}`)
  const padded = `<${stem}>`
  if (!/^\d/.test(stem))
    for (let length = 3; length <= 5; length++) {
      for (let at = 0; at + length <= padded.length; at++) addEntry(`${prefix}#${padded.slice(at, at + length)}`)
    }
  const grams = filled - start - wholePlaces
  return { start, end: filled, whole: weight / Math.SQRT2, gram: (weight * gramWeight) / Math.sqrt(grams) }
}

/** Adds the features of a stem, multiplied by `share`, to sums by dimension. */
export function addFeatures(sums: Float32Array, { start, end, whole, gram }: Features, share: number): void {
  addPlaces(sums, start, start + wholePlaces, whole, share)
  addPlaces(sums, start + wholePlaces, end, gram, share)
}

function addPlaces(sums: Float32Array, start: number, end: number, value: number, share: number): void {
  const added = value * share
  for (let at = start; at < end; at++) {
    const entry = places[at]!
    // Not a branch on the sign, which the processor would mispredict half of the time.
    sums[entry >>> 1]! += added * (1 - ((entry & 1) << 1))
  }
}

/** Invalidates all features created so far. */
export function forgetFeatures(): void {
  places = new Uint16Array(fewPlaces)
  filled = 0
}

/** Dimension and sign by the hash of a text; the sign keeps collisions from adding up. */
function addEntry(text: string): void {
  let hash = quickHash(text)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  if (filled === places.length) {
    const more = new Uint16Array(2 * places.length)
    more.set(places)
    places = more
  }
  places[filled++] = (((hash >>> 1) % dimensions) << 1) | (hash & 1)
}
