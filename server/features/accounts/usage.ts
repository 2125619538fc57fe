import { sql } from 'kysely'
import { noUsage, requireQuotas, shownQuotas, type Usage, usageIn, usageNames } from '#core/domain/requests/quotas.ts'
import type { Database } from '../../db/connect.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveOrganization } from './organizations.ts'

/** Counts of the things that organizations store, and their quotas (behavior: Quotas); the audit log's writer checks each write. */

/**
 * Returns what an organization stores with its quotas; null is no limit.
 *
 * @throws 404 for an organization that is not the caller's.
 */
export async function readUsage(ctx: Ctx, reference: OrganizationReference) {
  const usage = await usageOf(ctx.db, await resolveOrganization(ctx, reference))
  const quotas = shownQuotas(ctx.config.quotas)
  const of = (name: keyof Usage) => ({ used: usage[name], quota: quotas[name] })
  return { items: of('items'), agents: of('agents'), bytes: of('bytes') }
}

/**
 * Refuses work that would store something, before it is done, when a quota is used up.
 *
 * @throws 507 that names the quota.
 */
export async function requireRoom(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  orgId: string,
  name: keyof Usage,
): Promise<void> {
  if (config.quotas[name] === 0) return
  const usage = await usageOf(db, orgId)
  requireQuotas(config.quotas, { ...usage, [name]: usage[name] + 1 }, { ...noUsage, [name]: 1 })
}

async function usageOf(db: Database, orgId: string): Promise<Usage> {
  const head = await db
    .selectFrom('audit_heads')
    .select([...usageNames])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return head ? usageIn(head) : noUsage
}

/**
 * Counts again what each organization stores, since replicas of an earlier version did not count. An organization that
 * changes meanwhile is left to the next night.
 */
export async function recountUsage(db: Database): Promise<void> {
  const heads = await db.selectFrom('audit_heads').select('org_id').orderBy('org_id').execute()
  for (const { org_id } of heads) {
    const counted = await countUsage(db, org_id)
    if (!counted) continue
    const { seq, stored, found } = counted
    if (usageNames.every((name) => stored[name] === found[name])) continue
    await db.updateTable('audit_heads').set(found).where('org_id', '=', org_id).where('seq', '=', seq).execute()
  }
}

/** Reads what is stored, and counts what there is, in one statement. */
export async function countUsage(db: Database, orgId: string) {
  const rows = (table: 'items' | 'agents') =>
    sql<number>`(select count(*) from ${sql.table(table)} where org_id = audit_heads.org_id)`
  const bytes = (table: 'content_items' | 'messages') =>
    sql<number>`(select coalesce(sum(octet_length(content)), 0) from ${sql.table(table)} where org_id = audit_heads.org_id)`
  const row = await db
    .selectFrom('audit_heads')
    .select(['seq', ...usageNames])
    .select([rows('items').as('found_items'), rows('agents').as('found_agents')])
    .select([bytes('content_items').as('found_content'), bytes('messages').as('found_messages')])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    seq: row.seq,
    stored: usageIn(row),
    found: usageIn({
      items: row.found_items,
      agents: row.found_agents,
      bytes: Number(row.found_content) + Number(row.found_messages),
    }),
  }
}
