import type { ExpressionBuilder, Transaction } from 'kysely'
import { momentAfter } from '#core/base/time.ts'
import { isPromotable, spreadFor } from '#core/domain/similar/signals.ts'
import { sureScore } from '#core/domain/similar/sure-score.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Item, Signal, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { insertItems } from '../items/create.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { ownerOf } from '../layers/owners.ts'
import { bumpRevision } from '../layers/revisions.ts'
import { coveredScore, type ProposedItem, proposedItem } from './approval.ts'
import { ItemMatcher } from './item-matcher.ts'
import { addSources, linkSignal } from './signal-items.ts'

/**
 * The third stage of discovery: signals that are strong enough become items to approve, or strengthen existing items
 * (behavior: Promotion). Uses one transaction per signal.
 */

/** Settles every signal with a new score, and those that the agent's settings have made strong enough since. */
export async function promoteSignals(discovery: AgentRun): Promise<{ proposed: number; strengthened: number }> {
  const { ctx, run, agent } = discovery
  await settleWeakSignals(discovery)
  const candidates = ctx.db
    .selectFrom('signals')
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where((eb) => eb.or([eb.not(eb.ref('settled')), eb.and([eb.not(eb.ref('promoted')), isStrong(eb, discovery)])]))
  const { total } = await candidates.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const counts = { proposed: 0, strengthened: 0 }
  let own: ItemMatcher | undefined
  let inherited: ItemMatcher[] | undefined
  let last = ''
  for (let settled = 0; ; settled++) {
    await run.progress('promote', Math.min(settled, total), total)
    const signal = await candidates
      .selectAll()
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!signal) return counts
    last = signal.id
    let itemId = await linkedItem(ctx, signal)
    let item: ProposedItem = signal
    const promotable = isPromotable(signal, agent)
    if (itemId === undefined && (promotable || signal.sessions > 0)) {
      own ??= await ItemMatcher.load(ctx, agent)
      itemId = await own.find(signal)
      // A rule that people repeat counts from the first session on, and is no proposal where a layer above holds it.
      if (itemId === undefined && signal.sessions > 0) {
        inherited ??= await ItemMatcher.loadInherited(ctx, agent)
        itemId = await findFirst(inherited, signal)
      }
      if (itemId === undefined && promotable) item = await proposedItem(discovery, signal)
    }
    const covered = itemId === undefined ? signal : await coveredScore(discovery, signal)
    const { created, strengthened } = await inRunTransaction(discovery, (trx) =>
      settle(discovery, trx, signal, { itemId, item, coveredCount: covered.n_count }),
    )
    if (created) await own?.add(created)
    if (created) counts.proposed++
    else if (strengthened) counts.strengthened++
  }
}

/** The condition must match `isPromotable`. */
const isStrong = (eb: ExpressionBuilder<Tables, 'signals'>, { agent }: AgentRun) =>
  eb.or([
    eb.ref('explicit'),
    eb('certainty', '>=', sureScore),
    eb('sessions', '>=', agent.min_n_count),
    eb.and([
      eb('n_count', '>=', agent.min_n_count),
      eb('stability', '>=', agent.promotion_threshold),
      eb.or([
        eb('wordings', '>=', spreadFor(agent).wordings),
        eb('days', '>=', spreadFor(agent).days),
        eb('conversations', '>=', spreadFor(agent).conversations),
      ]),
    ]),
  ])

async function findFirst(matchers: readonly ItemMatcher[], signal: Signal): Promise<string | undefined> {
  for (const matcher of matchers) {
    const id = await matcher.find(signal)
    if (id !== undefined) return id
  }
  return undefined
}

/**
 * Most signals are far below the threshold and need no transaction of their own; those of sessions may repeat an item.
 */
function settleWeakSignals(discovery: AgentRun) {
  const { agent } = discovery
  return inRunTransaction(discovery, (trx) =>
    trx
      .updateTable('signals')
      .set({ settled: true })
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .where((eb) => eb.not(eb.ref('settled')))
      .where('promoted_item_id', 'is', null)
      .where('sessions', '=', 0)
      .where((eb) => eb.not(isStrong(eb, discovery)))
      .execute(),
  )
}

