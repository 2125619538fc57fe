import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { scoreAgain } from './score.ts'

/**
 * Ends a belief after a change of mind: the observations of the contradicted signal stop counting (behavior: Signals).
 * They stay visible, with the observation that withdrew them.
 */
export async function withdraw(
  trx: Transaction<Tables>,
  { org_id, signal_id, by, before }: { org_id: string; signal_id: string; by: string; before: string },
): Promise<void> {
  await trx
    .updateTable('observations')
    .set({ live: false, withdrawn_by: by })
    .where('org_id', '=', org_id)
    .where('signal_id', '=', signal_id)
    .where('observed_at', '<=', before)
    .where('withdrawn_by', 'is', null)
    .where('id', '<>', by)
    .execute()
  await scoreAgain(trx, org_id, [{ signal_id }])
}

/** Restores observations that were withdrawn by observations that no longer exist. */
export async function restore(trx: Transaction<Tables>, orgId: string, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return
  const back = await trx
    .updateTable('observations')
    .set({ live: true, withdrawn_by: null })
    .where('org_id', '=', orgId)
    .where('withdrawn_by', 'in', gone)
    .returning('signal_id')
    .execute()
  await scoreAgain(trx, orgId, back)
}
