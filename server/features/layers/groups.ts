import { sql, type Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { beginChange } from '../../db/change.ts'
import type { Database } from '../../db/connect.ts'
import { keepRows } from '../../db/deleted-rows.ts'
import { deleteInParts, releaseInParts } from '../../db/in-parts.ts'
import { forKeyShare } from '../../db/locks.ts'
import { ascending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Group, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import type { Ctx } from '../../deps.ts'
import { groupOwner } from './owners.ts'
import { partsOfGroup } from './restore-group.ts'

const groupFields = ({ revision, ...group }: Group) => group

const groupOrder = [ascending('display_order', 'number'), ascending('name', 'text'), ascending('id', 'id')]

/** Returns groups with agent_count, by display_order and then name. */
export function listGroups(ctx: Ctx, orgId: string, page: Page) {
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('groups')
      .select(['id', 'org_id', 'name', 'description', 'display_order', 'manager_agent_id', 'created_at', 'updated_at'])
      .select((eb) =>
        eb
          .selectFrom('agents')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('agents.org_id', '=', 'groups.org_id')
          .whereRef('agents.group_id', '=', 'groups.id')
          .$asScalar()
          .as('agent_count'),
      )
      .where('org_id', '=', parameter('org_id'))
  return listPage(ctx, { name: 'groups', values: { org_id: orgId }, order: groupOrder, query }, page)
}

export interface GroupChanges {
  name?: string
  description?: string | null
  display_order?: number
  manager_agent_id?: string | null
}

/** Creates a group, optionally with a manager. */
export function createGroup(ctx: Ctx, orgId: string, input: GroupChanges & { name: string }) {
  return ctx.db.transaction().execute(async (trx) => {
    const id = newId()
    if (input.manager_agent_id) await requireManager(trx, orgId, input.manager_agent_id, id)
    const now = ctx.now().toISOString()
    const group = await trx
      .insertInto('groups')
      .values({ ...input, org_id: orgId, id, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    return groupFields(group)
  })
}

/**
 * Locks a group for a change. Returns its new `updated_at`.
 *
 * @throws 404, or 412 in another state than expected.
 */
async function lockGroup(ctx: Ctx, trx: Transaction<Tables>, orgId: string, groupId: string): Promise<string> {
  const state = trx.selectFrom('groups').select('updated_at').where('org_id', '=', orgId).where('id', '=', groupId)
  const updated_at = await beginChange(ctx, trx, state)
  if (updated_at === undefined) throw notFound('Group')
  return updated_at
}

/**
 * Changes a group.
 *
 * @throws 400 when the manager is not an agent in the organization or belongs to the same group (behavior: Groups); 412
 * when the group is in another state than the request expects.
 */
export async function updateGroup(ctx: Ctx, groupId: string, changes: GroupChanges) {
  const { org_id } = await groupOwner(ctx, groupId)
  return ctx.db.transaction().execute(async (trx) => {
    // Lock before the check of the manager, so that an agent that enters the group meanwhile has to wait.
    const updated_at = await lockGroup(ctx, trx, org_id, groupId)
    const group = await trx
      .updateTable('groups')
      .set((eb) => ({ ...changes, updated_at, revision: eb('revision', '+', 1) }))
      .where('org_id', '=', org_id)
      .where('id', '=', groupId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (changes.manager_agent_id) await requireManager(trx, org_id, changes.manager_agent_id, groupId)
    return groupFields(group)
  })
}

/** Locks the agent against deletion until the end of the transaction. */
async function requireManager(trx: Transaction<Tables>, orgId: string, agentId: string, groupId: string) {
  const manager = await forKeyShare(trx)(
    trx.selectFrom('agents').select('group_id').where('org_id', '=', orgId).where('id', '=', agentId),
  ).executeTakeFirst()
  if (!manager) throw badRequest('managerAgentId is not an agent in this organization')
  if (manager.group_id === groupId)
    throw badRequest('managerAgentId must not be an agent of this group; a manager belongs to another group')
}

/**
 * Deletes a group with its items and the overrides on them; its agents stay, without a group (behavior: Overrides).
 *
 * @returns until when it can be restored; null if it is too large for that.
 */
export async function deleteGroup(ctx: Ctx, groupId: string): Promise<string | null> {
  const { org_id } = await groupOwner(ctx, groupId)
  return ctx.db.transaction().execute(async (trx) => {
    // Lock the group first, as moving an agent does; the other order can deadlock.
    await lockGroup(ctx, trx, org_id, groupId)
    const until = await keepRows(trx, { org_id, record_id: groupId, kind: 'group' }, partsOfGroup, ctx.now())
    const updated_at = updatedLater(trx, ctx.now())
    const values = { group_id: null, updated_at, revision: sql<number>`revision + 1` }
    await releaseInParts(trx, 'agents', { org_id, group_id: groupId }, values)
    await deleteInParts(trx, ['items'], { org_id, group_id: groupId })
    await trx.deleteFrom('groups').where('org_id', '=', org_id).where('id', '=', groupId).execute()
    return until
  })
}
