import { sql, type Transaction } from 'kysely'
import { type AppError, badRequest, conflict, unauthorized } from '#core/base/errors.ts'
import { momentAfter } from '#core/base/time.ts'
import type { ItemState, ProfileState } from '#core/domain/identity/change-requests.ts'
import { removalOf } from '#core/domain/identity/item-lifecycle.ts'
import type { OverrideSource } from '#core/domain/kinds.ts'
import { etagOf, requireExpected } from '#core/domain/requests/etag.ts'
import { hasAccess } from '#core/domain/requests/key-access.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Agent, ChangeRequest, Item, ProposedChange, Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { columnsOf } from '../items/columns.ts'
import { insertMissing } from '../items/create.ts'
import { insertOverride } from '../items/overrides.ts'
import { ownerOf } from '../layers/owners.ts'
import { bumpRevisions } from '../layers/revisions.ts'
import { findChangeRequest, findChanges, requireOwnRequest, stateAfter } from './find.ts'
import { isOfAgent, isStale, lockSubjects } from './subjects.ts'

/**
 * Applies the changes of an open request, or `only` those at these positions, in one transaction; the request is then
 * merged, and changes that were left out are not applied. The merging user counts as the approver of added items.
 *
 * @throws 404; 401 for a key of one agent when the request also concerns others; 400 for a position that the request
 * does not have; 409 when the request is decided, or when changes are stale or repeat existing items: then nothing is
 * written.
 */
export async function mergeChangeRequest(ctx: Ctx, id: string, only?: number[]): Promise<void> {
  const request = await findChangeRequest(ctx, id)
  requireOtherAuthor(ctx, request)
  // The whole request is decided, including the changes that are left out.
  await requireOwnRequest(ctx, request)
  // Merging is the review, so the transaction sees everything: the key's view has already limited which request it can
  // find.
  await ctx.db
    .withoutPlugins()
    .transaction()
    .execute(async (trx) => {
      await decide(ctx, trx, request, { status: 'merged' })
      const all = await findChanges(trx, request)
      const changes = only ? chosenOf(all, only) : all
      if (changes.length === 0) throw conflict('Nothing is left to merge: what was to change is gone')
      const groups = await lockGroups(trx, request.org_id, changes)
      const subjects = await lockSubjects(trx, request.org_id, changes)
      const stale = changes.filter((change) => isStale(change, subjects))
      if (stale.length > 0) throw staleConflict(stale, 'changed since they were proposed')
      requireJoinable(changes, groups)
      const { items, agents } = subjects
      // Overrides first, since removing an item removes its overrides. Removals and edits before additions, which may
      // reuse the freed statements.
      const rank = { override: 0, restore: 0, profile: 0, remove: 1, edit: 2, add: 3 }
      const inOrder = changes.toSorted((a, b) => rank[a.op] - rank[b.op])
      for (const change of inOrder) {
        if (isOfAgent(change)) await changeAgent(ctx, trx, change, agents.get(change.agent_id!)!)
        else if (change.op !== 'add') await changeItem(ctx, trx, change, items.get(change.item_id!)!)
      }
      const added = await addItems(
        ctx,
        trx,
        inOrder.filter(({ op }) => op === 'add'),
      )
      await markMerged(trx, request, changes)
      const changed = inOrder.flatMap((change) =>
        isOfAgent(change) || change.op === 'add' ? [] : items.get(change.item_id!)!,
      )
      const owners = [...agents.keys()].map((id) => ownerOf(request.org_id, 'agent', id))
      await bumpRevisions(trx, [...changed, ...owners, ...added])
    })
}

/**
 * Closes an open request without applying its changes. The author may, and anyone who may merge.
 *
 * @throws 404; 401 for others, and for a key of one agent when the request also concerns others; 409 when it is
 * decided; 412.
 */
export async function closeChangeRequest(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const request = await findChangeRequest(ctx, id)
  await requireOwnRequest(ctx, request)
  if (!isAuthor(ctx, request) && !hasAccess(ctx.caller, 'write'))
    throw unauthorized('This key may not close what others proposed')
  await ctx.db.transaction().execute((trx) => decide(ctx, trx, request, { status: 'closed', close_reason: reason }))
}

/** Locks an open request and records the decision and its author. */
async function decide(
  { caller, now, expected }: Ctx,
  trx: Transaction<Tables>,
  request: ChangeRequest,
  decision: Pick<ChangeRequest, 'status'> & { close_reason?: string | null },
): Promise<void> {
  const { org_id, id } = request
  // The state that was read before the lock is still current: only a decision changes an open request.
  requireExpected(expected, etagOf(request))
  const decided_at = now().toISOString()
  const decided = await trx
    .updateTable('change_requests')
    .set({
      ...decision,
      decided_by: caller.userId,
      decided_key_hint: caller.keyHint ?? null,
      decided_at,
      updated_at: decided_at,
    })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (decided.numUpdatedRows === 0n)
    throw conflict('This change request is already merged or closed', 'already_decided')
}

function chosenOf(changes: ProposedChange[], only: number[]): ProposedChange[] {
  const byPosition = new Map(changes.map((change) => [change.position, change]))
  return [...new Set(only)].map((position) => {
    const change = byPosition.get(position)
    if (!change) throw badRequest(`only: there is no change ${position}`)
    return change
  })
}

