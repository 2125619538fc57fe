import type { Ctx } from '../../deps.ts'
import { itemVectors } from '../vectors/item-vectors.ts'
import type { ComparisonWork } from './comparisons.ts'

/** Comparisons of an organization's items; comparisons of mere texts have no vectors to store. */
type ItemComparison = Exclude<keyof ComparisonWork, 'similarities' | 'centroid' | 'recommended'>
type Search<Name extends ItemComparison> = Omit<ComparisonWork[Name]['input'], 'model' | 'calibration'>
type Matches<Name extends ItemComparison> = Extract<ComparisonWork[Name]['output'], { found: unknown }>['found']

/** Compares in a thread. Vectors that the thread misses are computed and stored here, where the model is available. */
export async function compare<Name extends ItemComparison>(
  ctx: Ctx,
  name: Name,
  search: Search<Name>,
): Promise<Matches<Name>> {
  await ctx.embedder.ready?.()
  const { isLocal, model, calibration } = ctx.embedder
  const input = { ...search, model: isLocal ? undefined : model, calibration }
  const requester = { org_id: search.orgId, signal: ctx.signal }
  const stored = new Set<string>()
  while (true) {
    const outcome = await ctx.comparisons.run(name, input as ComparisonWork[Name]['input'], requester)
    if ('found' in outcome) return outcome.found as Matches<Name>
    for (const { id, statement_hash } of outcome.missing) {
      const vector = `${id} ${statement_hash}`
      if (stored.has(vector)) throw new Error('The vectors of these items are replaced by another embedding model')
      stored.add(vector)
    }
    await itemVectors(ctx, search.orgId, outcome.missing)
  }
}
