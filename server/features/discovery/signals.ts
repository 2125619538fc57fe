import { notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { ascending, descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Signal } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'
import { rejectionsOf } from './held-back.ts'

/** Signals in responses (behavior: Signals). */

const columns = [
  'id',
  'org_id',
  'agent_id',
  'kind',
  'category',
  'statement',
  'n_count',
  'commits_total',
  'stability',
  'promoted',
  'promoted_item_id',
  'wordings',
  'days',
  'first_seen_at',
  'last_seen_at',
  'created_at',
  'updated_at',
] as const

export interface SignalFilter {
  promoted?: boolean
  min_n_count?: number
}

/** Returns an agent's signals, those with the most evidence first. */
export async function listSignals(ctx: Ctx, agentId: string, { promoted, min_n_count }: SignalFilter, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  // The filter may be any number; the column holds 32-bit integers.
  const leastCount = Math.max(0, Math.min(Math.ceil(min_n_count ?? 0), 2_147_483_647))
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('signals')
      .select(columns)
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
      .$if(promoted !== undefined, (query) => query.where('promoted', '=', parameter('promoted')))
      .where('n_count', '>=', parameter('leastCount'))
  const order = [descending('n_count', 'integer'), descending('stability', 'number'), ascending('id', 'id')]
  const values = { org_id, agent_id: agentId, promoted, leastCount }
  return listPage(ctx, { name: 'signals', values, order, query }, page, (rows) => withRejections(ctx, org_id, rows))
}

/** Adds the rejected item that holds a signal back. */
async function withRejections<Row extends Pick<Signal, 'id' | 'promoted_item_id'>>(
  ctx: Ctx,
  orgId: string,
  rows: Row[],
) {
  const linked = rows.filter(({ promoted_item_id }) => promoted_item_id !== null)
  const rejections = await rejectionsOf(
    ctx,
    orgId,
    linked.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, held_back: rejections.get(row.id) }))
}

/** @throws 404 when it is missing or another tenant's. */
export async function findSignal(ctx: Ctx, id: string) {
  const signal = await ctx.db
    .selectFrom('signals')
    .select(columns)
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!signal) throw notFound('Signal')
  const [found] = await withRejections(ctx, signal.org_id, [signal])
  return found!
}
