import type { SelectQueryBuilder, Transaction } from 'kysely'
import { momentAfter } from '#core/base/time.ts'
import { etagOf, requireExpected } from '#core/domain/requests/etag.ts'
import { forNoKeyUpdate } from './locks.ts'
import type { Tables } from './tables.ts'

/** The parts of the request that a change needs: the states that it may change, and the time. */
interface Change {
  expected?: readonly string[] | undefined
  now: () => Date
}

/**
 * Locks the row that a write is about to change. Returns the row's new `updated_at`, which no earlier state had;
 * undefined if there is no such row. `documentTag` reads the `ETag` of a document that includes the record.
 *
 * @throws 412 if the row is in another state than the request expects.
 */
export async function beginChange<T extends keyof Tables>(
  { expected, now }: Change,
  trx: Transaction<Tables>,
  query: SelectQueryBuilder<Tables, T, { updated_at: string }>,
  documentTag?: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const row = await forNoKeyUpdate(trx)(query).executeTakeFirst()
  if (!row) return undefined
  if (expected) requireExpected(expected, etagOf(row), await documentTag?.())
  return momentAfter(row.updated_at, now())
}
