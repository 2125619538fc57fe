import { sql } from 'kysely'
import { initialStatus } from '#core/domain/identity/item-lifecycle.ts'
import type { ItemStatus, Kind } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'

/** Returns the status that an organization gives to new items of a kind (behavior: Status). */
export async function readInitialStatus(db: Database, orgId: string, kind: Kind): Promise<ItemStatus> {
  const { status } = await db.selectNoFrom(initialStatusOf(orgId, kind).as('status')).executeTakeFirstOrThrow()
  return status
}

/** Returns the initial status as an expression for a query. */
export function initialStatusOf(orgId: string, kind: Kind) {
  const setting = kind === 'belief' ? sql.ref('auto_approve_beliefs') : sql.ref('auto_approve_responsibilities')
  const approves = sql`(select ${setting} from organizations where id = ${orgId})`
  return sql<ItemStatus>`case when ${approves} then ${sql.lit(initialStatus(true))} else ${sql.lit(initialStatus(false))} end`
}
