import { setImmediate } from 'node:timers/promises'
import type { ExpressionBuilder, Insertable, OnConflictDatabase, Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { batchesOf } from '#core/base/batches.ts'
import { notFound } from '#core/base/errors.ts'
import { compareStrings } from '#core/base/strings.ts'
import type { ContentStatus } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { type Reporter, reporterOf } from '#core/domain/requests/reporters.ts'
import type { ContentSourceType } from '#core/domain/sources/content-platforms.ts'
import { beginChange } from '../../db/change.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import { reportedToo } from '../../db/reporters.ts'
import type { ContentItem, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import { chunks, json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'
import type { CleanContent } from './cleaning.ts'
import { findSource } from './sources.ts'

/**
 * Imported content that discovery reads, stored as it was written except for invisible characters and secrets
 * (behavior: Content items).
 */

export const contentFields = ({ removed_at, reported_by, ...item }: ContentItem) => item

export interface ContentFilter {
  source_id?: string
  source_type?: ContentSourceType
  status?: ContentStatus
}

/**
 * Returns an agent's content, latest first, read while it is sent. Removed content is never listed.
 *
 * @throws 404 for a foreign agent or source.
 */
export async function listContentItems(ctx: Ctx, agentId: string, filter: ContentFilter, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  const { source_id, source_type, status } = filter
  if (source_id !== undefined) await findSource(ctx, source_id)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('content_items')
      .select(['id', 'published_at'])
      .select(({ fn }) => fn<number>('octet_length', ['content']).as('bytes'))
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
      .where('removed_at', 'is', null)
      .$if(source_id !== undefined, (query) => query.where('source_id', '=', parameter('source_id')))
      .$if(source_type !== undefined, (query) => query.where('source_type', '=', parameter('source_type')))
      .$if(status !== undefined, (query) => query.where('status', '=', parameter('status')))
  const order = [descending('published_at', 'time'), descending('id', 'id')]
  const values = { org_id, agent_id: agentId, source_id, source_type, status }
  const { data: rows, ...head } = await listPage(ctx, { name: 'content', values, order, query }, page)
  return { head, batches: readContentBatches(ctx.db, org_id, rows) }
}

/** Bytes of content that are read at a time: a slow reader of a list holds one batch in memory, not the list. */
const batchBytes = 64 * 1024

/** Yields the items with these ids in order, in batches. Items that were deleted meanwhile are left out. */
export async function* readContentBatches(
  db: Database,
  orgId: string,
  items: readonly { id: string; bytes: number }[],
): AsyncGenerator<ReturnType<typeof contentFields>[], void> {
  for (const batch of batchesOf(items, batchBytes, ({ bytes }) => bytes)) {
    const ids = batch.map(({ id }) => id)
    const rows = await db
      .selectFrom('content_items')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, contentFields(row)]))
    yield ids.flatMap((id) => byId.get(id) ?? [])
  }
}

/**
 * Hides content from discovery, or shows it again.
 *
 * @throws 404 when it is missing, foreign or removed; 412 when it is in another state than the request expects.
 */
export function updateContentItem(ctx: Ctx, id: string, status: ContentStatus) {
  return ctx.db.transaction().execute(async (trx) => {
    const state = trx
      .selectFrom('content_items')
      .select('updated_at')
      .where('org_id', 'in', ctx.caller.orgIds)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
    const updated_at = await beginChange(ctx, trx, state)
    if (updated_at === undefined) throw notFound('Content item')
    const item = await trx
      .updateTable('content_items')
      // Showing content again counts as bringing it in again.
      .set({ status, updated_at, ...(status === 'imported' && reportedToo(reporterOf(ctx.caller))) })
      .where('org_id', 'in', ctx.caller.orgIds)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return contentFields(item)
  })
}

/** @throws 404 when it is missing or foreign. */
export async function requireContentItem(ctx: Ctx, id: string): Promise<void> {
  const item = await ctx.db
    .selectFrom('content_items')
    .select('id')
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!item) throw notFound('Content item')
}

export interface SavedContent {
  imported: number
  updated: number
  /** Unchanged or empty. */
  skipped: number
  /** The agents that received something. */
  agentIds: string[]
}

/** Texts written in one statement, which blocks the event loop. Other requests run between two statements. */
const bytesAtATime = 512 * 1024

