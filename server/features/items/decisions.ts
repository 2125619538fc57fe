import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { decisionOn } from '#core/domain/identity/item-lifecycle.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Item, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'

/**
 * Records and lists decisions of people on what was read in their words, in sessions and
 * conversations (behavior: Decisions).
 */

interface ChangedItem {
  before: Item
  after: Pick<Item, 'status' | 'statement'>
}

/** Records the decisions in these changes, the last one on each item. Items that nobody's words led to get none. */
export async function recordDecisions(ctx: Ctx, trx: Transaction<Tables>, changes: readonly ChangedItem[]) {
  const decided = new Map(
    changes.flatMap(({ before, after }) => {
      const decision = decisionOn(before, after)
      return decision ? [[before.id, { decision, item: before, statement: after.statement }]] : []
    }),
  )
  const [first] = decided.values()
  if (!first) return
  const now = ctx.now().toISOString()
  const quotes = await sessionQuotes(trx, first.item.org_id, [...decided.keys()])
  const rows = quotes.flatMap(({ item_id, quote }) => {
    const { decision, item, statement } = decided.get(item_id)!
    const { org_id, agent_id } = item
    if (agent_id === null) return []
    const by = { decided_by: ctx.caller.userId, decided_at: now, created_at: now }
    return [{ org_id, id: newId(), agent_id, item_id, quote, statement, decision, ...by }]
  })
  if (rows.length === 0) return
  await trx
    .insertInto('decisions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'item_id']).doUpdateSet((eb) => ({
        statement: eb.ref('excluded.statement'),
        // Approving what was edited before keeps the edit: the reader's words were not approved.
        decision: eb
          .case()
          .when(eb.and([eb('excluded.decision', '=', 'approved'), eb('decisions.decision', '=', 'edited')]))
          .then(eb.ref('decisions.decision'))
          .else(eb.ref('excluded.decision'))
          .end(),
        decided_by: eb.ref('excluded.decided_by'),
        decided_at: eb.ref('excluded.decided_at'),
      })),
    )
    .execute()
}

/**
 * Returns for each item that people's words led to the quote of which the reader was most sure, the oldest of equals.
 */
async function sessionQuotes(trx: Transaction<Tables>, orgId: string, itemIds: string[]) {
  const quotes = await trx
    .selectFrom('item_sources')
    .innerJoin('observations', (join) =>
      join
        .onRef('observations.org_id', '=', 'item_sources.org_id')
        .onRef('observations.id', '=', 'item_sources.observation_id'),
    )
    .select(['item_sources.item_id', 'observations.quote'])
    .where('item_sources.org_id', '=', orgId)
    .where('item_sources.item_id', 'in', itemIds)
    .where((eb) => eb.or([eb('item_sources.source_type', '=', 'session'), eb.ref('observations.told')]))
    .orderBy('observations.confidence', 'desc')
    .orderBy('observations.id')
    .execute()
  return [...new Map(quotes.toReversed().map((quote) => [quote.item_id, quote])).values()]
}

/** Returns the newest decisions of an organization as a reader learns from them. */
export const newestDecisions = (db: Database, orgId: string, most: number) =>
  db
    .selectFrom('decisions')
    .select(['quote', 'statement', 'decision'])
    .where('org_id', '=', orgId)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Returns the decisions of an organization, newest first; a key of one agent sees those on its agent's proposals. */
export function listDecisions(ctx: Ctx, orgId: string, page: Page) {
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('decisions')
      .select(['id', 'quote', 'statement', 'decision', 'decided_at', 'decided_at as at'])
      .where('org_id', '=', parameter('org_id'))
  const order = [descending('decided_at', 'time'), descending('id', 'id')]
  return listPage(ctx, { name: 'decisions', values: { org_id: orgId }, order, query }, page)
}
