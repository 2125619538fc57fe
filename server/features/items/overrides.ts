import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound } from '#core/base/errors.ts'
import { type OverrideSource, overrideSources } from '#core/domain/kinds.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Agent, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'
import { bumpRevision } from '../layers/revisions.ts'

/** Returns an agent's overrides, oldest first (behavior: Overrides). */
export async function listOverrides(ctx: Ctx, agentId: string) {
  const { org_id } = await agentOwner(ctx, agentId)
  return ctx.db
    .selectFrom('overrides')
    .select(['id', 'agent_id', 'source_type', 'source_id', 'created_at'])
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .orderBy('id')
    .execute()
}

/**
 * Hides an inherited item from one agent.
 *
 * @throws 404 unless the source is an item of this kind and of the scope in `source_type`, in the agent's organization
 * or current group (behavior: Overrides); 409 when it is overridden already.
 */
export async function createOverride(
  ctx: Ctx,
  agentId: string,
  input: { source_type: OverrideSource; source_id: string },
) {
  const owner = await agentOwner(ctx, agentId)
  return ctx.db.transaction().execute(async (trx) => {
    const { scope, kind } = overrideSources[input.source_type]
    // Locked, so that an item whose deletion has begun is waited for and found to be gone.
    const source = await forKeyShare(trx)(
      trx
        .selectFrom('items')
        .innerJoin('agents', (join) =>
          join
            .onRef('agents.org_id', '=', 'items.org_id')
            .on((eb) => eb.or([eb('items.scope', '=', 'org'), eb('items.group_id', '=', eb.ref('agents.group_id'))])),
        )
        .select('items.id')
        .where('items.org_id', '=', owner.org_id)
        .where('items.id', '=', input.source_id)
        .where('items.scope', '=', scope)
        .where('items.kind', '=', kind)
        .where('agents.id', '=', agentId),
    ).executeTakeFirst()
    if (!source) throw notFound('Item to override (sourceId)')
    const override = await insertOverride(ctx, trx, { org_id: owner.org_id, id: agentId }, input)
    await bumpRevision(trx, owner)
    return override
  })
}

/** Inserts only the row: the caller has checked the source, and bumps the agent's revision. */
export const insertOverride = (
  ctx: Ctx,
  trx: Transaction<Tables>,
  { org_id, id }: Pick<Agent, 'org_id' | 'id'>,
  input: { source_type: OverrideSource; source_id: string },
) =>
  trx
    .insertInto('overrides')
    .values({ org_id, id: newId(), agent_id: id, ...input, created_at: ctx.now().toISOString() })
    .returning(['id', 'agent_id', 'source_type', 'source_id', 'created_at'])
    .executeTakeFirstOrThrow()

/** Shows the inherited item to the agent again. */
export async function deleteOverride(ctx: Ctx, agentId: string, overrideId: string): Promise<void> {
  const owner = await agentOwner(ctx, agentId)
  await ctx.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('overrides')
      .where('org_id', '=', owner.org_id)
      .where('agent_id', '=', agentId)
      .where('id', '=', overrideId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Override')
    await bumpRevision(trx, owner)
  })
}
