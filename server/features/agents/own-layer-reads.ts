import { notFound } from '#core/base/errors.ts'
import { diffGenomes } from '#core/domain/identity/genome.ts'
import type { Kind } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import { inCategoryOrder } from '../../db/order.ts'

/** Reads an agent's own layer, in a thread if it is large. The caller has checked access to the agent. */

const itemColumns = [
  'id',
  'org_id',
  'category',
  'statement',
  'starred',
  'hidden',
  'status',
  'origin',
  'approved_by',
  'display_order',
  'n_count',
  'created_at',
  'updated_at',
  'agent_id',
] as const

export interface ChangesInput {
  orgId: string
  agentId: string
  since: string
}

/** Selects the items that were created or changed after a time, with the columns of the answer. */
export const changedItems = (db: Database, { orgId, agentId, since }: ChangesInput) =>
  inCategoryOrder(
    db
      .selectFrom('items')
      .select(itemColumns)
      .select('kind')
      .where('items.org_id', '=', orgId)
      .where('owner_id', '=', agentId)
      .where('updated_at', '>', since),
  )

type ChangedItem = Awaited<ReturnType<ReturnType<typeof changedItems>['execute']>>[number]

/**
 * Splits items into added ones, created after that time, and modified ones, created before (behavior: Changes since a
 * date).
 */
export function changesOf(items: readonly ChangedItem[], since: string) {
  const ofKind = (wanted: Kind) => {
    const fields = items.flatMap(({ kind, ...item }) => (kind === wanted ? [item] : []))
    return {
      added: fields.filter((item) => item.created_at > since),
      modified: fields.filter((item) => item.created_at <= since),
    }
  }
  const [beliefs, responsibilities] = [ofKind('belief'), ofKind('responsibility')]
  const summary = {
    beliefs_added: beliefs.added.length,
    beliefs_modified: beliefs.modified.length,
    responsibilities_added: responsibilities.added.length,
    responsibilities_modified: responsibilities.modified.length,
  }
  return { since, summary, beliefs, responsibilities }
}

/** Columns of a snapshot without its genome. */
export const summaryColumns = [
  'id',
  'agent_id',
  'label',
  'belief_count',
  'responsibility_count',
  'created_at',
  'created_by',
] as const

/** @throws 404 when the snapshot does not belong to this agent. */
export async function findSnapshot(db: Database, orgId: string, agentId: string, snapshotId: string) {
  const snapshot = await db
    .selectFrom('snapshots')
    .select([...summaryColumns, 'genome'])
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
    .where('id', '=', snapshotId)
    .executeTakeFirst()
  if (!snapshot) throw notFound('Snapshot')
  return snapshot
}

/** Two snapshots of one agent. */
export interface SnapshotPair {
  orgId: string
  agentId: string
  a: string
  b: string
}

/** @throws 404 when one of the snapshots does not belong to this agent. */
export async function diffSnapshots(db: Database, { orgId, agentId, a, b }: SnapshotPair) {
  const [before, after] = await Promise.all([findSnapshot(db, orgId, agentId, a), findSnapshot(db, orgId, agentId, b)])
  const headOf = ({ id, label, created_at }: typeof before) => ({ id, label, created_at })
  return { snapshot_a: headOf(before), snapshot_b: headOf(after), diff: diffGenomes(before.genome, after.genome) }
}
