import { badRequest, unauthorized } from '#core/base/errors.ts'
import { actorOf, type NamedActor } from '#core/domain/requests/actor.ts'
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
export function moverOf({ caller }: Ctx): NamedActor {
  const actor = actorOf(caller)
  return { ...actor, name: actor.name ?? `Key …${actor.key_hint}` }
}
