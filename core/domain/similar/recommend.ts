import type { Category, Kind } from '../kinds.ts'
import { kindNames } from '../kinds.ts'
import { addTo, dot, normalized, type Rescale } from '../vectors/similarity.ts'
import { maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'

/**
 * Chooses statements of others that suit an agent (behavior: Recommendations). Vectors are unit vectors of one model.
 */

export interface Candidate {
  kind: Kind
  category: Category
  statement: string
  embedding: Float32Array
  /** The template that it comes from. */
  source: string
  /** 0 to 1: the similarity of its template to the agent. */
  relevance: number
}

/** An item that the agent has. */
export interface PresentItem {
  kind: Kind
  statement: string
  embedding: Float32Array
}

interface Recommendation {
  category: Category
  statement: string
  /** 0 to 1. */
  confidence: number
  source: string
}

export type Recommendations = Record<Kind, Recommendation[]>

/** Maximum number of one kind (behavior: Recommendations). */
const limit = 10
/** A template is better evidence than a single sentence that the role is the same. */
const templateWeight = 0.7

/** The weighted direction of several unit vectors. */
export function blend(parts: readonly { vector: Float32Array; weight: number }[]): Float32Array {
  const sum = new Float32Array(parts[0]?.vector.length ?? 0)
  for (const { vector, weight } of parts) {
    addTo(
      sum,
      vector.map((value) => value * weight),
    )
  }
  return normalized(sum)
}

/** The vector of a template, from its name and its description with equal weight, however many words they have. */
export const templateVector = (name: Float32Array, description: Float32Array): Float32Array =>
  blend([
    { vector: name, weight: 1 },
    { vector: description, weight: 1 },
  ])

/** Below it two vectors share no more than chance (measured on the starter roles). */
const tellingRelevance = 0.08

/**
 * The similarity of each template to the agent, 0 to 1. Content that all templates share does not distinguish them:
 * their common direction is subtracted, and dimensions that many templates use have less weight. An agent about which
 * nothing specific is known is nearest to the common direction of the templates.
 */
export function relevances(profile: Float32Array, templates: readonly Float32Array[]): number[] {
  const common = blend(templates.map((vector) => ({ vector, weight: 1 })))
  const usual = meanSquares(templates)
  const whole = usual.reduce((sum, value) => sum + value, 0) / usual.length
  const telling = (vector: Float32Array) => {
    const share = dot(vector, common)
    return normalized(vector.map((value, at) => (value - share * common[at]!) / Math.sqrt(usual[at]! + whole)))
  }
  const own = telling(profile)
  const near = templates.map((template) => clamp(dot(own, telling(template))))
  if (near.some((relevance) => relevance >= tellingRelevance)) return near
  return templates.map((template) => tellingRelevance * clamp(dot(template, common)))
}

const clamp = (value: number) => Math.max(0, Math.min(1, value))

const meanSquares = (vectors: readonly Float32Array[]): Float32Array => {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    addTo(
      sum,
      vector.map((value) => value ** 2 / vectors.length),
    )
  }
  return sum
}

/**
 * At most 10 of each kind, the most similar first: none that is equivalent to an item of the
 * agent, and no two that share the idea.
 */
export function recommend(
  profile: Float32Array,
  present: readonly PresentItem[],
  candidates: readonly Candidate[],
  rescale: Rescale,
): Recommendations {
  const recommended = (kind: Kind) => {
    const taken = present.filter((item) => item.kind === kind)
    const wordings = new Set(taken.map(({ statement }) => statement.toLowerCase()))
    const fresh = candidates
      .filter((candidate) => candidate.kind === kind && !wordings.has(candidate.statement.toLowerCase()))
      .map((candidate) => ({ ...candidate, score: scoreOf(profile, candidate) }))
      .sort((a, b) => b.score - a.score)
    const chosen: typeof fresh = []
    for (const candidate of fresh) {
      if (chosen.length === limit) break
      const near = (others: readonly { embedding: Float32Array }[], least: number) =>
        others.some(({ embedding }) => rescale(dot(embedding, candidate.embedding)) >= least)
      if (!near(taken, sameSimilarity) && !near(chosen, maybeSimilarity)) chosen.push(candidate)
    }
    return chosen.map(({ category, statement, source, score }) => ({
      category,
      statement,
      // The root spreads the small similarities of short texts.
      confidence: Math.round(Math.sqrt(clamp(score)) * 1000) / 1000,
      source,
    }))
  }
  return Object.fromEntries(kindNames.map((kind) => [kind, recommended(kind)])) as Recommendations
}

const scoreOf = (profile: Float32Array, { relevance, embedding }: Candidate) =>
  templateWeight * relevance + (1 - templateWeight) * clamp(dot(profile, embedding))
