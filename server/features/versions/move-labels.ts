import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import type { NamedActor } from '#core/domain/requests/actor.ts'
import { forUpdate } from '../../db/locks.ts'
import type { Tables } from '../../db/tables.ts'
import { json } from '../../db/values.ts'

/** A label of one organization, who moves it, and why. */
export interface Mover {
  orgId: string
  label: string
  actor: NamedActor
  reason: string | null
  now: Date
  /** The move of many agents that these are a part of. */
  jobId?: string
}

/** An agent's label: its version, null where there is none, and its last move. */
export interface LabelState {
  agent_id: string
  version: number | null
  move: { id: string; previous_id: string | null; job_id: string | null } | undefined
}

/** A new version of a label, null to take it away, and the move to which a rollback returns. */
interface LabelMove {
  state: LabelState
  version: number | null
  previous_id: string | null
}

/** Locks the label of these agents in the order of their ids, so that two moves cannot deadlock; reads where it is. */
export async function lockLabels(
  trx: Transaction<Tables>,
  { orgId, label }: Pick<Mover, 'orgId' | 'label'>,
  agentIds: readonly string[],
): Promise<LabelState[]> {
  if (agentIds.length === 0) return []
  const sorted = [...new Set(agentIds)].sort()
  await trx
    .insertInto('prompt_labels')
    .values(
      sorted.map((agent_id) => ({ org_id: orgId, agent_id, label, version: null, move_id: null, moved_at: null })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const labels = trx
    .selectFrom('prompt_labels')
    .select(['agent_id', 'version', 'move_id'])
    .where('org_id', '=', orgId)
    .where('label', '=', label)
    .where('agent_id', 'in', sorted)
    .orderBy('agent_id')
  const rows = await forUpdate(trx)(labels).execute()
  const moveIds = rows.flatMap(({ move_id }) => move_id ?? [])
  const moves = await movesOf(trx, orgId, moveIds)
  const moveOf = new Map(moves.map((move) => [move.id, move]))
  return rows.map(({ move_id, ...row }) => ({ ...row, move: moveOf.get(move_id ?? '') }))
}

/** Reads moves by their ids. */
export async function movesOf(trx: Transaction<Tables>, orgId: string, ids: string[]) {
  if (ids.length === 0) return []
  return trx
    .selectFrom('label_moves')
    .select(['id', 'previous_id', 'job_id', 'to_version'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
}

/**
 * The move to which the label returns when what happens next is rolled back: the last one, or, after the label was taken
 * away, the one before that.
 */
export const returnOf = ({ version, move }: LabelState): string | null =>
  (version === null ? move?.previous_id : move?.id) ?? null

/** Moves labels that `lockLabels` has locked, and records each move. */
export async function writeMoves(trx: Transaction<Tables>, mover: Mover, moves: readonly LabelMove[]): Promise<void> {
  if (moves.length === 0) return
  const { orgId: org_id, label, actor, reason, now, jobId: job_id = null } = mover
  const moved_at = now.toISOString()
  const rows = moves.map(({ state, version, previous_id }) => ({ ...state, id: newId(), to: version, previous_id }))
  await trx
    .insertInto('label_moves')
    .values(
      rows.map(({ agent_id, id, version: from_version, to: to_version, previous_id }) => ({
        org_id,
        id,
        agent_id,
        label,
        from_version,
        to_version,
        previous_id,
        job_id,
        actor: json(actor),
        reason,
        created_at: moved_at,
      })),
    )
    .execute()
  await trx
    .insertInto('prompt_labels')
    .values(rows.map(({ agent_id, id, to }) => ({ org_id, agent_id, label, version: to, move_id: id, moved_at })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'agent_id', 'label']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        move_id: eb.ref('excluded.move_id'),
        moved_at: eb.ref('excluded.moved_at'),
      })),
    )
    .execute()
}