const staleConflict = (changes: ProposedChange[], why: string): AppError => {
  const places = changes.map(({ position }) => position).sort((a, b) => a - b)
  return conflict(`Changes ${places.join(', ')} cannot be merged, so nothing was: ${why}. Merge the others with only.`)
}

async function changeItem(ctx: Ctx, trx: Transaction<Tables>, { op, after }: ProposedChange, item: Item) {
  const set = op === 'edit' ? columnsOf(ctx, after as Partial<ItemState>) : { hidden: true }
  if (op === 'remove' && removalOf(item) === 'deleted')
    await trx.deleteFrom('items').where('org_id', '=', item.org_id).where('id', '=', item.id).execute()
  else
    await trx
      .updateTable('items')
      .set({ ...set, updated_at: momentAfter(item.updated_at, ctx.now()) })
      .where('org_id', '=', item.org_id)
      .where('id', '=', item.id)
      .execute()
}

/** Locks the groups that agents would join, with their managers. Before the agents, as moving an agent does. */
async function lockGroups(trx: Transaction<Tables>, orgId: string, changes: ProposedChange[]) {
  const ids = [...new Set(changes.flatMap(({ after }) => after.group_id ?? []))]
  if (ids.length === 0) return new Map<string, string | null>()
  const groups = await forNoKeyUpdate(trx)(
    trx
      .selectFrom('groups')
      .select(['id', 'manager_agent_id'])
      .where('org_id', '=', orgId)
      .where('id', 'in', ids)
      .orderBy('id'),
  ).execute()
  return new Map(groups.map(({ id, manager_agent_id }) => [id, manager_agent_id]))
}

function requireJoinable(changes: ProposedChange[], groups: ReadonlyMap<string, string | null>): void {
  const refused = changes.filter(
    ({ agent_id, after }) => after.group_id && (!groups.has(after.group_id) || groups.get(after.group_id) === agent_id),
  )
  if (refused.length > 0) throw staleConflict(refused, 'the group is gone, or the agent manages it by now')
}

async function changeAgent(ctx: Ctx, trx: Transaction<Tables>, change: ProposedChange, agent: Agent) {
  const { op, item_id, source_type, after } = change
  const { org_id, id } = agent
  if (op === 'override')
    await insertOverride(ctx, trx, agent, { source_type: source_type as OverrideSource, source_id: item_id! })
  else if (op === 'restore')
    await trx
      .deleteFrom('overrides')
      .where('org_id', '=', org_id)
      .where('agent_id', '=', id)
      .where('source_id', '=', item_id!)
      .execute()
  else
    await trx
      .updateTable('agents')
      .set({ ...(after as Partial<ProfileState>), updated_at: momentAfter(agent.updated_at, ctx.now()) })
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .execute()
}

/** The statement compares each change with those before it. The `else` gives the expression the column's type. */
const changesPerUpdate = 25

async function addItems(ctx: Ctx, trx: Transaction<Tables>, changes: ProposedChange[]): Promise<Item[]> {
  if (changes.length === 0) return []
  const results = await insertMissing(
    ctx,
    trx,
    changes.map(({ org_id, kind, group_id, agent_id, source_type, quote, file, line, created_at, ...change }) => ({
      kind: kind!,
      owner: ownerOf(org_id, agent_id ? 'agent' : group_id ? 'group' : 'org', agent_id ?? group_id ?? org_id),
      ...(stateAfter(change) as ItemState),
      status: 'approved' as const,
      approved_by: ctx.caller.userId,
      created_through: 'change_request' as const,
      ...(source_type && { source_type, source_at: created_at }),
      ...(quote !== null && { quote }),
      ...(file !== null && { file }),
      ...(line !== null && { line }),
    })),
  )
  const repeated = changes.filter((_, at) => !results[at]!.created)
  if (repeated.length > 0) throw staleConflict(repeated, 'an item says the same by now')
  const created = results.map(({ item }, at) => ({ id: changes[at]!.id, item_id: item.id }))
  for (const chunk of chunks(created, changesPerUpdate)) {
    const itemIds = chunk.map(({ id, item_id }) => sql`when id = ${id} then ${item_id}`)
    await trx
      .updateTable('proposed_changes')
      .set({ item_id: sql<string>`case ${sql.join(itemIds, sql` `)} else item_id end` })
      .where('org_id', '=', changes[0]!.org_id)
      .where(
        'id',
        'in',
        chunk.map(({ id }) => id),
      )
      .execute()
  }
  return results.map(({ item }) => item)
}

async function markMerged(trx: Transaction<Tables>, { org_id }: ChangeRequest, changes: ProposedChange[]) {
  await trx
    .updateTable('proposed_changes')
    .set({ merged: true })
    .where('org_id', '=', org_id)
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
}

/**
 * Compares users: all keys and sessions of one user are the same author, so a second key cannot serve as a second
 * reviewer.
 */
const isAuthor = ({ caller }: Ctx, { author_id }: ChangeRequest): boolean => author_id === caller.userId

/** Where the organization requires a review, a key only merges requests of another user. */
function requireOtherAuthor(ctx: Ctx, request: ChangeRequest): void {
  if (ctx.caller.requiresReview && isAuthor(ctx, request))
    throw conflict(
      'This organization requires a review: a key merges only what another user proposed',
      'review_required',
    )
}
