import { badRequest, notFound, unauthorized } from '#core/base/errors.ts'
import type { Actor } from '#core/domain/requests/actor.ts'
import type { Ctx } from '../../deps.ts'
import { findMembership } from '../accounts/members.ts'

/** Names that always mean the live prompt. */
export const liveLabels: readonly string[] = ['live', 'latest']
const pattern = /^[a-z0-9-]{1,64}$/

/** @throws 400 for a label that cannot be set (behavior: Prompt versions). */
export function requireLabelName(label: string): void {
  if (!pattern.test(label)) throw badRequest('label must be 1 to 64 lowercase letters, digits and hyphens')
  if (liveLabels.includes(label))
    throw badRequest(`label must not be ${label}, which always means the live prompt; choose another name`)
}

/** @throws 401 when the organization protects the label, and the caller is neither an owner nor a key with full access. */
export async function requireLabelMover(ctx: Ctx, orgId: string, label: string): Promise<void> {
  const { caller, db } = ctx
  const organization = await db
    .selectFrom('organizations')
    .select('protected_labels')
    .where('id', '=', orgId)
    .executeTakeFirst()
  if (!organization?.protected_labels.includes(label)) return
  if (caller.kind === 'key') {
    if ((caller.access ?? 'full') !== 'full') throw unauthorized(`This key may not move ${label}, which is protected`)
  } else if ((await findMembership(ctx, orgId)).role !== 'owner') {
    throw unauthorized(`Only an owner may move ${label}, which is protected`)
  }
}

/** Describes the caller as the history of a label keeps it. */
export async function actorOf({ caller, db }: Ctx, orgId: string): Promise<Actor> {
  const { kind, keyId, keyHint, userId } = caller
  if (kind === 'key' && keyId !== undefined) {
    const key = await db
      .selectFrom('api_keys')
      .select('label')
      .where('org_id', '=', orgId)
      .where('id', '=', keyId)
      .executeTakeFirst()
    return { type: 'key', id: keyId, name: key?.label ?? `Key …${keyHint}`, key_hint: keyHint ?? null }
  }
  const user = await db.selectFrom('users').select('display_name').where('id', '=', userId).executeTakeFirst()
  if (!user) throw notFound('Account')
  return { type: 'user', id: userId, name: user.display_name, key_hint: null }
}
