import { notFound } from '../../base/errors.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Observation } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Page } from '../../domain/requests/page.ts'
import { sessionIn } from '../../domain/sources/sessions.ts'
import { requireContentItem } from '../content/content-items.ts'
import { agentOwner } from '../layers/owners.ts'
import { rejectionsOf } from './held-back.ts'
import { findSignal } from './signals.ts'

/** Observations in responses (behavior: Observations). */

/** Vectors would be most of the data. */
const columns = [
  'id',
  'org_id',
  'agent_id',
  'content_item_id',
  'signal_id',
  'kind',
  'category',
  'statement',
  'quote',
  'confidence',
  'observed_at',
  'session',
  'withdrawn_by',
  'created_at',
] as const

type Row = Pick<Observation, (typeof columns)[number]>

export interface ObservationFilter {
  content_item_id?: string
  signal_id?: string
  /** Only what was read in sessions. */
  source?: 'session'
  /** Whether the observation's signal led to an item that nobody rejected. */
  promoted?: boolean
}

/** Each is served by an index; that of confidence holds only what was read in sessions. */
const orders = {
  latest: [descending('observed_at', 'time'), descending('id', 'id')],
  session: [descending('confidence', 'number'), descending('id', 'id')],
}

/**
 * Returns an agent's observations, those of the latest content first; those of sessions by how sure the reader is.
 *
 * @throws 404 when an id in a filter is missing or foreign.
 */
export async function listObservations(
  ctx: Ctx,
  agentId: string,
  { content_item_id, signal_id, source, promoted }: ObservationFilter,
  page: Page,
) {
  const { org_id } = await agentOwner(ctx, agentId)
  if (content_item_id !== undefined) await requireContentItem(ctx, content_item_id)
  if (signal_id !== undefined) await findSignal(ctx, signal_id)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('observations')
      .select(columns)
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
      .$if(content_item_id !== undefined, (query) => query.where('content_item_id', '=', parameter('content_item_id')))
      .$if(signal_id !== undefined, (query) => query.where('signal_id', '=', parameter('signal_id')))
      .$if(source !== undefined, (query) => query.where('session', 'is not', null))
      .$if(promoted !== undefined, (query) =>
        query.where('signal_id', 'in', (eb) =>
          eb
            .selectFrom('signals')
            .select('signals.id')
            .where('signals.org_id', '=', parameter('org_id'))
            .where('signals.agent_id', '=', parameter('agent_id'))
            .where((eb) =>
              eb(
                eb.and([
                  eb.ref('signals.promoted'),
                  eb.not(
                    eb.exists(
                      eb
                        .selectFrom('items')
                        .select('items.id')
                        .whereRef('items.org_id', '=', 'signals.org_id')
                        .whereRef('items.id', '=', 'signals.promoted_item_id')
                        .where('items.status', '=', 'rejected'),
                    ),
                  ),
                ]),
                '=',
                parameter('promoted'),
              ),
            ),
        ),
      )
  const values = { org_id, agent_id: agentId, content_item_id, signal_id, promoted }
  // The name distinguishes what is no value of the query.
  const list = source
    ? { name: 'observations of sessions', order: orders.session }
    : { name: 'observations', order: orders.latest }
  return listPage(ctx, { ...list, values, query }, page, (rows) => withSessions(ctx, org_id, rows))
}

/** @throws 404 when it is missing or another tenant's. */
export async function findObservation(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('observations')
    .select(columns)
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Observation')
  const [observation] = await withSessions(ctx, row.org_id, [row])
  return observation!
}

/** Adds the session that each observation was read in, how it was said, and the rejected item that holds it back. */
async function withSessions(ctx: Ctx, orgId: string, rows: Row[]) {
  const ids = new Set(rows.flatMap(({ session, content_item_id }) => (session === null ? [] : content_item_id)))
  const contents =
    ids.size === 0
      ? []
      : await ctx.db
          .selectFrom('content_items')
          .select(['id', 'source_type', 'metadata', 'published_at'])
          .where('org_id', '=', orgId)
          .where('id', 'in', [...ids])
          .execute()
  const byId = new Map(contents.map((content) => [content.id, sessionIn(content)]))
  const signalIds = new Set(rows.flatMap(({ session, signal_id }) => (session === null ? [] : signal_id)))
  const rejections = await rejectionsOf(ctx, orgId, [...signalIds])
  return rows.map(({ session: _, ...row }) => {
    const read = byId.get(row.content_item_id)
    if (!read) return row
    const { how, ...session } = read
    const source = { type: 'session' as const, ...session, at: row.observed_at }
    return { ...row, source, how, held_back: rejections.get(row.signal_id) }
  })
}
