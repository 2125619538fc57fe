import type { Transaction } from 'kysely'
import { needsWording } from '#core/domain/wording.ts'
import type { Database } from '../../db/connect.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Tables } from '../../db/tables.ts'

/** Items that one transaction judges: about 5 ms of the thread; others write between two. */
const judgedAtATime = 200

/**
 * Judges again the words of all pending items that people said: `needs_wording` is written with each statement, but a
 * version of the service may know more words that cannot stand than the one that wrote it.
 */
export async function judgeWordings(db: Database): Promise<void> {
  const organizations = await db.selectFrom('organizations').select('id').execute()
  for (const { id } of organizations) {
    let last: string | undefined
    do last = await db.transaction().execute((trx) => judgePart(trx, id, last))
    while (last !== undefined)
  }
}

/** Judges the items that follow an id. Returns the last of their ids; undefined at the end. */
async function judgePart(
  trx: Transaction<Tables>,
  orgId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const items = await forNoKeyUpdate(trx)(
    trx
      .selectFrom('items')
      .select(['id', 'statement', 'needs_wording'])
      .where('org_id', '=', orgId)
      .where('status', '=', 'pending')
      .where('certainty', '>', 0)
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(judgedAtATime),
  ).execute()
  for (const needs_wording of [true, false]) {
    const ids = items.flatMap(({ id, statement, needs_wording: stored }) =>
      stored !== needs_wording && needsWording(statement) === needs_wording ? id : [],
    )
    if (ids.length > 0)
      await trx.updateTable('items').set({ needs_wording }).where('org_id', '=', orgId).where('id', 'in', ids).execute()
  }
  return items.length < judgedAtATime ? undefined : items.at(-1)!.id
}
