import { type Calibration, rescaleBy } from '#core/domain/similar/calibration.ts'
import { type Candidate, type PresentItem, recommend } from '#core/domain/similar/recommend.ts'
import { centroid, normalized, withZeros } from '#core/domain/vectors/similarity.ts'
import type { CompareContext } from '../vectors/statement-rows.ts'

/** Compares an agent's items with recommendation candidates: for 10,000 items this takes half a second. */

/** Statements with their concatenated vectors; without vectors, the built-in embedding computes them. */
interface Statements {
  statements: string[]
  vectors: Float32Array | undefined
}

interface Recommended extends Omit<Statements, 'statements'> {
  profile: Float32Array
  present: Omit<PresentItem, 'embedding'>[]
  candidates: Omit<Candidate, 'embedding'>[]
  candidateVectors: Float32Array
  /** Absent if cosines are similarities. */
  calibration: Calibration | undefined
}

export const findCentroid = async (ctx: CompareContext, input: Statements) => centroid(vectorsOf(ctx, input))

export async function findRecommended(
  ctx: CompareContext,
  { profile, present, vectors, candidates, candidateVectors, calibration }: Recommended,
) {
  const embeddings = vectorsOf(ctx, { statements: present.map(({ statement }) => statement), vectors })
  const ofCandidates = split(candidateVectors, candidates.length)
  return recommend(
    profile,
    present.map((item, at) => ({ ...item, embedding: embeddings[at]! })),
    candidates.map((candidate, at) => ({ ...candidate, embedding: ofCandidates[at]! })),
    calibration ? rescaleBy(calibration) : (cosine) => cosine,
  )
}

const vectorsOf = ({ local }: CompareContext, { statements, vectors }: Statements): Float32Array[] =>
  vectors
    ? split(vectors, statements.length)
    : statements.map((statement) => normalized(withZeros(local.embed(statement), local.dimensions)))

function split(rows: Float32Array, count: number): Float32Array[] {
  const length = rows.length / count
  return Array.from({ length: count }, (_, at) => rows.subarray(at * length, (at + 1) * length))
}

/** Concatenates vectors. */
export function joined(vectors: readonly Float32Array[]): Float32Array {
  const { length } = vectors[0] ?? []
  const rows = new Float32Array(vectors.length * length)
  for (const [at, vector] of vectors.entries()) rows.set(vector, at * length)
  return rows
}
