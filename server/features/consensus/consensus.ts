import type { Transaction } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import { type Category, type Kind, kindNames, kinds } from '#core/domain/kinds.ts'
import { minAgents } from '#core/domain/similar/consensus.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { cosineAt } from '#core/domain/vectors/similarity.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { insertItems } from '../items/create.ts'
import { visibleItems } from '../items/visible-items.ts'
import type { Owner } from '../layers/owners.ts'
import { compare } from './compare.ts'
import { type Lineage, recordLineage } from './lineage.ts'
import { type ConsensusReport, type ConsensusStatement, consensusReport } from './report.ts'

/** Creates items of an organization or group from statements that enough of its agents share (behavior: Consensus). */

export interface ConsensusOptions {
  kinds?: readonly Kind[]
  /** Further layers whose items count as existing: those that the level inherits. */
  inherited?: readonly Owner[]
  /** Creates nothing: counts and sentences describe the effect of a run. */
  dryRun?: boolean
  /** Called before each category is compared. */
  onward?: () => Promise<void>
}

/**
 * Creates statements shared by agents as approved items of `owner`, an organization or group. Statements that the level
 * already has, in any status, are skipped: one that a person rejected does not return in other words.
 */
export async function runConsensus(
  ctx: Ctx,
  owner: Owner,
  { kinds: wanted = kindNames, inherited = [], dryRun = false, onward }: ConsensusOptions = {},
): Promise<ConsensusReport> {
  const settings = await consensusSettings(ctx, owner.org_id)
  const agentCount = await countAgents(ctx, owner)
  const needed = minAgents(agentCount, settings.consensus_agent_percentage)
  await ctx.embedder.ready?.()
  const cosineOf = (similarity: number) => cosineAt((cosine) => ctx.embedder.rescale(cosine), similarity)
  const threshold = cosineOf(settings.consensus_similarity_threshold)
  const sameThreshold = cosineOf(sameSimilarity)
  const levelIds = [owner, ...inherited].map(({ owner_id }) => owner_id)
  const found: ConsensusStatement[] = []
  for (const category of wanted.flatMap((kind): readonly Category[] => kinds[kind].categories)) {
    await onward?.()
    if (agentCount < needed) continue
    const search = {
      orgId: owner.org_id,
      groupId: owner.group_id ?? undefined,
      category,
      levelIds,
      threshold,
      sameThreshold,
      needed,
    }
    found.push(...(await compare(ctx, 'shared', search)))
  }
  const created = dryRun ? new Map<ConsensusStatement, string>() : await createShared(ctx, owner, found)
  return consensusReport(found, created, {
    level: owner.scope === 'org' ? 'organization' : 'group',
    agentCount,
    needed,
    threshold: settings.consensus_similarity_threshold,
    dryRun,
  })
}

async function consensusSettings(ctx: Ctx, orgId: string) {
  const settings = await ctx.db
    .selectFrom('organizations')
    .select(['consensus_similarity_threshold', 'consensus_agent_percentage'])
    .where('id', '=', orgId)
    .executeTakeFirst()
  if (!settings) throw notFound('Organization')
  return settings
}

async function countAgents({ db }: Ctx, { org_id, group_id }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('agents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', org_id)
    .$if(group_id !== null, (query) => query.where('group_id', '=', group_id))
    .executeTakeFirstOrThrow()
  return count
}

/** Creates the missing items. Returns their ids, without items that were concurrently created elsewhere. */
async function createShared(
  ctx: Ctx,
  owner: Owner,
  found: ConsensusStatement[],
): Promise<Map<ConsensusStatement, string>> {
  const missing = found.filter(({ exists }) => exists === undefined)
  if (missing.length === 0) return new Map()
  return ctx.db.transaction().execute(async (trx) => {
    const results = await insertItems(
      ctx,
      trx,
      missing.map(({ kind, category, statement, agent_count }) => ({
        owner,
        kind,
        category,
        statement,
        n_count: agent_count,
        status: 'approved' as const,
        source_type: 'consensus',
        created_through: 'consensus' as const,
      })),
    )
    const created = new Map(
      missing.flatMap((shared, at) => (results[at]!.created ? [[shared, results[at]!.item.id]] : [])),
    )
    const lineage: Lineage[] = []
    for (const [shared, item_id] of created) {
      for (const { id } of await sharedItems(trx, owner.org_id, shared)) lineage.push({ item_id, from_id: id })
    }
    await recordLineage(ctx, trx, owner.org_id, lineage)
    return created
  })
}

/** The items of the agents and wordings that the report lists, which are not all of a large organization. */
const sharedItems = (trx: Transaction<Tables>, orgId: string, shared: ConsensusStatement) =>
  visibleItems(trx, orgId)
    .select('id')
    .where(
      'owner_id',
      'in',
      shared.agents.map(({ id }) => id),
    )
    .where('kind', '=', shared.kind)
    .where('category', '=', shared.category)
    .where('statement', 'in', [shared.statement, ...shared.other_wordings.map(({ statement }) => statement)])
    .orderBy('id')
    .execute()
