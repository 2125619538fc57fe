import { v7 as newId } from 'uuid'
import { json } from '../db/values.ts'
import type { Ctx } from '../deps.ts'
import { notFound } from '../domain/errors.ts'
import { diffGenomes, genomeOf } from '../domain/genome.ts'
import type { Page } from '../domain/page.ts'
import { readIdentity } from './identity.ts'
import { agentOwner } from './owners.ts'

const summaryColumns = [
  'id',
  'agent_id',
  'label',
  'belief_count',
  'responsibility_count',
  'created_at',
  'created_by',
] as const

/** Newest first, without genomes (specification 4.2). */
export async function listSnapshots(ctx: Ctx, agentId: string, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  return ctx.db
    .selectFrom('snapshots')
    .select(summaryColumns)
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Copies the agent's own layer, hidden and rejected items included (decisions 5). */
export async function createSnapshot(ctx: Ctx, agentId: string, label: string | null) {
  const { agent, items } = await readIdentity(ctx, agentId)
  const genome = genomeOf(items.filter((item) => item.scope === 'agent'))
  return ctx.db
    .insertInto('snapshots')
    .values({
      org_id: agent.org_id,
      id: newId(),
      agent_id: agentId,
      label,
      belief_count: genome.beliefs.length,
      responsibility_count: genome.responsibilities.length,
      genome: json(genome) as never,
      created_by: ctx.caller.userId,
      created_at: ctx.now().toISOString(),
    })
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
}

/** @throws 404 when the snapshot is not one of this agent's. */
export async function findSnapshot(ctx: Ctx, agentId: string, snapshotId: string) {
  const { org_id } = await agentOwner(ctx, agentId)
  const snapshot = await ctx.db
    .selectFrom('snapshots')
    .select([...summaryColumns, 'genome'])
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .where('id', '=', snapshotId)
    .executeTakeFirst()
  if (!snapshot) throw notFound('Snapshot')
  return snapshot
}

/** What came and went from snapshot `a` to snapshot `b` (specification 4.2). */
export async function compareSnapshots(ctx: Ctx, agentId: string, a: string, b: string) {
  const [before, after] = await Promise.all([findSnapshot(ctx, agentId, a), findSnapshot(ctx, agentId, b)])
  const headOf = ({ id, label, created_at }: typeof before) => ({ id, label, created_at })
  return { snapshot_a: headOf(before), snapshot_b: headOf(after), diff: diffGenomes(before.genome, after.genome) }
}
