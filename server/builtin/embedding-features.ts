import { stemmer } from 'stemmer'
import { quickHash } from '../domain/hash.ts'
import { faintWords } from './meaning-words.ts'

/** What a stem adds to a vector of the built-in embedding. */
export const dimensions = 512

// Chosen on the labeled pairs, as are the weights in `embedding.ts`.
const faintWeight = 0.5
const gramWeight = 0.35

const faintStems = new Set([...faintWords].map((word) => stemmer(word)))

export interface Features {
  places: Uint16Array
  values: Float64Array
}

/** The stem itself and its 3- to 5-grams, which together weigh `gramWeight` of it; 20 and 200 share nothing. */
export const hashFeatures = (stem: string, prefix: string): Features => {
  const weight = faintStems.has(stem) ? faintWeight : 1
  const padded = `<${stem}>`
  const grams: string[] = []
  if (!/^\d/.test(stem))
    for (let length = 3; length <= 5; length++) {
      for (let at = 0; at + length <= padded.length; at++) grams.push(padded.slice(at, at + length))
    }
  const gramShare = (weight * gramWeight) / Math.sqrt(grams.length)
  // Two places a stem, so that two stems that meet in one of 512 places still differ in the other.
  const half = weight / Math.SQRT2
  const list = [
    hashed(`${prefix}${stem}`, half),
    hashed(`${prefix}=${stem}`, half),
    ...grams.map((gram) => hashed(`${prefix}#${gram}`, gramShare)),
  ]
  return {
    places: Uint16Array.from(list, ([place]) => place),
    values: Float64Array.from(list, ([, value]) => value),
  }
}

/** Place and sign by the hash of a text; the sign keeps collisions from adding up. */
const hashed = (text: string, weight: number): readonly [place: number, value: number] => {
  let hash = quickHash(text)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  return [(hash >>> 1) % dimensions, (hash & 1) === 0 ? weight : -weight]
}
