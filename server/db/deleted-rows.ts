import type { Kysely, Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { asPart, asRestoration } from '#core/domain/audit/origin.ts'
import { restorableDays } from '#core/domain/requests/restorable.ts'
import type { Tables } from './tables.ts'
import { chunks, json } from './values.ts'

/**
 * Keeps the rows that a deletion takes, so that it can be undone. They leave their tables, so that no query has to know
 * of them (docs/explanation/decisions/096).
 */

const dayMs = 86_400_000

/** The most JSON that is kept of one record. A larger one is deleted for good. */
const maxBytes = 64 * 1024 * 1024
const rowsAtATime = 200
/** Columns that the database computes. */
const generated = ['scope', 'owner_id']

interface DeletedRecord {
  org_id: string
  record_id: string
  kind: Tables['deleted_rows']['kind']
}

export interface RecordPart {
  table: keyof Tables
  /** The column with the id of the record. */
  column: string
  /** In place of the record itself: the table and the column of what belongs to it. */
  of?: { table: keyof Tables; column: string }
  /** The columns that order the rows; by default the id. */
  key?: string[]
  /** For rows that stay, and only lose their reference: their ids are kept. */
  isLink?: true
  /** Records that the rows cannot do without. */
  references?: readonly Reference[]
}

/** Any table with any column. */
type AnyRows = Kysely<Record<string, Record<string, unknown>>>
type Row = Record<string, unknown>

/**
 * Keeps all rows of the parts, before they are deleted.
 *
 * @returns until when they can be restored; null if they are too large, and nothing is kept.
 */
export async function keepRows(
  trx: Transaction<Tables>,
  { org_id, record_id, kind }: DeletedRecord,
  parts: readonly RecordPart[],
  now: Date,
): Promise<string | null> {
  const rows = trx as unknown as AnyRows
  let bytes = 0
  let position = 0
  for (const { table, column, of, key = ['id'], isLink } of parts) {
    const owned =
      of && rows.selectFrom(of.table).select('id').where('org_id', '=', org_id).where(of.column, '=', record_id)
    for (let offset = 0; ; offset += rowsAtATime) {
      const found = await rows
        .selectFrom(table)
        .$if(isLink === true, (query) => query.select('id'))
        .$if(isLink !== true, (query) => query.selectAll())
        .where('org_id', '=', org_id)
        .where(column, owned ? 'in' : '=', owned ?? record_id)
        .$call((query) => key.reduce((ordered, name) => ordered.orderBy(rows.dynamic.ref(name)), query))
        .limit(rowsAtATime)
        .offset(offset)
        .execute()
      if (found.length === 0) break
      const text = JSON.stringify(found.map((row) => Object.fromEntries(Object.entries(row).flatMap(encoded))))
      bytes += text.length
      if (bytes > maxBytes) {
        await trx.deleteFrom('deleted_rows').where('org_id', '=', org_id).where('record_id', '=', record_id).execute()
        return null
      }
      await trx
        .insertInto('deleted_rows')
        .values({
          org_id,
          id: newId(),
          kind,
          record_id,
          position: position++,
          table_name: table,
          rows: text,
          created_at: now.toISOString(),
        })
        .execute()
      if (found.length < rowsAtATime) break
    }
  }
  return new Date(now.getTime() + restorableDays * dayMs).toISOString()
}

const encoded = ([column, value]: [string, unknown]): [string, unknown][] => {
  if (generated.includes(column)) return []
  if (value instanceof Uint8Array) return [[column, { bytes: Buffer.from(value).toString('base64') }]]
  return [[column, typeof value === 'object' && value !== null ? { json: value } : value]]
}

const decoded = ([column, value]: [string, unknown]): [string, unknown] => {
  if (typeof value !== 'object' || value === null) return [column, value]
  const { bytes, json: parsed } = value as { bytes?: string; json?: unknown }
  return [column, bytes === undefined ? json(parsed) : Buffer.from(bytes, 'base64')]
}

/** Takes the kept rows of a record, by table, in the order in which they can be inserted. Nothing is kept then. */
export async function takeRows(
  trx: Transaction<Tables>,
  orgIds: readonly string[],
  kind: DeletedRecord['kind'],
  id: string,
) {
  const kept = await trx
    .deleteFrom('deleted_rows')
    .where('org_id', 'in', orgIds)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .returning(['org_id', 'position', 'table_name', 'rows'])
    .execute()
  const byTable = new Map<string, Row[]>()
  for (const { table_name, rows } of kept.sort((a, b) => a.position - b.position))
    byTable.set(table_name, [...(byTable.get(table_name) ?? []), ...(JSON.parse(rows) as Row[])])
  return { org_id: kept[0]?.org_id, byTable }
}

/** A column whose record may have been deleted since: its rows are left out, or lose the reference. */
interface Reference {
  column: string
  table: keyof Tables
  isOptional?: true
}

/**
 * Inserts the kept rows of all parts. The record's own row makes an entry of the audit log, the others are parts of it.
 *
 * @param now the time of the change; caches that know the record's last revision find another one.
 */
export async function insertKept(
  trx: Transaction<Tables>,
  { orgId, now }: { orgId: string; now: Date },
  parts: readonly RecordPart[],
  byTable: ReadonlyMap<string, readonly Row[]>,
): Promise<void> {
  const insert = async (table: string, rows: readonly Row[]) => {
    for (const chunk of chunks(rows, rowsAtATime))
      await (trx as unknown as AnyRows)
        .insertInto(table)
        .values(chunk.map((row) => Object.fromEntries(Object.entries(row).map(decoded))))
        .execute()
  }
  for (const [at, { table, isLink, references = [] }] of parts.entries()) {
    if (isLink) continue
    const rows = await withPresent(trx, orgId, byTable.get(table) ?? [], references)
    if (at > 0) await asPart(() => insert(table, rows))
    else {
      const changed = rows.map((row) => ({ ...row, updated_at: now.toISOString(), revision: Number(row.revision) + 1 }))
      await asRestoration(() => insert(table, changed))
    }
  }
}

async function withPresent(
  trx: Transaction<Tables>,
  orgId: string,
  kept: readonly Row[],
  references: readonly Reference[],
): Promise<readonly Row[]> {
  let rows = kept
  for (const { column, table, isOptional } of references) {
    const ids = rows.flatMap((row) => (row[column] ?? []) as string)
    const present = await presentIds(trx, orgId, table, ids)
    const isPresent = (row: Row) => row[column] === null || present.has(row[column] as string)
    rows = isOptional ? rows.map((row) => (isPresent(row) ? row : { ...row, [column]: null })) : rows.filter(isPresent)
  }
  return rows
}

async function presentIds(trx: Transaction<Tables>, orgId: string, table: keyof Tables, ids: readonly string[]) {
  const present = new Set<string>()
  for (const chunk of chunks([...new Set(ids)])) {
    const rows = await (trx as unknown as AnyRows)
      .selectFrom(table)
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', 'in', chunk)
      .execute()
    for (const { id } of rows) present.add(id as string)
  }
  return present
}
