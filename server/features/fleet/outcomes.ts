import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound } from '#core/base/errors.ts'
import { differenceInterval, meanInterval, type Sample, verdictOf } from '#core/domain/identity/outcomes.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'

export interface Outcome {
  version: number
  /** 0 to 1. */
  score: number
  tag?: string
}

/**
 * Stores outcomes of versions, all or none (behavior: Outcomes).
 *
 * @throws 404 when the agent is missing or foreign, or has no such version.
 */
export async function recordOutcomes(ctx: Ctx, agentId: string, outcomes: readonly Outcome[]): Promise<void> {
  const { org_id } = await agentOwner(ctx, agentId)
  const created_at = ctx.now().toISOString()
  const named = [...new Set(outcomes.map(({ version }) => version))].sort((a, b) => a - b)
  await ctx.db.transaction().execute(async (trx) => {
    const versions = trx
      .selectFrom('prompt_versions')
      .select('version')
      .where('org_id', '=', org_id)
      .where('agent_id', '=', agentId)
      .where('version', 'in', named)
      .orderBy('version')
    const known = await forKeyShare(trx)(versions).execute()
    if (known.length < named.length) throw notFound('Version')
    const rows = outcomes.map(({ version, score, tag = null }) => ({ version, score, tag, created_at }))
    await trx
      .insertInto('prompt_outcomes')
      .values(rows.map((row) => ({ org_id, id: newId(), agent_id: agentId, ...row })))
      .execute()
  })
}

interface VersionSample extends Sample {
  version: number
}

/** The most versions of one answer, the newest. */
const maxVersions = 200

/**
 * Returns the mean score of each version that has outcomes, and compares each with the one before (behavior: Outcomes).
 *
 * @param filter `since` is ISO 8601: only outcomes from then on count.
 * @throws 404 when the agent is missing or foreign.
 */
export async function versionOutcomes(ctx: Ctx, agentId: string, filter: { tag?: string; since?: string }) {
  const { org_id } = await agentOwner(ctx, agentId)
  const samples = await readSamples(ctx, org_id, agentId, filter)
  // Loaded with the first use: few organizations have outcomes.
  const { studentt } = (await import('jstat')).default
  return {
    data: samples.map((sample) => ({
      version: sample.version,
      n: sample.n,
      mean: sample.mean,
      interval: meanInterval(sample, studentt.inv),
    })),
    comparisons: samples.slice(1).map((b, at) => {
      const a = samples[at]!
      const interval = differenceInterval(a, b, studentt.inv)
      return { a: a.version, b: b.version, difference: b.mean - a.mean, interval, verdict: verdictOf(a, b, interval) }
    }),
  }
}

/** Sums the scores in the database: an agent can have many. The deviations are from the mean, since sums of squares would cancel. */
async function readSamples(
  ctx: Ctx,
  orgId: string,
  agentId: string,
  { tag, since }: { tag?: string; since?: string },
): Promise<VersionSample[]> {
  const scores = ctx.db
    .selectFrom('prompt_outcomes')
    .select(['version', 'score'])
    .select(sql<number>`avg(score) over (partition by version)`.as('mean'))
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
    .$if(tag !== undefined, (query) => query.where('tag', '=', tag!))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!))
  const query = ctx.db
    .selectFrom(scores.as('scores'))
    .select(({ fn }) => [
      'version',
      fn.countAll<number>().as('n'),
      fn.max('mean').as('mean'),
      sql<number>`sum((score - mean) * (score - mean))`.as('squares'),
    ])
    .groupBy('version')
    .orderBy('version', 'desc')
    .limit(maxVersions)
  return (await ctx.heavyReads.scan(ctx, orgId, query.compile())).reverse()
}
