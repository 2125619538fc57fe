import type { Actor } from '#core/domain/requests/actor.ts'
import { checkpointIn } from '#core/domain/sources/commit-message.ts'
import type { Content } from '../../db/audit/entry.ts'
import { isOneOf } from '../../db/id-list.ts'
import type { Ctx } from '../../deps.ts'
import { withSession } from '../items/source-sessions.ts'

/** Items of a prompt's lines with their evidence, one query for each part (behavior: Blame). */

/** Reads items of any layer by their ids. Deleted ones are missing. */
export async function readBlamed({ db }: Ctx, orgId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('items')
    .leftJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
    )
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'items.org_id').onRef('groups.id', '=', 'items.group_id'),
    )
    .innerJoin('organizations', 'organizations.id', 'items.org_id')
    .leftJoin('users', 'users.id', 'items.approved_by')
    .select(['items.id', 'items.kind', 'items.category', 'items.statement', 'items.scope as layer', 'items.status'])
    .select(['items.created_through as origin', 'items.created_at', 'items.approved_at', 'items.approved_by'])
    .select('users.display_name as approver')
    .select(({ fn }) => fn.coalesce('agents.name', 'groups.name', 'organizations.name').as('owner_name'))
    .where('items.org_id', '=', orgId)
    .where(isOneOf(db, 'items.id', ids))
    .execute()
  return new Map(
    rows.map(({ approved_by, approver, approved_at, ...item }) => [
      item.id,
      {
        ...item,
        approved_by: approved_by === null ? null : approverOf(approved_by, approver),
        // No time of its own: it was approved when it was created.
        approved_at: item.status === 'approved' ? (approved_at ?? item.created_at) : null,
      },
    ]),
  )
}

const approverOf = (id: string, name: string | null): Actor => ({ type: 'user', id, name, key_hint: null })

export interface MadeFrom {
  /** The item of the line. */
  item_id: string
  from_id: string
  merged_at: string
}

/**
 * Reads the items that were merged into these or that these are shared from, also by way of others: the earliest first,
 * at most so many of each, and their number.
 */
export async function readLineage({ db }: Ctx, orgId: string, ids: readonly string[], most: number) {
  const rows = await db
    .withRecursive('lineage', (recursive) =>
      recursive
        .selectFrom('item_lineage')
        .select(['item_id', 'from_id', 'created_at as merged_at'])
        .where('org_id', '=', orgId)
        .where(isOneOf(db, 'item_id', ids))
        // Without duplicates, so that it ends also if items should ever lead back to themselves.
        .union(
          recursive
            .selectFrom('item_lineage')
            .innerJoin('lineage', 'lineage.from_id', 'item_lineage.item_id')
            .select(['lineage.item_id', 'item_lineage.from_id', 'item_lineage.created_at as merged_at'])
            .where('item_lineage.org_id', '=', orgId),
        ),
    )
    .selectFrom('lineage')
    .selectAll()
    .orderBy('merged_at')
    .orderBy('from_id')
    .execute()
  const byItem = Map.groupBy(rows, ({ item_id }) => item_id)
  return new Map([...byItem].map(([id, all]) => [id, { parts: all.slice(0, most), count: all.length }]))
}

type Source = ReturnType<typeof sourceOf>

/** Reads the sources of items, those of which the reader was most sure first: at most so many of each, and their number. */
export async function readSources({ db }: Ctx, orgId: string, ids: readonly string[], most: number) {
  const ranked = db
    .selectFrom('item_sources')
    .leftJoin('observations', (join) =>
      join
        .onRef('observations.org_id', '=', 'item_sources.org_id')
        .onRef('observations.id', '=', 'item_sources.observation_id'),
    )
    .select(['item_sources.id', 'item_sources.item_id', 'item_sources.source_type', 'item_sources.quote'])
    .select(['item_sources.content_item_id', 'item_sources.file', 'item_sources.line', 'item_sources.created_at'])
    .select('item_sources.merged_from')
    .select(({ fn, eb }) => [
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('item_sources.item_id')
            .orderBy(fn.coalesce('observations.confidence', eb.lit(0)), 'desc')
            .orderBy('item_sources.id'),
        )
        .as('rank'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('item_sources.item_id'))
        .as('count'),
    ])
    .where('item_sources.org_id', '=', orgId)
    .where(isOneOf(db, 'item_sources.item_id', ids))
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .leftJoin('content_items', (join) =>
      join.on('content_items.org_id', '=', orgId).onRef('content_items.id', '=', 'ranked.content_item_id'),
    )
    .select(['ranked.item_id', 'ranked.source_type', 'ranked.quote', 'ranked.content_item_id', 'ranked.file'])
    .select(['ranked.line', 'ranked.created_at', 'ranked.count', 'ranked.merged_from'])
    .select(['content_items.title', 'content_items.url', 'content_items.published_at', 'content_items.metadata'])
    .where('ranked.rank', '<=', most)
    .orderBy('ranked.item_id')
    .orderBy('ranked.rank')
    .execute()
  const byItem = new Map<string, { sources: Source[]; count: number }>()
  for (const { item_id, count, ...row } of rows) {
    const known = byItem.get(item_id) ?? { sources: [], count: Number(count) }
    byItem.set(item_id, known)
    known.sources.push(sourceOf(row))
  }
  return byItem
}

interface SourceRow {
  source_type: string
  quote: string | null
  content_item_id: string | null
  file: string | null
  line: number | null
  created_at: string
  merged_from: string | null
  title: string | null
  url: string | null
  published_at: string | null
  metadata: Record<string, unknown> | null
}

function sourceOf(row: SourceRow) {
  const checkpoint = checkpointIn(row.metadata?.trailers)
  return { ...withSession(row), ...(checkpoint && { checkpoint }) }
}

interface History {
  /** The newest first. */
  entries: { at: string; actor: Actor; action: string; before: Content['before']; after: Content['after'] }[]
  count: number
  /** The item as its newest entry names it. */
  name: string | null
  /** Unknown for an item that is older than the audit log, or whose entry was erased. */
  created_by?: Actor
}

const creations = ['belief.create', 'responsibility.create']

/** Reads the audit entries of items, the newest first: at most so many of each, their number, and who created it. */
export async function readHistory({ db }: Ctx, orgId: string, ids: readonly string[], most: number) {
  const ranked = db
    .selectFrom('audit_log')
    .select(['seq', 'target_id', 'action'])
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('target_id').orderBy('seq', 'desc'))
        .as('rank'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('target_id'))
        .as('count'),
    ])
    .where('org_id', '=', orgId)
    .where(isOneOf(db, 'target_id', ids))
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .innerJoin('audit_log', (join) => join.on('org_id', '=', orgId).onRef('audit_log.seq', '=', 'ranked.seq'))
    .select(['ranked.target_id', 'ranked.rank', 'ranked.count', 'audit_log.at', 'audit_log.action', 'content'])
    .where((eb) => eb.or([eb('ranked.rank', '<=', most), eb('ranked.action', 'in', creations)]))
    .orderBy('ranked.seq', 'desc')
    .execute()
  const byItem = new Map<string, History>()
  for (const { target_id, rank, count, at, action, content } of rows) {
    // An erased entry has no target, so these have their content.
    const { actor, target, before, after }: Content = JSON.parse(content!)
    const known = byItem.get(target_id!) ?? { entries: [], count: Number(count), name: target.name }
    byItem.set(target_id!, known)
    if (Number(rank) <= most) known.entries.push({ at, actor, action, before, after })
    if (creations.includes(action)) known.created_by = actor
  }
  return byItem
}