/** Returns the item that the signal led to or matched before, even if its words have changed since. */
async function linkedItem(ctx: Ctx, signal: Signal): Promise<string | undefined> {
  if (signal.promoted_item_id === null) return undefined
  const item = await ctx.db
    .selectFrom('items')
    .select('id')
    .where('org_id', '=', signal.org_id)
    .where('id', '=', signal.promoted_item_id)
    .executeTakeFirst()
  return item?.id
}

interface Outcome {
  created?: Item
  strengthened?: boolean
}

async function settle(
  discovery: AgentRun,
  trx: Transaction<Tables>,
  signal: Signal,
  { itemId, item: proposed, coveredCount }: { itemId: string | undefined; item: ProposedItem; coveredCount: number },
): Promise<Outcome> {
  if (await isDecided(trx, signal)) return {}
  if (itemId !== undefined) return strengthen(discovery, trx, signal, { itemId, coveredCount })
  // Its item is gone, and it is no longer strong enough to propose it again.
  if (!isPromotable(signal, discovery.agent)) {
    await linkSignal(trx, signal, null)
    return {}
  }
  const { item, created } = await propose(discovery, trx, signal, proposed)
  if (!created) return strengthen(discovery, trx, signal, { itemId: item.id, coveredCount: 0 })
  await addSources(discovery.ctx, trx, signal, item.id)
  await linkSignal(trx, signal, item)
  return { created: item }
}

/** Whether a person accepted or rejected the signal's evidence since it was read; locks the signal. */
async function isDecided(trx: Transaction<Tables>, { org_id, id, promoted_item_id }: Signal): Promise<boolean> {
  const stored = trx.selectFrom('signals').select('promoted_item_id').where('org_id', '=', org_id).where('id', '=', id)
  return (await forNoKeyUpdate(trx)(stored).executeTakeFirst())?.promoted_item_id !== promoted_item_id
}

/**
 * Creates an item of the agent, or returns the existing one if another writer created the same statement concurrently.
 */
async function propose(
  { ctx, agent }: AgentRun,
  trx: Transaction<Tables>,
  { kind, n_count }: Signal,
  { category, statement, status }: ProposedItem,
) {
  const owner = ownerOf(agent.org_id, 'agent', agent.id)
  const [result] = await insertItems(ctx, trx, [
    { owner, kind, category, statement, n_count, created_through: 'discovery', status },
  ])
  return result!
}

/**
 * Never lowers the item's count. A visible item counts only the evidence that automatic approval covers, because a
 * digest orders items by their counts: reports of a key that may only propose must not change it. A rejected item
 * takes the evidence and is not proposed again. An item of a layer above takes no quotes of one agent's sessions,
 * which other agents would read; its signals count them.
 */
async function strengthen(
  discovery: AgentRun,
  trx: Transaction<Tables>,
  signal: Signal,
  { itemId, coveredCount }: { itemId: string; coveredCount: number },
): Promise<Outcome> {
  const { org_id } = signal
  const item = await forNoKeyUpdate(trx)(
    trx
      .selectFrom('items')
      .select(['id', 'status', 'hidden', 'scope', 'org_id', 'owner_id', 'n_count', 'updated_at'])
      .where('org_id', '=', org_id)
      .where('id', '=', itemId),
  ).executeTakeFirst()
  // Deleted concurrently: the next run looks again.
  if (!item) return {}
  const n_count = item.hidden ? signal.n_count : coveredCount
  const grows = item.n_count < n_count
  if (grows)
    await trx
      .updateTable('items')
      .set({ n_count, updated_at: momentAfter(item.updated_at, discovery.ctx.now()) })
      .where('org_id', '=', org_id)
      .where('id', '=', itemId)
      .execute()
  const isOwn = item.scope === 'agent'
  const added = isOwn ? await addSources(discovery.ctx, trx, signal, itemId) : 0
  await linkSignal(trx, signal, item)
  if (isOwn || grows) await bumpRevision(trx, item)
  return { strengthened: added > 0 || (!isOwn && signal.promoted_item_id !== itemId) }
}
