import { blend } from '#core/domain/similar/recommend.ts'
import type { Agent } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from '../agents/identity.ts'
import { resolvedItems } from '../agents/renderings.ts'
import { joined } from '../consensus/recommended.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { relevancesInThread } from '../vectors/vector-tasks.ts'
import { openLibrary } from './template-library.ts'

/** How many of the nearest templates are used; the rest belong to other roles. */
const nearestTemplates = 20
/** Templates below this share of the nearest one's relevance belong to other roles. */
const relevantShare = 0.6
/**
 * The least relevance of a template. A lower one is a coincidence, as a nurse's is for anyone who cares: by words, and
 * by a model, which finds similarities everywhere (tuned on labeled roles, with all-MiniLM-L6-v2).
 */
const fittingRelevance = { words: 0.22, model: 0.35 }

/**
 * Recommends beliefs and responsibilities from templates of the agent's role (behavior: Recommendations), by similarity
 * to its profile and its current identity.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function recommendFor(ctx: Ctx, agentId: string) {
  const identity = await readIdentity(ctx, agentId)
  const items = resolvedItems(identity)
  const library = await openLibrary(ctx, identity.agent.org_id)
  const requester = { org_id: identity.agent.org_id, signal: ctx.signal }
  const present = items.map(({ kind, statement }) => ({ kind, statement }))
  const statements = present.map(({ statement }) => statement)
  const { isLocal, calibration } = ctx.embedder
  const vectors = isLocal ? undefined : joined(await embedTexts(ctx, statements))
  const middle = await ctx.comparisons.run('centroid', { statements, vectors }, requester)
  const profile = await profileVector(ctx, identity.agent, middle)
  const near = await relevancesInThread(
    profile,
    library.templates.map(({ embedding }) => embedding),
    requester,
  )
  const nearest = library.templates
    .map(({ source }, at) => ({ source, relevance: near[at]! }))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, nearestTemplates)
  // An agent with only a name gets the most common items of templates, so the threshold does not apply.
  const floor = isKnown(identity.agent) || items.length > 0 ? fittingRelevance[isLocal ? 'words' : 'model'] : 0
  const enough = Math.max(floor, relevantShare * (nearest[0]?.relevance ?? 0))
  const relevant = nearest.filter(({ relevance }) => relevance >= enough)
  // A role has an entry per title but counts once: its nearest entry wins, since it is written last.
  const relevanceOf = new Map(relevant.reverse().map(({ source, relevance }) => [source, relevance]))
  const found = await library.itemsOf([...relevanceOf.keys()])
  const { belief, responsibility } = await ctx.comparisons.run(
    'recommended',
    {
      profile,
      present,
      vectors,
      candidates: found.map(({ embedding, ...item }) => ({ ...item, relevance: relevanceOf.get(item.source)! })),
      candidateVectors: joined(found.map(({ embedding }) => embedding)),
      calibration,
    },
    requester,
  )
  return { beliefs: belief, responsibilities: responsibility }
}

const isKnown = ({ job_title, description, identity_markers }: Agent) =>
  Boolean(job_title?.trim() || description?.trim()) || identity_markers.length > 0

/**
 * Weights of the profile's parts. A job title describes the role best; a name is often a person's, and only describes
 * the role otherwise.
 */
const weights = { job_title: 2, description: 1.5, identity_markers: 1, name: 0.75, items: 0.75 }

/** @param middle the centroid of the agent's items. */
async function profileVector(ctx: Ctx, agent: Agent, middle: Float32Array | undefined): Promise<Float32Array> {
  const texts = [
    { text: agent.name.replace(/[-_]+/g, ' '), weight: weights.name },
    { text: agent.job_title ?? '', weight: weights.job_title },
    { text: agent.description ?? '', weight: weights.description },
    { text: agent.identity_markers.join(', '), weight: weights.identity_markers },
  ].filter(({ text }) => text.trim() !== '')
  const vectors = await embedTexts(
    ctx,
    texts.map(({ text }) => text),
  )
  const parts = vectors.map((vector, at) => ({ vector, weight: texts[at]!.weight }))
  if (middle) parts.push({ vector: middle, weight: weights.items })
  return blend(parts)
}
