import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound, unauthorized } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { isWellFormedKey, newKey } from '#core/domain/requests/api-key.ts'
import type { Caller, KeyAccess } from '#core/domain/requests/caller.ts'
import { hasAccess, keyAccessOfRole } from '#core/domain/requests/key-access.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { keyCacheMs } from './key-cache.ts'
import { findMembership } from './members.ts'
import { causeOf, recordSecurityEvent } from './security-events.ts'

/** `last_used_at` is written at most this often per key. */
const lastUsedStepMs = 60_000

/**
 * Looks up the caller of a raw key and caches it in `keys`; undefined for a key that is malformed, unknown or revoked.
 */
export async function findCallerByKey({ db, keys, uses, now }: Deps, key: string): Promise<Caller | undefined> {
  if (!isWellFormedKey(key)) return undefined
  const hash = sha256(key)
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.org_id')
    .select(['org_id', 'api_keys.id', 'created_by', 'key_hint', 'last_used_at', 'access', 'agent_id', 'expires_at'])
    .select(['label', 'require_review'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const leftMs = row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at) - now().getTime()
  if (leftMs <= 0) return undefined
  const caller: Caller = {
    kind: 'key',
    userId: row.created_by,
    name: row.label,
    orgIds: [row.org_id],
    defaultOrgId: row.org_id,
    limitKey: key.slice(0, 12),
    credentialHash: hash,
    keyId: row.id,
    keyHint: row.key_hint,
    access: row.access,
    ...(row.agent_id && { agentId: row.agent_id }),
    ...(row.require_review && { requiresReview: true }),
  }
  // Cached before the use is recorded, so that a concurrent revocation clears it.
  keys.set(key, caller, { ttl: Math.min(keyCacheMs, leftMs) })
  const usedAt = now()
  const last = uses.lastUseOf(row.id) ?? row.last_used_at
  const sinceMs = last ? Math.abs(usedAt.getTime() - Date.parse(last)) : Number.POSITIVE_INFINITY
  if (sinceMs >= lastUsedStepMs) uses.keyUsed(row.id, row.org_id, usedAt.toISOString())
  return caller
}

/** Returns which of the ids are keys of the organization that are neither revoked nor expired. */
export async function findValidKeys({ db, now }: Deps, orgId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
  const isValid = ({ expires_at }: { expires_at: string | null }) =>
    expires_at === null || Date.parse(expires_at) > now().getTime()
  return new Set(keys.filter(isValid).map(({ id }) => id))
}

const recordColumns = [
  'id',
  'org_id',
  'created_by',
  'label',
  'key_hint',
  'access',
  'agent_id',
  'expires_at',
  'last_used_at',
  'created_at',
] as const

/** Access of a new key. */
export interface KeyLimits {
  access?: KeyAccess
  agent_id?: string | null
  expires_at?: string | null
}

/** Creates a key of an organization. The raw key is only in this answer. */
export async function insertKey(
  trx: Transaction<Tables>,
  input: { orgId: string; userId: string; label: string | null; limits?: KeyLimits; now: Date },
) {
  const key = newKey()
  const record = await trx
    .insertInto('api_keys')
    .values({
      org_id: input.orgId,
      id: newId(),
      key_hash: sha256(key),
      key_hint: key.slice(-4),
      label: input.label,
      ...input.limits,
      created_by: input.userId,
      created_at: input.now.toISOString(),
    })
    .returning(recordColumns)
    .executeTakeFirstOrThrow()
  return { ...record, key }
}

/** Lists the organization's key records, oldest first, without the keys themselves (behavior: API keys). */
export async function listKeys(ctx: Ctx, orgId: string) {
  const keys = await ctx.db
    .selectFrom('api_keys')
    .select(recordColumns)
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()
  return keys.map((key) => ({ ...key, last_used_at: ctx.uses.lastUseOf(key.id) ?? key.last_used_at }))
}

async function requireAgent({ db }: Ctx, orgId: string, id: string): Promise<void> {
  const found = db.selectFrom('agents').select('id').where('org_id', '=', orgId).where('id', '=', id)
  if (!(await found.executeTakeFirst())) throw notFound('Agent')
}

/**
 * Creates a key; the raw key is only in this answer (behavior: API keys). Without an access it gets the most that the
 * person's role allows.
 *
 * @throws 401 for more access than the role allows, 404 for an agent of another organization, 400 for a past expiry.
 */
export async function createKey(ctx: Ctx, orgId: string, label: string | null, asked: KeyLimits = {}) {
  const { userId } = ctx.caller
  const { role } = await findMembership(ctx, orgId)
  const most = keyAccessOfRole[role]
  const limits = { access: most, ...asked }
  if (!hasAccess({ access: most }, limits.access))
    throw unauthorized(`Your role in this organization is ${role}: access can be at most ${most}`)
  if (limits.agent_id) await requireAgent(ctx, orgId, limits.agent_id)
  if (limits.expires_at && Date.parse(limits.expires_at) <= ctx.now().getTime())
    throw badRequest('expiresAt must be in the future')
  const created = await ctx.db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, { userId, what: 'key_created', ...causeOf(ctx) })
    return insertKey(trx, { orgId, userId, label, limits, now: ctx.now() })
  })
  return { ...created, warning: 'Store this key now: it is shown only once.' }
}

/** Renames a key. Members rename their own keys, owners any (behavior: API keys). @throws 401, 404. */
export async function renameKey(ctx: Ctx, orgId: string, keyId: string, label: string) {
  await requireOwnKey(ctx, orgId, keyId)
  const record = await ctx.db
    .updateTable('api_keys')
    .set({ label })
    .where('org_id', '=', orgId)
    .where('id', '=', keyId)
    .returning(recordColumns)
    .executeTakeFirst()
  if (!record) throw notFound('API key')
  // The audit log names the key as its caller is known.
  ctx.keys.clear()
  return { ...record, last_used_at: ctx.uses.lastUseOf(keyId) ?? record.last_used_at }
}

/** Revokes a key immediately. Members revoke their own keys, owners any (behavior: API keys). @throws 401, 404. */
export async function revokeKey(ctx: Ctx, orgId: string, keyId: string): Promise<void> {
  const key = await requireOwnKey(ctx, orgId, keyId)
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('api_keys').where('org_id', '=', orgId).where('id', '=', keyId).execute()
    await recordSecurityEvent(trx, { userId: key.created_by, what: 'key_revoked', ...causeOf(ctx) })
  })
  ctx.keys.clear()
}

async function requireOwnKey(ctx: Ctx, orgId: string, keyId: string) {
  const key = await ctx.db
    .selectFrom('api_keys')
    .select('created_by')
    .where('org_id', '=', orgId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (!key) throw notFound('API key')
  const { role } = await findMembership(ctx, orgId)
  if (key.created_by !== ctx.caller.userId && role !== 'owner') throw unauthorized()
  return key
}
