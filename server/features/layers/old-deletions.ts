import type { Transaction } from 'kysely'
import { restorableDays } from '#core/domain/requests/restorable.ts'
import type { Tables } from '../../db/tables.ts'

const dayMs = 86_400_000

/** Deletes the rows of records for good that can no longer be restored (behavior: Deletion). */
export async function deleteOldDeletions(trx: Transaction<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - restorableDays * dayMs).toISOString()
  await trx.deleteFrom('deleted_rows').where('created_at', '<', before).execute()
}
