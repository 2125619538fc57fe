import type { Kysely, Transaction, UpdateObject } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import { type Genome, type GenomeItem, genomeOf } from '#core/domain/identity/genome.ts'
import { compareItems, itemKey } from '#core/domain/identity/identity.ts'
import { approverOf, removalOf } from '#core/domain/identity/item-lifecycle.ts'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { readPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Item, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { approvalTime } from '../items/columns.ts'
import { insertItems } from '../items/create.ts'
import { agentOwner, type Owner } from '../layers/owners.ts'
import { bumpRevision } from '../layers/revisions.ts'
import { readIdentity } from './identity.ts'
import { maxItemsHere } from './large-identities.ts'
import { diffSnapshots, findSnapshot, summaryColumns } from './own-layer-reads.ts'

/** Lists snapshots, newest first, without genomes (behavior: Snapshots). */
export async function listSnapshots(ctx: Ctx, agentId: string, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('snapshots')
      .select(summaryColumns)
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
  const order = [descending('created_at', 'time'), descending('id', 'id')]
  const list = { name: 'snapshots', values: { org_id, agent_id: agentId }, order, query }
  const { data: snapshots, next_cursor } = await readPage(ctx, list, page)
  return { snapshots, next_cursor }
}

/** Copies the agent's own layer, hidden and rejected items included (behavior: Snapshots). */
export async function createSnapshot(ctx: Ctx, agentId: string, label: string | null) {
  const { agent, items } = await readIdentity(ctx, agentId)
  return insertSnapshot(ctx, ctx.db, { org_id: agent.org_id, agent_id: agentId, label, genome: genomeOf(items) })
}

function insertSnapshot(
  ctx: Ctx,
  db: Kysely<Tables>,
  { genome, ...head }: { org_id: string; agent_id: string; label: string | null; genome: Genome },
) {
  return db
    .insertInto('snapshots')
    .values({
      ...head,
      id: newId(),
      belief_count: genome.beliefs.length,
      responsibility_count: genome.responsibilities.length,
      genome: json(genome),
      created_by: ctx.caller.userId,
      created_at: ctx.now().toISOString(),
    })
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
}

/**
 * Returns a snapshot as JSON, with its genome in the stored form: parsing and encoding that of 10,000 items takes 25
 * ms.
 *
 * @throws 404 when the snapshot does not belong to this agent.
 */
export async function snapshotJson(ctx: Ctx, agentId: string, snapshotId: string): Promise<string> {
  const { org_id } = await agentOwner(ctx, agentId)
  const snapshot = await ctx.db
    .selectFrom('snapshots')
    .select(summaryColumns)
    .select(({ cast }) => cast<string>('genome', 'text').as('genome'))
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .where('id', '=', snapshotId)
    .executeTakeFirst()
  if (!snapshot) throw notFound('Snapshot')
  const { genome, ...summary } = snapshot
  return `{"snapshot":${JSON.stringify(summary).slice(0, -1)},"genome":${genome}}}`
}

/**
 * Returns the items that were added and removed between snapshot `a` and snapshot `b` (behavior: Snapshots). Large ones
 * are compared in a thread.
 *
 * @throws 404 when one of them does not belong to this agent.
 */
export async function compareSnapshots(ctx: Ctx, agentId: string, a: string, b: string) {
  const { org_id } = await agentOwner(ctx, agentId)
  const pair = { orgId: org_id, agentId, a, b }
  const { items } = await ctx.db
    .selectFrom('snapshots')
    .select((eb) => eb.fn.sum<number | null>(eb('belief_count', '+', eb.ref('responsibility_count'))).as('items'))
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .where('id', 'in', [a, b])
    .executeTakeFirstOrThrow()
  if (Number(items) <= maxItemsHere) return diffSnapshots(ctx.db, pair)
  return JSON.parse((await ctx.heavyReads.run('snapshotDiff', ctx, pair)).toString()) as ReturnType<
    typeof diffSnapshots
  >
}

/**
 * Restores the agent's own layer from the snapshot, in one transaction, after taking a snapshot of the current state.
 * Existing items keep their id and provenance. Newer items are removed; those from discovery stay stored and hidden
 * instead, as when they are deleted (behavior: Deletion).
 */
export async function restoreSnapshot(ctx: Ctx, agentId: string, snapshotId: string) {
  const owner = await agentOwner(ctx, agentId)
  const { genome, label, created_at } = await findSnapshot(ctx.db, owner.org_id, agentId, snapshotId)
  return ctx.db.transaction().execute(async (trx) => {
    // First, so that concurrent restorations of one agent wait for each other.
    await bumpRevision(trx, owner)
    const present = await ownItems(trx, owner)
    const snapshot = await insertSnapshot(ctx, trx, {
      org_id: owner.org_id,
      agent_id: agentId,
      label: truncate(`Before restoring ${label ?? created_at}`, 200),
      genome: genomeOf(present),
    })
    const wanted = new Map(kindNames.flatMap((kind) => genome[kinds[kind].plural]).map((item) => [itemKey(item), item]))
    const gone = present.filter((item) => !wanted.has(itemKey(item)))
    const created = await insertItems(ctx, trx, missingItems(genome, present, owner))
    const updated = await setFlags(ctx, trx, await ownItems(trx, owner), wanted)
    await restoreOrder(ctx, trx, await ownItems(trx, owner), genome)
    const removed = gone.filter((item) => removalOf(item) === 'deleted')
    const hidden = gone.filter((item) => removalOf(item) === 'hidden' && !item.hidden)
    await changeAll(ctx, trx, hidden, { hidden: true })
    for (const { org_id, id } of removed) {
      await trx.deleteFrom('items').where('org_id', '=', org_id).where('id', '=', id).execute()
    }
    const isNew = new Set(created.map(({ item }) => item.id))
    return {
      snapshot,
      created: created.length,
      updated: updated.filter(({ id }) => !isNew.has(id)).length,
      removed: removed.length,
      hidden: hidden.length,
    }
  })
}

/** Rows that are read at a time, which takes 2 ms; other requests run in between. */
const rowsAtATime = 500

/** Reads the agent's own items in the order of an index. The transaction has locked the agent. */
async function ownItems(trx: Transaction<Tables>, { org_id, owner_id }: Owner): Promise<Item[]> {
  const items: Item[] = []
  while (true) {
    const last = items.at(-1)
    const page = await trx
      .selectFrom('items')
      .selectAll()
      .where('org_id', '=', org_id)
      .where('owner_id', '=', owner_id)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('kind', 'category', 'statement_hash'),
            '>',
            tuple(last!.kind, last!.category, last!.statement_hash),
          ),
        ),
      )
      .orderBy('kind')
      .orderBy('category')
      .orderBy('statement_hash')
      .limit(rowsAtATime)
      .execute()
    items.push(...page)
    if (page.length < rowsAtATime) return items
  }
}

