import { createHash, createHmac } from 'node:crypto'
import { writeSync } from 'node:fs'
import { badRequest } from '#core/base/errors.ts'
import { jsonShape } from '#core/base/json-shape.ts'
import type { Column } from '#core/domain/archive/columns.ts'
import {
  type ArchivedFile,
  type Manifest,
  manifestPath,
  maxManifestLength,
  notArchive,
  parseManifest,
} from '#core/domain/archive/manifest.ts'
import { archivedTableNames, archivedTables, fileOf, organizationColumns } from '#core/domain/archive/tables.ts'
import { type Archive, openArchive, textUpTo } from './zip.ts'

/** An archive of an organization without its records. */
export interface ArchivedOrganization {
  /** The id of the new organization. */
  id: string
  manifest: Manifest
  settings: Record<string, unknown>
  /** The number of records in all tables. */
  records: number
}

export interface OrganizationFiles {
  fd: number
  /** The open file that gets the records: each line has a table and a record, with new ids. */
  contentsFd: number
  /** Random: ids of the new organization follow from it and the old ones. */
  salt: string
  /** The address of this service, under which it serves pictures. */
  publicUrl: string
}

const maxInflatedBytes = 1_000_000_000
/** In characters: a snapshot of 10,000 items has a few millions. */
const maxLineLength = 32_000_000
const maxShape = { depth: 64, values: 2_000_000 }

/**
 * Checks an archive of an organization to its last byte, and writes its records for the import.
 *
 * @throws 400 that names `file` and what is wrong with it.
 */
export async function readOrganization({ fd, contentsFd, salt, publicUrl }: OrganizationFiles) {
  const archive = await openArchive(fd, maxInflatedBytes)
  if (!archive.paths.includes(manifestPath)) throw notArchive()
  const manifest = parseManifest(await textUpTo(maxManifestLength + 1, archive.text(manifestPath)))
  const newId = newIds(salt)
  const read = (table: string, columns: Record<string, Column>) =>
    readTable(archive, manifest, { table, columns, newId })
  const { value: settings } = await read('organization', organizationColumns).next()
  if (!settings) throw badRequest('file has no settings of the organization; export it again')
  let records = 0
  for (const table of archivedTableNames) {
    for await (const row of read(table, archivedTables[table])) {
      if (table === 'agents') row.avatar_url = ownAddress(row.avatar_url, publicUrl)
      writeSync(contentsFd, `${JSON.stringify([table, row])}\n`)
      records++
    }
  }
  return {
    id: newId(manifest.organization.id.toLowerCase()),
    manifest,
    settings,
    records,
  } satisfies ArchivedOrganization
}

/**
 * Returns new ids in the order of the old ones, which decides between records of one moment: the first 11 bytes, which
 * are a time and a counter, stay, and the random rest is another.
 */
const newIds = (salt: string) => (id: string) => {
  const rest = createHmac('sha256', salt).update(id).digest('hex').slice(0, 10)
  return `${id.slice(0, 26)}${rest}`
}

/** The picture of an agent comes with the archive, and is served by this service. */
function ownAddress(url: unknown, publicUrl: string): unknown {
  const [path] = /\/avatars\/[0-9a-f]{64}\.[a-z]{3,4}$/.exec(String(url)) ?? []
  return path === undefined ? url : `${publicUrl}${path}`
}

interface TableToRead {
  table: string
  columns: Record<string, Column>
  newId: (id: string) => string
}

/** Yields the records of a table; one that the archive lacks has none. */
async function* readTable(
  archive: Archive,
  manifest: Manifest,
  { table, columns, newId }: TableToRead,
): AsyncGenerator<Record<string, unknown>> {
  const path = fileOf(table)
  const listed = manifest.files.find((file) => file.path === path)
  if (!listed && !archive.paths.includes(path)) return
  if (!listed || !archive.paths.includes(path)) throw changed(path)
  let records = 0
  for await (const line of linesOf(archive, listed)) {
    records++
    yield recordOf(line, columns, newId, `line ${records} of ${path}`)
  }
  if (records !== listed.records) throw changed(path)
}

/** @throws 400 at the end of a file whose bytes are not those of the manifest. */
async function* linesOf(archive: Archive, { path, sha256 }: ArchivedFile): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rest = ''
  for await (const piece of archive.text(path)) {
    hash.update(piece)
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    if (rest.length > maxLineLength)
      throw badRequest(`file has a line of more than ${maxLineLength} characters in ${path}`)
    yield* lines
  }
  if (rest !== '' || hash.digest('hex') !== sha256) throw changed(path)
}

const changed = (path: string) =>
  badRequest(`file has another ${path} than its manifest.json says; send the archive as it was exported`)

function recordOf(
  line: string,
  columns: Record<string, Column>,
  newId: (id: string) => string,
  source: string,
): Record<string, unknown> {
  const row = parsed(line)
  if (row === undefined) throw badRequest(`file has no record in ${source}`)
  const entries = Object.entries(row).map(([name, value]) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (!column)
      throw badRequest(`file has the unknown field ${name.slice(0, 50)} in ${source}; a later version may have made it`)
    const read = column(value, newId)
    if (read === undefined) throw badRequest(`file has an invalid ${name} in ${source}`)
    return [name, read]
  })
  return Object.fromEntries(entries)
}

function parsed(line: string): Record<string, unknown> | undefined {
  const { depth, values } = jsonShape(line, maxShape)
  if (depth > maxShape.depth || values > maxShape.values) return undefined
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
