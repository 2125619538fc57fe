import type { Transaction } from 'kysely'
import { conflict, notFound } from '#core/base/errors.ts'
import type { EvidenceStatus } from '#core/domain/identity/item-lifecycle.ts'
import { requireOwnLayer } from '#core/domain/requests/key-access.ts'
import { isPromotable } from '#core/domain/similar/signals.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Item, Observation, Signal, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { insertItems } from '../items/create.ts'
import { saveItems } from '../items/items.ts'
import { ownerOf } from '../layers/owners.ts'
import { bumpRevision } from '../layers/revisions.ts'
import { addSources, linkSignal } from './signal-items.ts'

/** Decisions of people on evidence: observations that discovery has not proposed (behavior: Evidence). */

export interface EvidenceDecision {
  status: EvidenceStatus
  /** Replaces the observation's own words in the item. */
  statement?: string | undefined
}

/**
 * Decides on one observation: accepting it makes an approved item, rejecting it a rejected one, which keeps the
 * statement from being proposed. Readers learn from both. If its signal has led to an item before, that one is decided.
 * Waiting takes a decision back, with its item. Returns the item as it is now; null if there is none.
 *
 * @throws 404 when it is missing or foreign; 409 when a layer above has the item, the agent has the new statement, or the
 *   item has other sources than this evidence.
 */
export async function decideObservation(ctx: Ctx, id: string, decision: EvidenceDecision): Promise<Item | null> {
  const [item] = await decideAll(ctx, [id], decision)
  if (item === undefined) throw notFound('Observation')
  return item
}

/** Decides on several observations alike in one transaction. Ids that are missing or foreign are skipped. */
export async function decideObservations(ctx: Ctx, ids: string[], status: EvidenceStatus) {
  const items = await decideAll(ctx, ids, { status })
  return { updated: items.length }
}

async function decideAll(ctx: Ctx, ids: string[], decision: EvidenceDecision): Promise<(Item | null)[]> {
  const observations = await ctx.db
    .selectFrom('observations')
    .select(['org_id', 'agent_id', 'signal_id', 'kind', 'category', 'statement'])
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', 'in', ids)
    // All lock signals in one order.
    .orderBy('signal_id')
    .orderBy('id')
    .execute()
  return ctx.db.transaction().execute(async (trx) => {
    const items = []
    for (const observation of observations) {
      const item = await decide(ctx, trx, observation, decision)
      if (item !== undefined) items.push(item)
    }
    return items
  })
}

type Evidence = Pick<Observation, 'org_id' | 'agent_id' | 'signal_id' | 'kind' | 'category' | 'statement'>

async function decide(ctx: Ctx, trx: Transaction<Tables>, observation: Evidence, decision: EvidenceDecision) {
  const { org_id, kind } = observation
  const signals = trx.selectFrom('signals').selectAll().where('org_id', '=', org_id)
  const signal = await forNoKeyUpdate(trx)(signals.where('id', '=', observation.signal_id)).executeTakeFirst()
  // Discovery read its content again and found something else.
  if (!signal) return undefined
  if (decision.status === 'waiting') return takeBack(ctx, trx, signal)
  const item = (await itemOf(trx, signal)) ?? (await createPending(ctx, trx, signal, observation))
  if (item.scope !== 'agent')
    throw conflict(`The ${item.scope === 'org' ? 'organization' : 'group'} has this ${kind} already; change it there`)
  const status = decision.status === 'accepted' ? 'approved' : 'rejected'
  const { statement } = decision
  const [saved] = await saveItems(ctx, trx, kind, [{ id: item.id, set: { status, ...(statement && { statement }) } }])
  await linkSignal(trx, signal, saved!)
  return saved
}

/**
 * Deletes the item that a decision on the signal made, and the decision with it, so that the signal waits again. An item
 * that something else led to, or that discovery proposed by itself, is decided in Review.
 */
async function takeBack(ctx: Ctx, trx: Transaction<Tables>, signal: Signal): Promise<null> {
  const { org_id, agent_id } = signal
  const item = await itemOf(trx, signal)
  if (!item) return null
  requireOwnLayer(ctx.caller, item)
  const agents = trx.selectFrom('agents').select(['min_n_count', 'promotion_threshold']).where('org_id', '=', org_id)
  const agent = await agents.where('id', '=', agent_id).executeTakeFirstOrThrow()
  const isOwn = item.agent_id === agent_id && item.origin === 'discovery' && !isPromotable(signal, agent)
  if (!isOwn || (await hasOtherSources(trx, signal, item.id)))
    throw conflict(`The ${item.kind} has other sources than this evidence; change its status itself`)
  await trx.deleteFrom('decisions').where('org_id', '=', org_id).where('item_id', '=', item.id).execute()
  await linkSignal(trx, signal, null)
  await trx.deleteFrom('items').where('org_id', '=', org_id).where('id', '=', item.id).execute()
  await bumpRevision(trx, item)
  return null
}

async function hasOtherSources(trx: Transaction<Tables>, { org_id, id }: Signal, itemId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('item_sources')
    .leftJoin('observations', (join) =>
      join
        .onRef('observations.org_id', '=', 'item_sources.org_id')
        .onRef('observations.id', '=', 'item_sources.observation_id'),
    )
    .select('item_sources.id')
    .where('item_sources.org_id', '=', org_id)
    .where('item_sources.item_id', '=', itemId)
    .where((eb) => eb.or([eb('observations.signal_id', 'is', null), eb('observations.signal_id', '<>', id)]))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns the item that the signal led to before; undefined if there is none. */
async function itemOf(trx: Transaction<Tables>, { org_id, promoted_item_id }: Signal): Promise<Item | undefined> {
  if (promoted_item_id === null) return undefined
  const items = trx.selectFrom('items').selectAll().where('org_id', '=', org_id)
  return items.where('id', '=', promoted_item_id).executeTakeFirst()
}

/**
 * Creates a proposal, like discovery does, with all quotes of the signal, so that the decision on it is one of Review.
 */
async function createPending(ctx: Ctx, trx: Transaction<Tables>, signal: Signal, observation: Evidence): Promise<Item> {
  const { org_id, agent_id, kind, category, statement } = observation
  const owner = ownerOf(org_id, 'agent', agent_id)
  const n_count = Math.max(1, signal.n_count)
  const [result] = await insertItems(ctx, trx, [
    { owner, kind, category, statement, n_count, created_through: 'discovery', status: 'pending' },
  ])
  await addSources(ctx, trx, signal, result!.item.id)
  return result!.item
}
