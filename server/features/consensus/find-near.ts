import { setTimeout } from 'node:timers/promises'
import type { Ctx } from '../../deps.ts'
import type { NearItem } from '../../domain/similar/near.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { compare } from './compare.ts'
import type { NearStatement, Place } from './near.ts'

/** What is there that says the same as new statements, compared in a thread (behavior: Near-duplicates on creation). */

/** New statements of one place. */
export interface Entry {
  place: Place
  statements: string[]
}

/** For each entry, and each of its statements, what says the same; with `dedupes` see `NearSearch`. */
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
  const places = entries.map(({ place, statements }) => ({
    ...place,
    statements,
    ...(vectors && { vectors: vectors.splice(0, statements.length) }),
  }))
  return compare(ctx, 'near', { orgId, places, dedupes })
}

/** For one new statement what is there that says the same. */
export async function findOne(ctx: Ctx, orgId: string, place: Place, statement: string): Promise<NearItem[]> {
  const [found] = await findAll(ctx, orgId, [{ place, statements: [statement] }], false)
  // Nothing comes before the only one.
  return found![0] as NearItem[]
}

/** The organizations that something is compared for which nobody depends on: one at a time, however many create. */
const comparing = new Set<string>()

/**
 * What a comparison finds, for an answer that does without it: undefined where it takes longer than `patienceMs`, fails,
 * or another one of the organization is under way.
 *
 * @param find gets a context that outlives the request, since ending the comparison would end its thread.
 */
export async function soon<Found>(
  ctx: Ctx,
  orgId: string,
  patienceMs: number,
  find: (ctx: Ctx) => Promise<Found>,
): Promise<Found | undefined> {
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
