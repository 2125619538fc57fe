import type { ExpressionBuilder } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { sessionIn } from '#core/domain/sources/sessions.ts'
import { needsWording } from '#core/domain/wording.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Observation, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
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
  'told',
  'explicit',
  'withdrawn_by',
  'created_at',
] as const

type Row = Pick<Observation, (typeof columns)[number]>

export interface ObservationFilter {
  content_item_id?: string
  signal_id?: string
  /** Only what was read in sessions, or all that people said, in conversations too. */
  source?: 'session' | 'people'
  /** Whether the observation's signal led to an item that nobody rejected. */
  promoted?: boolean
  /** Whether a rejected item holds it back. */
  held_back?: boolean
}

/** Each is served by an index. */
const orders = {
  latest: [descending('observed_at', 'time'), descending('id', 'id')],
  surest: [descending('confidence', 'number'), descending('id', 'id')],
}

/**
 * Returns an agent's observations, those of the latest content first; what people said, and
 * what is not promoted, by how sure the reader is.
 *
 * @throws 404 when an id in a filter is missing or foreign.
 */
export async function listObservations(
  ctx: Ctx,
  agentId: string,
  { content_item_id, signal_id, source, promoted, held_back }: ObservationFilter,
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
      .$if(source === 'session', (query) => query.where('session', 'is not', null))
      .$if(source === 'people', (query) => query.where((eb) => eb.or([eb('session', 'is not', null), eb.ref('told')])))
      .$if(promoted !== undefined, (query) =>
        query.where('signal_id', 'in', (eb) =>
          signalsOf(eb, parameter).where((eb) =>
            eb(eb.and([eb.ref('signals.promoted'), eb.not(isRejected(eb))]), '=', parameter('promoted')),
          ),
        ),
      )
      .$if(held_back !== undefined, (query) =>
        query.where('signal_id', 'in', (eb) =>
          signalsOf(eb, parameter).where((eb) => eb(isRejected(eb), '=', parameter('held_back'))),
        ),
      )
  const values = { org_id, agent_id: agentId, content_item_id, signal_id, promoted, held_back }
  // The name distinguishes what is no value of the query.
  const order = source || promoted === false ? 'surest' : 'latest'
  const list = { name: `${order} observations of ${source ?? 'all'}`, order: orders[order] }
  return listPage(ctx, { ...list, values, query }, page, (rows) => withSessions(ctx, org_id, rows))
}

/** The ids of the agent's signals. */
const signalsOf = (eb: ExpressionBuilder<Tables, 'observations'>, parameter: Parameter) =>
  eb
    .selectFrom('signals')
    .select('signals.id')
    .where('signals.org_id', '=', parameter('org_id'))
    .where('signals.agent_id', '=', parameter('agent_id'))

/** Whether the signal led to an item that somebody rejected. */
const isRejected = (eb: ExpressionBuilder<Tables, 'signals'>) =>
  eb.exists(
    eb
      .selectFrom('items')
      .select('items.id')
      .whereRef('items.org_id', '=', 'signals.org_id')
      .whereRef('items.id', '=', 'signals.promoted_item_id')
      .where('items.status', '=', 'rejected'),
  )

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

/**
 * Adds to what people said how they said it, how sure the reader is, whether the words can stand as a rule, and the
 * rejected item that holds it back; in sessions also the session.
 */
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
  const signalIds = new Set(rows.flatMap(({ session, told, signal_id }) => (session || told ? signal_id : [])))
  const rejections = await rejectionsOf(ctx, orgId, [...signalIds])
  return rows.map(({ session: _, told, explicit, ...row }) => {
    const read = byId.get(row.content_item_id)
    if (!read && !told) return row
    const how = explicit ? ('explicit' as const) : ('implied' as const)
    const needs_wording = needsWording(row.statement)
    const said = { ...row, how, score: row.confidence, needs_wording, held_back: rejections.get(row.signal_id) }
    if (!read) return said
    const { how: __, ...session } = read
    return { ...said, source: { type: 'session' as const, ...session, at: row.observed_at } }
  })
}
