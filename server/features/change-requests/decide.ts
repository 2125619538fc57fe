import type { Transaction } from 'kysely'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { ChangeRequest, Item, ProposedChange, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { AppError, badRequest, conflict } from '../../domain/errors.ts'
import { etagOf, requireExpected } from '../../domain/etag.ts'
import { removalOf } from '../../domain/item-lifecycle.ts'
import { hasAccess, requireOwnLayer } from '../../domain/key-access.ts'
import { momentAfter } from '../../domain/time.ts'
import { columnsOf } from '../items/columns.ts'
import { insertMissing } from '../items/create.ts'
import { ownerOf } from '../layers/owners.ts'
import { bumpRevisions } from '../layers/revisions.ts'
import { findChangeRequest, findChanges, findItems, isStale, itemIdsOf, stateAfter } from './find.ts'

/**
 * Makes the changes of an open request, or `only` those at these places, in one transaction; the request is then merged,
 * and what was left out stays as it was. Whoever merges has approved what is added.
 *
 * @throws 404; 400 for a place that the request does not have; 409 when the request is decided, or when changes are
 *   stale or repeat what is there: then nothing is written.
 */
export async function mergeChangeRequest(ctx: Ctx, id: string, only?: number[]): Promise<void> {
  const request = await findChangeRequest(ctx, id)
  requireOtherAuthor(ctx, request)
  // Merging is the review, and all that its key may see of the request has been found by its view.
  await ctx.db
    .withoutPlugins()
    .transaction()
    .execute(async (trx) => {
      await decide(ctx, trx, request, { status: 'merged' })
      const all = await findChanges(trx, request)
      const changes = only ? chosenOf(all, only) : all
      for (const change of changes) requireOwnLayer(ctx.caller, change)
      if (changes.length === 0) throw conflict('Nothing is left to merge: what was to change is gone')
      const items = await lockItems(trx, request, changes)
      const stale = changes.filter((change) => isStale(change, items))
      if (stale.length > 0) throw staleConflict(stale, 'changed since they were proposed')
      // What is freed first can be taken: an addition may say what a removed or edited item said.
      const place = { remove: 0, edit: 1, add: 2 }
      const inOrder = changes.toSorted((a, b) => place[a.op] - place[b.op])
      for (const change of inOrder)
        if (change.op !== 'add') await changeItem(ctx, trx, change, items.get(change.item_id!)!)
      const added = await addItems(
        ctx,
        trx,
        inOrder.filter(({ op }) => op === 'add'),
      )
      await markMerged(trx, request, changes)
      await bumpRevisions(trx, [...items.values(), ...added])
    })
}

/** Ends an open request without its changes. The author may, and whoever may merge. @throws 404; 409 when it is decided; 412. */
export async function closeChangeRequest(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const request = await findChangeRequest(ctx, id)
  const isAuthor = request.author_key_id === ctx.caller.keyId
  if (!isAuthor && !hasAccess(ctx.caller, 'write'))
    throw new AppError(401, 'This key may not close what others proposed')
  await ctx.db.transaction().execute((trx) => decide(ctx, trx, request, { status: 'closed', close_reason: reason }))
}

/** Locks an open request and writes who decided what. */
async function decide(
  { caller, now, expected }: Ctx,
  trx: Transaction<Tables>,
  request: ChangeRequest,
  decision: Pick<ChangeRequest, 'status'> & { close_reason?: string | null },
): Promise<void> {
  const { org_id, id } = request
  // What was read before the lock is what is decided on: an open request changes by nothing but a decision.
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
  if (decided.numUpdatedRows === 0n) throw conflict('This change request is already merged or closed')
}

function chosenOf(changes: ProposedChange[], only: number[]): ProposedChange[] {
  const byPosition = new Map(changes.map((change) => [change.position, change]))
  return [...new Set(only)].map((position) => {
    const change = byPosition.get(position)
    if (!change) throw badRequest(`only: there is no change ${position}`)
    return change
  })
}

async function lockItems(trx: Transaction<Tables>, { org_id }: ChangeRequest, changes: ProposedChange[]) {
  const ids = itemIdsOf(changes)
  if (ids.length > 0) {
    // In one order for everyone, so that two that change the same items do not wait for each other.
    await forNoKeyUpdate(trx)(
      trx.selectFrom('items').select('id').where('org_id', '=', org_id).where('id', 'in', ids).orderBy('id'),
    ).execute()
  }
  return findItems(trx, org_id, ids)
}

const staleConflict = (changes: ProposedChange[], why: string): AppError => {
  const places = changes.map(({ position }) => position).sort((a, b) => a - b)
  return conflict(`Changes ${places.join(', ')} cannot be merged, so nothing was: ${why}. Merge the others with only.`)
}

async function changeItem(ctx: Ctx, trx: Transaction<Tables>, { op, after }: ProposedChange, item: Item) {
  const set = op === 'edit' ? columnsOf(ctx, after) : { hidden: true }
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

async function addItems(ctx: Ctx, trx: Transaction<Tables>, changes: ProposedChange[]): Promise<Item[]> {
  if (changes.length === 0) return []
  const results = await insertMissing(
    ctx,
    trx,
    changes.map(({ org_id, kind, group_id, agent_id, ...change }) => ({
      kind,
      owner: ownerOf(org_id, agent_id ? 'agent' : group_id ? 'group' : 'org', agent_id ?? group_id ?? org_id),
      ...stateAfter(change),
      status: 'approved' as const,
      approved_by: ctx.caller.userId,
    })),
  )
  const repeated = changes.filter((_, at) => !results[at]!.created)
  if (repeated.length > 0) throw staleConflict(repeated, 'an item says the same by now')
  for (const [at, { item }] of results.entries()) {
    const { org_id, id } = changes[at]!
    await trx
      .updateTable('proposed_changes')
      .set({ item_id: item.id })
      .where('org_id', '=', org_id)
      .where('id', '=', id)
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
 * Where the organization requires a review, a key merges what another user proposed: all keys of one user have one author,
 * so that a second key is no second pair of eyes.
 */
function requireOtherAuthor({ caller }: Ctx, { author_id }: ChangeRequest): void {
  if (caller.requiresReview && author_id === caller.userId)
    throw conflict('This organization requires a review: a key merges only what another user proposed')
}
