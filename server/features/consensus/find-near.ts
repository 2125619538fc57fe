import { setTimeout } from 'node:timers/promises'
import type { NearItem } from '#core/domain/similar/near.ts'
import type { Ctx } from '../../deps.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { compare } from './compare.ts'
import type { ItemBucket, NearStatement } from './near.ts'

/** Finds existing equivalents of new statements, compared in a thread (behavior: Near-duplicates on creation). */

/** New statements of one bucket. */
export interface Entry {
  bucket: ItemBucket
  statements: string[]
}

/** Returns the equivalents of each statement of each entry; for `dedupes` see `NearSearch`. */
export async function findAll(
  ctx: Ctx,
  orgId: string,
  entries: readonly Entry[],
  dedupes: boolean,
): Promise<NearStatement[][][]> {
  const { isLocal } = ctx.embedder
  const vectors = isLocal
    ? undefined
    : await embedTexts(
        ctx,
        entries.flatMap(({ statements }) => statements),
      )
  const buckets = entries.map(({ bucket, statements }) => ({
    ...bucket,
    statements,
    ...(vectors && { vectors: vectors.splice(0, statements.length) }),
  }))
  return compare(ctx, 'near', { orgId, buckets, dedupes })
}

/** Returns the existing equivalents of one new statement. */
export async function findOne(ctx: Ctx, orgId: string, bucket: ItemBucket, statement: string): Promise<NearItem[]> {
  const [found] = await findAll(ctx, orgId, [{ bucket, statements: [statement] }], false)
  // Always existing items: there is no earlier statement.
  return found![0] as NearItem[]
}

/** Organizations with an optional comparison in progress: one at a time for each, however many items are created. */
const comparing = new Set<string>()

/**
 * Returns the result of a comparison for an answer that can do without it: undefined if it takes longer than
 * `patienceMs`, fails, or another one of the organization is in progress.
 *
 * @param find gets a context that outlives the request, since aborting the comparison would end its thread.
 */
export async function resultWithin<Result>(
  ctx: Ctx,
  orgId: string,
  patienceMs: number,
  find: (ctx: Ctx) => Promise<Result>,
): Promise<Result | undefined> {
  if (comparing.has(orgId)) return undefined
  comparing.add(orgId)
  const lasting: Ctx = Object.create(ctx, { signal: { value: undefined } })
  const found = find(lasting)
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'what is similar to new items was not found')
      return undefined
    })
    .finally(() => comparing.delete(orgId))
  return Promise.race([found, setTimeout(patienceMs, undefined, { ref: false })])
}
