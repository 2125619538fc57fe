import type { Category, Kind } from '../kinds.ts'
import { kindNames } from '../kinds.ts'
import { addTo, dot, normalized, type Rescale } from '../vectors/similarity.ts'
import { maybeSimilarity, sameSimilarity } from './similarity-thresholds.ts'

/** Which statements of others suit an agent (behavior: Recommendations). Vectors are unit vectors of one model. */

export interface Candidate {
  kind: Kind
  category: Category
  statement: string
  embedding: Float32Array
  /** Where it comes from. */
  source: string
  /** 0 to 1: how near its template is to the agent. */
  relevance: number
}

export interface Recommendation {
  category: Category
  statement: string
  /** 0 to 1. */
  confidence: number
  source: string
}

/** The most of one kind (behavior: Recommendations). */
const limit = 10
/** A template says better than a single sentence whether the role is the same. */
const templateWeight = 0.7
/** How much a candidate loses by what was chosen before it: by likeness, and for each from its template and category. */
const likenessPenalty = 0.3
const templatePenalty = 0.015
const categoryPenalty = 0.03

/** The direction of several unit vectors together, each with its weight. */
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

/** A template by what it is called and how it is described; both count the same, however many words they have. */
export const templateVector = (name: Float32Array, description: Float32Array): Float32Array =>
  blend([
    { vector: name, weight: 1 },
    { vector: description, weight: 1 },
  ])

/** Below it two vectors share no more than chance (looked up among the starter roles). */
const tellingRelevance = 0.08

/**
 * How near each template is to the agent, 0 to 1. What all templates share says nothing about any of them: their common
 * direction is taken out, and each dimension counts the less the more the templates use it. An agent of which nothing
 * telling is known is nearest to what templates have in common.
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
 * At most 10 of each kind, the most similar first: none that says what the agent has already, no two that say the
 * same, from several categories and templates where they are equally near.
 */
export function recommend(
  profile: Float32Array,
  present: readonly { kind: Kind; statement: string; embedding: Float32Array }[],
  candidates: readonly Candidate[],
  rescale: Rescale,
): Record<Kind, Recommendation[]> {
  const recommended = (kind: Kind) => {
    const taken = present.filter((item) => item.kind === kind)
    const wordings = new Set(taken.map(({ statement }) => statement.toLowerCase()))
    const fresh = candidates.filter(
      (candidate) =>
        candidate.kind === kind &&
        !wordings.has(candidate.statement.toLowerCase()) &&
        !taken.some(({ embedding }) => rescale(dot(embedding, candidate.embedding)) >= sameSimilarity),
    )
    return chooseDiverse(
      fresh.map((candidate) => ({ ...candidate, score: scoreOf(profile, candidate) })),
      rescale,
    )
  }
  return Object.fromEntries(kindNames.map((kind) => [kind, recommended(kind)])) as Record<Kind, Recommendation[]>
}

const scoreOf = (profile: Float32Array, { relevance, embedding }: Candidate) =>
  templateWeight * relevance + (1 - templateWeight) * clamp(dot(profile, embedding))

interface Scored extends Candidate {
  score: number
}

/** Maximal marginal relevance: each time the best one after what it repeats is taken off. */
function chooseDiverse(candidates: readonly Scored[], rescale: Rescale): Recommendation[] {
  const open = candidates.map((candidate) => ({ candidate, likeness: 0 }))
  const chosen: Scored[] = []
  const fromTemplate = new Map<string, number>()
  const inCategory = new Map<Category, number>()
  while (chosen.length < limit) {
    const worth = ({ candidate: { score, source, category }, likeness }: (typeof open)[number]) =>
      score -
      likenessPenalty * likeness -
      templatePenalty * (fromTemplate.get(source) ?? 0) -
      categoryPenalty * (inCategory.get(category) ?? 0)
    const best = open
      .filter(({ likeness }) => likeness < maybeSimilarity)
      .reduce<(typeof open)[number] | undefined>((a, b) => (a && worth(a) >= worth(b) ? a : b), undefined)
    if (!best) break
    const { candidate } = best
    chosen.push(candidate)
    fromTemplate.set(candidate.source, (fromTemplate.get(candidate.source) ?? 0) + 1)
    inCategory.set(candidate.category, (inCategory.get(candidate.category) ?? 0) + 1)
    // The chosen one is like itself, which closes it.
    for (const other of open) {
      other.likeness = Math.max(other.likeness, rescale(dot(other.candidate.embedding, candidate.embedding)))
    }
    best.likeness = 1
  }
  return chosen
    .toSorted((a, b) => b.score - a.score)
    .map(({ category, statement, source, score }) => ({
      category,
      statement,
      // The root spreads the small similarities that short texts have.
      confidence: Math.round(Math.sqrt(clamp(score)) * 1000) / 1000,
      source,
    }))
}
