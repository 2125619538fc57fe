import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { needsWording } from '#core/domain/wording.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Item, Signal, Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'

/** Ties signals to the items that they lead to. */

/** Writes which item a signal led to, or that it led to none. */
export function linkSignal(trx: Transaction<Tables>, signal: Signal, item: Pick<Item, 'id' | 'status'> | null) {
  return trx
    .updateTable('signals')
    .set({
      promoted: item !== null && (signal.promoted || item.status !== 'rejected'),
      promoted_item_id: item?.id ?? null,
      settled: true,
    })
    .where('org_id', '=', signal.org_id)
    .where('id', '=', signal.id)
    .execute()
}

/**
 * Adds a provenance record for each live observation of the signal that has none yet, and raises the item's certainty to
 * that of what people said. Returns the number added.
 */
export async function addSources(ctx: Ctx, trx: Transaction<Tables>, signal: Signal, item_id: string) {
  const observations = await trx
    .selectFrom('observations')
    .innerJoin('content_items', (join) =>
      join
        .onRef('content_items.org_id', '=', 'observations.org_id')
        .onRef('content_items.id', '=', 'observations.content_item_id'),
    )
    .select(['observations.id as observation_id', 'observations.quote', 'content_items.source_type'])
    .select(['observations.content_item_id', 'observations.confidence', 'observations.session', 'observations.told'])
    .where('observations.org_id', '=', signal.org_id)
    .where('observations.signal_id', '=', signal.id)
    .where((eb) => eb.ref('observations.live'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('item_sources')
            .select('item_sources.id')
            .whereRef('item_sources.org_id', '=', 'observations.org_id')
            .whereRef('item_sources.observation_id', '=', 'observations.id')
            .where('item_sources.item_id', '=', item_id),
        ),
      ),
    )
    .orderBy('observations.id')
    .execute()
  const created_at = ctx.now().toISOString()
  const rows = observations.map(({ confidence: _, session: __, told: ___, ...observation }) => ({
    org_id: signal.org_id,
    id: newId(),
    item_id,
    created_at,
    ...observation,
  }))
  for (const chunk of chunks(rows)) await trx.insertInto('item_sources').values(chunk).execute()
  const said = observations.filter(({ session, told }) => session !== null || told)
  const certainty = said.reduce((most, { confidence }) => Math.max(most, confidence), 0)
  if (certainty > 0) await raiseCertainty(trx, { org_id: signal.org_id, id: item_id }, certainty)
  return rows.length
}

/** Writes how sure the reader is of an item's words, if it was less sure before, and whether they can stand as a rule. */
async function raiseCertainty(
  trx: Transaction<Tables>,
  { org_id, id }: Pick<Item, 'org_id' | 'id'>,
  certainty: number,
) {
  const item = await forNoKeyUpdate(trx)(
    trx
      .selectFrom('items')
      .select('statement')
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .where('certainty', '<', certainty),
  ).executeTakeFirst()
  if (!item) return
  await trx
    .updateTable('items')
    .set({ certainty, needs_wording: needsWording(item.statement) })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute()
}
