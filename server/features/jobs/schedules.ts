import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/** Recurring work. `next` returns the time after the one that is at or before `now`. */
export interface Schedule {
  name: string
  next(now: Date): Date
  /** Runs in the transaction that claims the time: it happens once across all replicas, or not at all. */
  fire(trx: Transaction<Tables>, deps: Deps): Promise<void>
  /** Runs after that transaction, for work of many: once, or not at all if the process dies. */
  afterwards?(deps: Deps): Promise<void>
}

/** Maximum difference between the clocks of replicas at which a schedule does not fire twice, in milliseconds. */
const skewMs = 300_000

/** Fires the schedule if it is due and no other replica has fired it; a new schedule waits for its first time. */
export async function fireIfDue(deps: Deps, schedule: Schedule): Promise<void> {
  const { db, now } = deps
  const { name } = schedule
  const row = await db.selectFrom('schedules').select('next_run_at').where('name', '=', name).executeTakeFirst()
  const moment = now()
  const next = schedule.next(moment)
  const next_run_at = next.toISOString()
  if (!row) {
    await db
      .insertInto('schedules')
      .values({ name, next_run_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  // A time further ahead than the interval was set while a clock was wrong, and would silence the schedule until then.
  const intervalMs = schedule.next(next).getTime() - next.getTime()
  const latest = new Date(moment.getTime() + intervalMs + skewMs).toISOString()
  if (row.next_run_at > moment.toISOString() && row.next_run_at <= latest) return
  const isOurs = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('schedules')
      .set({ next_run_at })
      .where('name', '=', name)
      .where((eb) => eb.or([eb('next_run_at', '<=', moment.toISOString()), eb('next_run_at', '>', latest)]))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await schedule.fire(trx, deps)
    return numUpdatedRows > 0n
  })
  if (isOurs) await schedule.afterwards?.(deps)
}
