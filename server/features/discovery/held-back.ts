import type { Ctx } from '../../deps.ts'

/** Finds why signals are not proposed: a person rejected the same statement (behavior: Promotion). */

/** The rejected item. */
export interface Rejection {
  id: string
  statement: string
}

/** Returns by signal the rejected item that holds it back; other signals are missing. */
export async function rejectionsOf(ctx: Ctx, orgId: string, signalIds: readonly string[]) {
  const rows =
    signalIds.length === 0
      ? []
      : await ctx.db
          .selectFrom('signals')
          .innerJoin('items', (join) =>
            join.onRef('items.org_id', '=', 'signals.org_id').onRef('items.id', '=', 'signals.promoted_item_id'),
          )
          .select(['signals.id as signal_id', 'items.id', 'items.statement'])
          .where('signals.org_id', '=', orgId)
          .where('signals.id', 'in', signalIds)
          .where('items.status', '=', 'rejected')
          .execute()
  return new Map(rows.map(({ signal_id, ...item }): [string, Rejection] => [signal_id, item]))
}
