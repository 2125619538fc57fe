import type { Transaction } from 'kysely'
import { conflict, notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { readPrompt } from '../agents/identity.ts'
import { agentOwner } from '../layers/owners.ts'
import { moverOf, requireLabelMover, requireLabelName } from './label-names.ts'
import { labelFields, labelsOf } from './label-states.ts'
import { type LabelState, lockLabels, type Mover, movesOf, returnOf, writeMoves } from './move-labels.ts'

/** Labels of one agent's versions (behavior: Prompt versions). */

/** Lists the labels of an agent, with how far each is behind the live prompt. @throws 404 as `readPrompt`. */
export async function listLabels(ctx: Ctx, agentId: string) {
  const { org_id } = await readPrompt(ctx, agentId)
  const rows = await labelsOf(ctx.db, org_id)
    .where('prompt_labels.agent_id', '=', agentId)
    .orderBy('prompt_labels.label')
    .execute()
  const data = rows.map((row) => labelFields(row, ctx.now()))
  return { data, count: data.length }
}

/** Lists the moves of a label, newest first. @throws 404 when it never was set, or for an agent as `agentOwner`. */
export async function labelHistory(ctx: Ctx, agentId: string, label: string, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('label_moves')
      .select(['id', 'created_at as at', 'actor', 'from_version as from', 'to_version as to', 'reason'])
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
      .where('label', '=', parameter('label'))
  const list = {
    name: 'label moves',
    values: { org_id, agent_id: agentId, label },
    order: [descending('id', 'id')],
    query,
  }
  const moves = await listPage(ctx, list, page)
  if (moves.count === 0) throw notFound('Label')
  return { ...moves, data: moves.data.map(({ id, ...move }) => move) }
}

/**
 * Sets a label to a version, or to the present prompt with `live`.
 *
 * @throws 400 for a name that cannot be set; 401 for a protected label; 404 for a missing agent or version.
 */
export async function putLabel(
  ctx: Ctx,
  agentId: string,
  label: string,
  { version, reason = null }: { version: number | 'live'; reason?: string | null },
) {
  requireLabelName(label)
  const { org_id, version: live } = await readPrompt(ctx, agentId)
  const wanted = version === 'live' ? live : version
  return moveOne(ctx, { orgId: org_id, agentId, label, reason }, async (trx, state) => {
    const known = await trx
      .selectFrom('prompt_versions')
      .select('version')
      .where('org_id', '=', org_id)
      .where('agent_id', '=', agentId)
      .where('version', '=', wanted)
      .executeTakeFirst()
    if (!known) throw notFound('Version')
    return { version: wanted, previous_id: returnOf(state) }
  })
}

/** Takes a label away; a rollback brings it back. @throws 404 when the agent has no such label; 401 as `putLabel`. */
export async function deleteLabel(ctx: Ctx, agentId: string, label: string, reason: string | null = null) {
  const { org_id } = await agentOwner(ctx, agentId)
  await moveOne(ctx, { orgId: org_id, agentId, label, reason }, async (_trx, state) => {
    if (state.version === null) throw notFound('Label')
    return { version: null, previous_id: returnOf(state) }
  })
}

/**
 * Returns a label to the version before: that of the move before the last one that was not rolled back.
 *
 * @throws 404 when it never was set; 409 when there is no version before; 401 as `putLabel`.
 */
export async function rollBackLabel(ctx: Ctx, agentId: string, label: string, reason: string | null = null) {
  const { org_id } = await readPrompt(ctx, agentId)
  return moveOne(ctx, { orgId: org_id, agentId, label, reason }, async (trx, { move }) => {
    if (!move) throw notFound('Label')
    const [before] = await movesOf(trx, org_id, [move.previous_id ?? []].flat())
    if (!before) throw conflict(`${label} has no version before this one; set another with PUT`)
    return { version: before.to_version, previous_id: before.previous_id }
  })
}

type Planned = { version: number | null; previous_id: string | null }

/** Moves a label of one agent where `plan` says, and returns its state; a label that is there already stays. */
async function moveOne(
  ctx: Ctx,
  { agentId, ...label }: Pick<Mover, 'orgId' | 'label' | 'reason'> & { agentId: string },
  plan: (trx: Transaction<Tables>, state: LabelState) => Promise<Planned>,
) {
  await requireLabelMover(ctx, label.orgId, label.label)
  const mover = { ...label, actor: moverOf(ctx), now: ctx.now() }
  return ctx.db.transaction().execute(async (trx) => {
    const [state] = await lockLabels(trx, label, [agentId])
    // Deleted in the meantime.
    if (!state) throw notFound('Agent')
    const planned = await plan(trx, state)
    if (planned.version !== state.version) await writeMoves(trx, mover, [{ state, ...planned }])
    const row = await labelsOf(trx, label.orgId)
      .where('prompt_labels.agent_id', '=', agentId)
      .where('prompt_labels.label', '=', label.label)
      .executeTakeFirst()
    return row && labelFields(row, mover.now)
  })
}
