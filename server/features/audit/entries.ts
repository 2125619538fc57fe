import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Content } from '../../db/audit/entry.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { AuditEntryRow } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'

/** Entries of an organization's audit log, as they are answered (behavior: Audit log). */

export interface EntryFilter {
  actor?: string
  action?: string
  target?: string
  agent_id?: string
  group_id?: string
  /** The type of the target: the first word of the action. */
  type?: string
  /** Where the change was made: in the organization itself, in a group, or in an agent. */
  layer?: Scope
  since?: string
  until?: string
  /** Entries with greater numbers alone. */
  after?: number
}

/** The content of an erased entry. */
const erased: Record<keyof Content, null> = {
  actor: null,
  surface: null,
  target: null,
  agent_id: null,
  group_id: null,
  before: null,
  after: null,
  request_id: null,
  ip: null,
  client: null,
}

/** Returns an entry as it is answered; an erased one has nulls in place of its content. */
export function entryFields({ seq, at, action, content, covers, hash }: AuditEntryRow) {
  const { actor, surface, target, ...rest }: Content | typeof erased = content === null ? erased : JSON.parse(content)
  const shown = { seq, at, actor, surface, action, target, ...rest, hash, erased: content === null }
  // An erasure goes on to name its entries when it is erased itself.
  return content === null && covers !== null ? { ...shown, after: { covers } } : shown
}

export type AnsweredEntry = ReturnType<typeof entryFields>

/** An erased entry no longer tells its layer. */
const inLayer: Record<Scope, RawBuilder<boolean>> = {
  org: sql`agent_id is null and group_id is null and content is not null`,
  group: sql`agent_id is null and group_id is not null`,
  agent: sql`agent_id is not null`,
}

const filtered = (filter: EntryFilter) => (db: Database, parameter: Parameter) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('org_id', '=', parameter('org_id'))
    .$if(filter.actor !== undefined, (query) => query.where('actor_id', '=', parameter('actor')))
    .$if(filter.action !== undefined, (query) => query.where('action', '=', parameter('action')))
    .$if(filter.target !== undefined, (query) => query.where('target_id', '=', parameter('target')))
    .$if(filter.agent_id !== undefined, (query) => query.where('agent_id', '=', parameter('agent_id')))
    .$if(filter.group_id !== undefined, (query) => query.where('group_id', '=', parameter('group_id')))
    .$if(filter.type !== undefined, (query) => query.where(sql<boolean>`action like ${parameter('type')} || '.%'`))
    .$if(filter.layer !== undefined, (query) => query.where(inLayer[filter.layer!]))
    .$if(filter.since !== undefined, (query) => query.where('at', '>=', parameter('since')))
    .$if(filter.until !== undefined, (query) => query.where('at', '<', parameter('until')))
    .$if(filter.after !== undefined, (query) => query.where('seq', '>', parameter('after')))

/** Lists entries, the newest first. */
export async function listEntries(ctx: Ctx, org_id: string, filter: EntryFilter, page: Page) {
  const { layer, ...values } = filter
  const list = {
    name: `audit log ${layer ?? ''}`,
    values: { org_id, ...values },
    order: [descending('seq', 'integer')],
    query: filtered(filter),
  }
  const { data, ...rest } = await listPage(ctx, list, page)
  return { data: data.map(entryFields), ...rest }
}

/** How many entries are read at a time: about 5 ms of the thread, after which others have their turn. */
const entriesPerBatch = 500

/** Yields an organization's entries as stored, oldest first, from after a number to the head, in batches. */
export async function* readEntries(
  { db }: Ctx,
  orgId: string,
  { after = 0, ...filter }: EntryFilter = {},
): AsyncGenerator<AuditEntryRow[], void> {
  for (let last = after; ; ) {
    const values: Record<string, unknown> = { org_id: orgId, ...filter, after: last }
    const rows = await filtered({ ...filter, after: last })(db, (name) => values[name] as never)
      .orderBy('seq')
      .limit(entriesPerBatch)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < entriesPerBatch) return
    last = rows.at(-1)!.seq
    await setImmediate()
  }
}
