import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/** Work that comes back by the clock. `next` gives the moment after one that lies at or before `now`. */
export interface Schedule {
  name: string
  next(now: Date): Date
  /** Runs in the transaction that claims the moment: it happens once across all replicas, or not at all. */
  fire(trx: Transaction<Tables>, deps: Deps): Promise<void>
}

/** Fires the schedule if its moment has come and nobody else has; a new schedule waits for its first moment. */
export async function fireIfDue(deps: Deps, schedule: Schedule): Promise<void> {
  const { db, now } = deps
  const { name } = schedule
  const row = await db.selectFrom('schedules').select('next_run_at').where('name', '=', name).executeTakeFirst()
  const moment = now()
  const next_run_at = schedule.next(moment).toISOString()
  if (!row) {
    await db
      .insertInto('schedules')
      .values({ name, next_run_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  if (row.next_run_at > moment.toISOString()) return
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('schedules')
      .set({ next_run_at })
      .where('name', '=', name)
      .where('next_run_at', '<=', moment.toISOString())
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await schedule.fire(trx, deps)
  })
}