/**
 * Returns the genome's items that the agent does not have, as inputs of `insertItems`, with a snapshot as their source.
 */
function missingItems(genome: Genome, present: Item[], owner: Owner) {
  const known = new Set(present.map(itemKey))
  return kindNames.flatMap((kind) =>
    genome[kinds[kind].plural]
      .filter((item) => !known.has(itemKey(item)))
      .map(({ category, statement }) => ({ owner, kind, category, statement, source_type: 'snapshot' })),
  )
}

/** Sets the flags of the genome's equal items; returns the items that changed. */
async function setFlags(ctx: Ctx, trx: Transaction<Tables>, items: Item[], wanted: Map<string, GenomeItem>) {
  const changed: Item[] = []
  for (const item of items) {
    const flags = wanted.get(itemKey(item))
    if (!flags) continue
    const { starred, hidden, status } = flags
    if (item.starred === starred && item.hidden === hidden && item.status === status) continue
    const approved_by = approverOf(status, item.approved_by ?? ctx.caller.userId)
    await changeAll(ctx, trx, [item], {
      starred,
      hidden,
      status,
      approved_by,
      ...approvalTime(status, ctx.now()),
    })
    changed.push(item)
  }
  return changed
}

/** Renumbers the categories whose order differs from the genome's; the others keep their numbers. */
async function restoreOrder(ctx: Ctx, trx: Transaction<Tables>, items: Item[], genome: Genome) {
  const byKey = new Map(items.map((item) => [itemKey(item), item]))
  for (const kind of kindNames) {
    for (const category of kinds[kind].categories) {
      const wanted = genome[kinds[kind].plural].flatMap((item) =>
        item.category === category ? [byKey.get(itemKey(item))!] : [],
      )
      const isInOrder = wanted.every((item, index) => index === 0 || compareItems(wanted[index - 1]!, item) < 0)
      if (isInOrder) continue
      for (const [index, item] of wanted.entries()) await changeAll(ctx, trx, [item], { display_order: index + 1 })
    }
  }
}

async function changeAll(ctx: Ctx, trx: Transaction<Tables>, items: Item[], changes: UpdateObject<Tables, 'items'>) {
  const set = { ...changes, updated_at: updatedLater(trx, ctx.now()) }
  for (const { org_id, id } of items) {
    await trx.updateTable('items').set(set).where('org_id', '=', org_id).where('id', '=', id).execute()
  }
}
