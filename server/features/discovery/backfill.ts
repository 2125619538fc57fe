import type { Ctx } from '../../deps.ts'
import { beginAgentRun } from '../jobs/agent-run.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { itemVectors } from '../vectors/item-vectors.ts'
import { enqueueBackfills, renewItemVectors, renewSignalVectors } from './renew-vectors.ts'

/**
 * Vectors of an organization's items and of its agents' signals, so that comparisons need not
 * wait for them (behavior: Jobs).
 */

const pageSize = 100

/** Requests a backfill of an organization, or returns the one that is already waiting. */
export const requestBackfill = (ctx: Ctx, orgId: string) => requestJob(ctx, { type: 'backfill', org_id: orgId })

/**
 * Embeds the statements of an organization's items, at all its layers, whose vectors are missing, outdated or of
 * another model. A local embedder stores none. A job for each agent then renews signals that another model embedded.
 */
export async function backfillOrganization(ctx: Ctx, run: JobRun) {
  const { org_id } = run.job
  const items_embedded = ctx.embedder.isLocal ? 0 : await embedItems(ctx, run)
  const agents_enqueued = await enqueueBackfills(ctx, org_id)
  return { embedding_model: ctx.embedder.model, items_embedded, agents_enqueued }
}

/** Embeds an agent's signals and items again, after the embedding model was changed. */
export async function backfillAgent(ctx: Ctx, run: JobRun) {
  const discovery = await beginAgentRun(ctx, run)
  const signals = await renewSignalVectors(discovery)
  const items = await renewItemVectors(discovery)
  return { embedding_model: ctx.embedder.model, signals_embedded: signals, items_embedded: items }
}

async function embedItems(ctx: Ctx, run: JobRun): Promise<number> {
  const { org_id } = run.job
  const { total } = await withoutVector(ctx, org_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  let embedded = 0
  let last = ''
  while (true) {
    await run.progress('embed', Math.min(embedded, total), total)
    const page = await withoutVector(ctx, org_id)
      .select(['items.id', 'items.statement', 'items.statement_hash'])
      .$if(last !== '', (query) => query.where('items.id', '>', last))
      .orderBy('items.id')
      .limit(pageSize)
      .execute()
    if (page.length === 0) return embedded
    await itemVectors(ctx, org_id, page)
    embedded += page.length
    last = page.at(-1)!.id
  }
}

const withoutVector = (ctx: Ctx, orgId: string) =>
  ctx.db
    .selectFrom('items')
    .leftJoin('item_vectors', (join) =>
      join
        .onRef('item_vectors.org_id', '=', 'items.org_id')
        .onRef('item_vectors.item_id', '=', 'items.id')
        .onRef('item_vectors.statement_hash', '=', 'items.statement_hash')
        .on('item_vectors.embedding_model', '=', ctx.embedder.model),
    )
    .where('items.org_id', '=', orgId)
    .where('item_vectors.item_id', 'is', null)
