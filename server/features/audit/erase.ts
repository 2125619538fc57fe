import { sql, type Transaction } from 'kysely'
import { badRequest, unauthorized } from '#core/base/errors.ts'
import { digestOf, formatRanges } from '#core/domain/audit/chain.ts'
import { currentScope } from '#core/domain/audit/origin.ts'
import { noUsage } from '#core/domain/requests/quotas.ts'
import { append } from '../../db/audit/append.ts'
import { newEntry } from '../../db/audit/entry.ts'
import type { Database } from '../../db/connect.ts'
import { isServer } from '../../db/engine.ts'
import { forUpdate } from '../../db/locks.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { findMembership } from '../accounts/members.ts'

export interface ErasureFilter {
  actor_id?: string
  target_id?: string
  /** ISO 8601: entries before this time. */
  before?: string
  /** Whether to leave the service's own erasures, which name nobody: erasing them would need another one each night. */
  leavesOwnErasures?: boolean
}

/** Entries that one transaction erases: about 50 ms of the thread; others write between two. */
const erasedAtATime = 1000

/**
 * Erases the content of all entries that match, and returns their number (behavior: Audit log). Each part is an entry
 * that names which entries it covers. Deletions cannot be undone afterwards, since the deleted rows may hold the erased
 * texts.
 *
 * @throws 400 without a filter; 401 for anybody but an owner in a session
 */
export async function eraseEntries(ctx: Ctx, orgId: string, filter: ErasureFilter): Promise<number> {
  const { role } = await findMembership(ctx, orgId)
  if (ctx.caller.kind !== 'session' || role !== 'owner') throw unauthorized('Only an owner may erase the audit log')
  if (Object.values(filter).every((value) => value === undefined))
    throw badRequest('The body must include actorId, targetId or before, so that it is clear which entries to erase')
  await ctx.db.deleteFrom('deleted_rows').where('org_id', '=', orgId).execute()
  return eraseMatching(ctx.db, orgId, filter)
}

/** Erases the content of matching entries, without a check of the caller. */
async function eraseMatching(db: Database, orgId: string, filter: ErasureFilter): Promise<number> {
  const head = await db.selectFrom('audit_heads').select('seq').where('org_id', '=', orgId).executeTakeFirst()
  let erased = 0
  // The entries of the erasure itself come after the head of now.
  for (let after = 0, size = erasedAtATime; head && size === erasedAtATime; erased += size) {
    const range = { after, until: head.seq }
    const numbers = await db.transaction().execute((trx) => erasePart(trx, orgId, filter, range))
    size = numbers.length
    after = numbers.at(-1) ?? head.seq
  }
  return erased
}

async function erasePart(
  trx: Transaction<Tables>,
  orgId: string,
  { actor_id, target_id, before, leavesOwnErasures }: ErasureFilter,
  { after, until }: { after: number; until: number },
): Promise<number[]> {
  const entries = await forUpdate(trx)(
    trx
      .selectFrom('audit_log')
      .select(['seq', 'salt', 'content'])
      .where('org_id', '=', orgId)
      .where('seq', '>', after)
      .where('seq', '<=', until)
      .where('content', 'is not', null)
      .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id!))
      .$if(target_id !== undefined, (query) => query.where('target_id', '=', target_id!))
      .$if(before !== undefined, (query) => query.where('at', '<', before!))
      .$if(leavesOwnErasures === true, (query) =>
        query.where((eb) => eb.or([eb('covers', 'is', null), eb('actor_id', 'is not', null)])),
      )
      .orderBy('seq')
      .limit(erasedAtATime),
  ).execute()
  if (entries.length === 0) return []
  const digests = entries.map(({ seq, salt, content }) => ({ seq, digest: digestOf(salt!, content!) }))
  await writeDigests(trx, orgId, JSON.stringify(digests))
  const numbers = digests.map(({ seq }) => seq)
  const covers = formatRanges(numbers)
  const scope = currentScope()
  const entry = newEntry(
    scope,
    'audit.erase',
    {
      ...scope.originOf(),
      target: { type: 'audit_log', id: null, name: null },
      agent_id: null,
      group_id: null,
      before: null,
      after: { covers },
    },
    covers,
  )
  const engine = isServer(trx) ? 'postgres' : 'sqlite'
  await append[engine]((query) => trx.executeQuery(query), orgId, [entry], noUsage)
  return numbers
}

const columns = sql`content = null, salt = null, actor_id = null, target_id = null, agent_id = null, group_id = null,
  layer_id = null`

async function writeDigests(trx: Transaction<Tables>, orgId: string, digests: string): Promise<void> {
  const input = isServer(trx)
    ? sql`json_to_recordset(${digests}::json) as input (seq bigint, digest text)`
    : sql`(select value ->> 'seq' as seq, value ->> 'digest' as digest from json_each(${digests})) as input`
  await sql`update audit_log set ${columns}, digest = input.digest from ${input}
    where audit_log.org_id = ${orgId} and audit_log.seq = input.seq`.execute(trx)
}

const dayMs = 86_400_000

/** Erases the entries that are older than the number of days that each organization sets (behavior: Audit log). */
export async function eraseOldEntries(db: Database, now: Date): Promise<void> {
  const organizations = await db
    .selectFrom('organizations')
    .select(['id', 'audit_retention_days'])
    .where('audit_retention_days', 'is not', null)
    .execute()
  for (const { id, audit_retention_days } of organizations) {
    const before = new Date(now.getTime() - audit_retention_days! * dayMs).toISOString()
    await eraseMatching(db, id, { before, leavesOwnErasures: true })
  }
}
