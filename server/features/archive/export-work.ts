import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { TaskGroup } from '#core/base/pool.ts'
import type { Tasks } from '#core/base/task-runner.ts'
import { version } from '#core/base/version.ts'
import { type ArchivedFile, archiveFormat, type Manifest, manifestPath } from '#core/domain/archive/manifest.ts'
import { archivedTableNames, archivedTables, fileOf, organizationColumns } from '#core/domain/archive/tables.ts'
import type { Database } from '../../db/connect.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { Tables } from '../../db/tables.ts'
import { keysOf, rowsPerPage, toArchive } from './records.ts'

type Row = Record<string, unknown>

export interface ExportWork {
  /** `fd` is the open file to which the archive is written. */
  export: { input: { orgId: string; fd: number; now: string }; output: null }
}

export type Exports = TaskGroup<ExportWork>

/** @param open opens a connection for one export, which reads the state of one moment. */
export const exportWork = (open: () => Promise<Database>): Tasks<ExportWork> => ({
  export: async ({ orgId, fd, now }) => {
    const db = await open()
    try {
      await inSnapshot(db, (snapshot) => writeArchive(snapshot, orgId, fd, now))
    } finally {
      await db.destroy()
    }
    return null
  },
})

/** The tables that an archive has for reading alone: an import makes other ones. */
const onlyRead = ['members', 'audit_log'] as const

async function writeArchive(db: Database, orgId: string, fd: number, made_at: string): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream('', { fd, autoClose: false, start: 0 }))
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const { id, name, slug } = organization
  const settings = Object.keys(organizationColumns).map((column) => [column, (organization as Row)[column]])
  const files = [await addFile(zip, 'organization', [[Object.fromEntries(settings)]])]
  for (const table of archivedTableNames) files.push(await addFile(zip, table, recordsOf(db, table, orgId)))
  for (const table of onlyRead) files.push(await addFile(zip, table, recordsOf(db, table, orgId)))
  const manifest: Manifest = {
    format: archiveFormat,
    made_at,
    service_version: version,
    organization: { id, name, slug },
    audit_head: await readHead(db, orgId),
    files,
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestPath)
  zip.end()
  await written
}

/** Adds a file of lines, and returns when all of them are in the archive: one page is in memory at a time. */
async function addFile(
  zip: ZipFile,
  table: string,
  pages: Iterable<Row[]> | AsyncIterable<Row[]>,
): Promise<ArchivedFile> {
  const path = fileOf(table)
  const hash = createHash('sha256')
  let [records, bytes] = [0, 0]
  const lines = async function* () {
    for await (const rows of pages) {
      const text = Buffer.from(rows.map((row) => `${JSON.stringify(toArchive(table, row))}\n`).join(''))
      hash.update(text)
      records += rows.length
      bytes += text.byteLength
      yield text
    }
  }
  const stream = Readable.from(lines(), { objectMode: false, highWaterMark: 1 })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stream.on('end', resolve).on('error', reject)
  zip.addReadStream(stream, path)
  await promise
  return { path, records, bytes, sha256: hash.digest('hex') }
}

/** Yields the records of a table page by page, in the order of its key. */
async function* recordsOf(db: Database, table: string, orgId: string): AsyncGenerator<Row[]> {
  if (table === 'members') {
    yield await readMembers(db, orgId)
    return
  }
  const keys = keysOf[table] ?? ['id']
  const columns =
    table === 'audit_log' ? auditColumns : Object.keys(archivedTables[table as keyof typeof archivedTables])
  const limit = rowsPerPage(table)
  const all = db
    .selectFrom(table as 'items')
    .select(columns as 'id'[])
    .where('org_id', '=', orgId)
    .limit(limit)
  const page = keys.reduce((query, key) => query.orderBy(sql.ref(key)), all)
  let rows: Row[] = await page.execute()
  while (rows.length > 0) {
    yield rows
    if (rows.length < limit) return
    const last = keys.map((key) => rows.at(-1)![key])
    const after = sql<boolean>`(${sql.join(keys.map((key) => sql.ref(key)))}) > (${sql.join(last)})`
    rows = await page.where(after).execute()
  }
}

/** The columns of an entry that its hash covers, and those that follow from them for an erased one. */
const auditColumns = [
  'seq',
  'at',
  'action',
  'content',
  'salt',
  'digest',
  'covers',
  'hash',
] as const satisfies (keyof Tables['audit_log'])[]

/** The people of the organization, so that they can be invited again. */
const readMembers = (db: Database, orgId: string): Promise<Row[]> =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'members.role', 'users.display_name', 'users.email', 'members.created_at'])
    .where('members.org_id', '=', orgId)
    .orderBy('members.id')
    .execute()

async function readHead(db: Database, orgId: string): Promise<Manifest['audit_head']> {
  const head = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash', 'at'])
    .where('org_id', '=', orgId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? null
}
