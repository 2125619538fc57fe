import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError, badRequest } from '#core/base/errors.ts'
import type { ArchivedTable } from '#core/domain/archive/tables.ts'
import { asPart, currentScope } from '#core/domain/audit/origin.ts'
import { noUsage, requireQuotas, type Usage } from '#core/domain/requests/quotas.ts'
import { settingsOf } from '#core/domain/sources/content-platforms.ts'
import { append } from '../../db/audit/append.ts'
import { newEntry } from '../../db/audit/entry.ts'
import { countedTables, isCounted, sizeOf } from '../../db/audit/usage.ts'
import { conflictOf } from '../../db/conflicts.ts'
import type { Database } from '../../db/connect.ts'
import { isServer } from '../../db/engine.ts'
import type { ContentSource, Organization, Tables } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import type { ArchivedRecord } from '../../outside/archives/archives.ts'
import type { ArchivedOrganization } from '../../outside/archives/organization.ts'
import { removeOrganization } from '../accounts/organizations.ts'
import { fromArchive } from './records.ts'

/**
 * Makes a new organization from an archive (behavior: Archive of an organization). Its records are stored in many
 * short transactions, so that others can write in between. Until the last one the organization has no member, so nobody
 * sees it; an import that fails, or whose process dies, leaves nothing.
 */

/** How many records, and characters of them, one transaction stores. */
const mostRecords = 100
const mostLength = 500_000

/**
 * Imports an archive; the caller becomes the owner of the new organization.
 *
 * @param fd the open file.
 * @throws 400 that names `file` for anything but an unchanged archive, 413 when reading it takes too long, 507 when it has
 * more than the quotas of an organization allow.
 */
export function importOrganization(ctx: Ctx, fd: number): Promise<Organization> {
  const files = { fd, salt: randomBytes(32).toString('hex'), publicUrl: ctx.config.publicUrl }
  // Imports of one person take turns.
  const requester = { org_id: ctx.caller.userId, signal: ctx.signal }
  return ctx.archives.organization(files, requester, async (archived, records) => {
    await reserve(ctx, archived)
    try {
      const usage = await asPart(() => store(ctx, archived.id, records))
      return await complete(ctx, archived, usage)
    } catch (error) {
      await removeOrganization(ctx.db, archived.id)
      throw refusalOf(error)
    }
  })
}

/** Inserts the organization with the slug of the archive, or one like it when that is taken. */
async function reserve({ db, now }: Ctx, { id, manifest: { organization } }: ArchivedOrganization): Promise<void> {
  const base = slugOf(organization.slug)
  const created_at = now().toISOString()
  const insert = (slug: string) =>
    db
      .insertInto('organizations')
      .values({ id, name: nameOf(organization.name), slug, created_at, importing_since: created_at })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
  await asPart(async () => (await insert(base)) ?? (await insert(`${base.slice(0, 50)}-${uuid().slice(-8)}`)))
}

const slugOf = (slug: unknown) =>
  typeof slug === 'string' && slug.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? slug : 'imported'
const nameOf = (name: unknown) => (typeof name === 'string' && name.trim() !== '' ? name.slice(0, 200) : 'Imported')

/** Returns the counts of the records for the quotas, which nobody else changes until the organization has a member. */
async function store(ctx: Ctx, orgId: string, records: AsyncIterable<ArchivedRecord>): Promise<Usage> {
  const usage = { ...noUsage }
  let table: ArchivedTable | undefined
  let rows: object[] = []
  let length = 0
  const flush = async () => {
    if (table && rows.length > 0)
      await ctx.db
        .insertInto(table)
        .values(rows as never)
        .execute()
    rows = []
    length = 0
  }
  for await (const [name, record] of records) {
    const size = JSON.stringify(record).length
    if (name !== table || rows.length >= mostRecords || length + size > mostLength) await flush()
    table = name
    length += size
    if (isCounted(name)) usage[countedTables[name]] += sizeOf(name, record)
    requireQuotas(ctx.config.quotas, usage, usage)
    rows.push(rowOf(ctx, orgId, name, record))
  }
  await flush()
  return usage
}

function rowOf(ctx: Ctx, org_id: string, table: ArchivedTable, record: Record<string, unknown>) {
  const row = { ...fromArchive(table, record), org_id }
  if (table === 'content_sources') Object.assign(row, { config: checkedConfig(ctx, record as never) })
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, storable(value)]))
}

const checkedConfig = ({ github, web }: Ctx, { platform, config }: ContentSource) =>
  settingsOf(platform, config as never, { github: github.address, checkAddress: web.checkAddress })

const storable = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? json(value) : value

/** Gives the organization its settings and its owner, and begins its audit log, which names the archive's own. */
function complete(
  ctx: Ctx,
  { id, manifest, settings, records }: ArchivedOrganization,
  usage: Usage,
): Promise<Organization> {
  const created_at = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (trx) => {
    const { protected_labels, ...others } = settings
    const labels = protected_labels !== undefined && { protected_labels: json(protected_labels as string[]) }
    const member = { org_id: id, id: uuid(), user_id: ctx.caller.userId, role: 'owner', created_at } as const
    const organization = await asPart(async () => {
      await trx.insertInto('members').values(member).execute()
      return trx
        .updateTable('organizations')
        .set({ ...others, ...labels, importing_since: null })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    const { made_at, organization: from, audit_head } = manifest
    await noteImport(trx, organization, { from, made_at, audit_head, records, owner: ctx.caller.userId }, usage)
    return organization
  })
}

async function noteImport(
  trx: Transaction<Tables>,
  { id, name }: Organization,
  after: Record<string, unknown>,
  usage: Usage,
) {
  const scope = currentScope()
  const entry = newEntry(scope, 'organization.import', {
    ...scope.originOf(),
    target: { type: 'organization', id, name },
    agent_id: null,
    group_id: null,
    before: null,
    after,
  })
  const engine = isServer(trx) ? 'postgres' : 'sqlite'
  await append[engine]((query) => trx.executeQuery(query), id, [entry], usage)
}

/** PostgreSQL's class of violated constraints and of values that a column cannot hold, and SQLite's words for them. */
const isUnfit = (error: unknown) =>
  /^2[23]/.test(String((error as { code?: unknown }).code)) || /constraint failed/.test((error as Error).message)

function refusalOf(error: unknown): unknown {
  if (error instanceof AppError && error.code !== 'invalid') return error
  if (error instanceof AppError) return badRequest(`file has a source that cannot be imported: ${error.message}`)
  return conflictOf(error) || isUnfit(error)
    ? badRequest('file has records that contradict each other, or refer to missing ones; export the organization again')
    : error
}

/** How long an import may take before its organization counts as left behind by a process that died. */
const abandonedMs = 2 * 3_600_000

/** Deletes the organizations of imports whose process died. */
export async function removeAbandonedImports(db: Database, now: Date): Promise<void> {
  const abandoned = await db
    .selectFrom('organizations')
    .select('id')
    .where('importing_since', '<', new Date(now.getTime() - abandonedMs).toISOString())
    .execute()
  for (const { id } of abandoned) await removeOrganization(db, id)
}