/**
 * Stores content; nothing else does, and it must come from `cleaning.ts`. Existing content is updated when its text or
 * its date changed, and discovery then reads it again, since observations and stability go by that date. Removed
 * content is restored (behavior: Content items). `reported_by` is the caller that imports it; with `keepsExisting`,
 * existing content stays as it is.
 */
export async function saveContent(
  trx: Transaction<Tables>,
  orgId: string,
  contents: CleanContent[],
  now: Date,
  reported_by: Reporter,
  { keepsExisting = false } = {},
): Promise<SavedContent> {
  const moment = now.toISOString()
  const rows = unique(contents.filter(({ content }) => content.trim() !== '')).map((content) => ({
    ...content,
    metadata: json(content.metadata),
    published_at: content.published_at ?? moment,
    reported_by,
    org_id: orgId,
    id: newId(),
    created_at: moment,
    updated_at: moment,
  }))
  const saved: { id: string; agent_id: string }[] = []
  for (const batch of batchesOf(rows, bytesAtATime, ({ content }) => content.length)) {
    for (const chunk of chunks(batch))
      saved.push(...(await (keepsExisting ? insertNew(trx, chunk) : upsert(trx, chunk, now))))
    await setImmediate()
  }
  const made = new Set(rows.map(({ id }) => id))
  const imported = saved.filter(({ id }) => made.has(id)).length
  return {
    imported,
    updated: saved.length - imported,
    skipped: contents.length - saved.length,
    agentIds: [...new Set(saved.map(({ agent_id }) => agent_id))],
  }
}

/** A statement may touch a row only once. Sorted, so that two imports lock rows in the same order. */
const unique = (contents: CleanContent[]): CleanContent[] => {
  const keyOf = ({ agent_id, source_type, external_id }: CleanContent) => `${agent_id} ${source_type} ${external_id}`
  const byKey = new Map(contents.map((content) => [keyOf(content), content]))
  return [...byKey].toSorted(([a], [b]) => compareStrings(a, b)).map(([, content]) => content)
}

/** Whether the content comes with another date. An unknown date is the time of the import and changes nothing. */
const isMoved = (eb: ExpressionBuilder<OnConflictDatabase<Tables, 'content_items'>, 'content_items' | 'excluded'>) =>
  eb.and([
    eb('content_items.published_at', '<>', eb.ref('excluded.published_at')),
    eb('excluded.published_at', '<>', eb.ref('excluded.updated_at')),
  ])

/** Returns the rows that were inserted. */
const insertNew = (trx: Transaction<Tables>, rows: Insertable<Tables['content_items']>[]) =>
  trx
    .insertInto('content_items')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'agent_id', 'source_type', 'external_id']).doNothing())
    .returning(['id', 'agent_id'])
    .execute()

/** Returns the rows that were inserted or changed, without the unchanged ones. */
const upsert = (trx: Transaction<Tables>, rows: Insertable<Tables['content_items']>[], now: Date) =>
  trx
    .insertInto('content_items')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'agent_id', 'source_type', 'external_id'])
        .doUpdateSet((eb) => ({
          title: eb.ref('excluded.title'),
          url: eb.ref('excluded.url'),
          author: eb.ref('excluded.author'),
          content: eb.ref('excluded.content'),
          metadata: eb.ref('excluded.metadata'),
          reported_by: eb.ref('excluded.reported_by'),
          published_at: eb
            .case()
            .when(isMoved(eb))
            .then(eb.ref('excluded.published_at'))
            .else(eb.ref('content_items.published_at'))
            .end(),
          source_id: eb.fn.coalesce('content_items.source_id', 'excluded.source_id'),
          processed_at: eb
            .case()
            .when(eb.and([eb('content_items.content', '=', eb.ref('excluded.content')), eb.not(isMoved(eb))]))
            .then(eb.ref('content_items.processed_at'))
            .else(null)
            .end(),
          removed_at: null,
          updated_at: updatedLater(trx, now, 'content_items.updated_at'),
        }))
        .where((eb) =>
          eb.or([
            eb('content_items.content', '<>', eb.ref('excluded.content')),
            isMoved(eb),
            eb('content_items.title', 'is distinct from', eb.ref('excluded.title')),
            eb('content_items.removed_at', 'is not', null),
            // Its source was deleted and then created again.
            eb.and([eb('content_items.source_id', 'is', null), eb('excluded.source_id', 'is not', null)]),
          ]),
        ),
    )
    .returning(['id', 'agent_id'])
    .execute()
