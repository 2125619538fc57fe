import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import { SourceRefusal } from '#core/base/errors.ts'
import type { ContentSource, Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/**
 * Lets one run sync a source at a time, across all processes: it holds the claim in the source's row and renews it
 * while it works. The claim of a process that died expires.
 */

/** Ends before the lease of the process's job, so that the job's next attempt finds the source free. */
const leaseMs = 40_000
const heartbeatMs = 10_000

export interface SourceClaim {
  /** The source as it was when it was claimed, with the cursor that the previous run left. */
  source: ContentSource
  /** Aborts with a SourceRefusal when another run takes the source over. */
  signal: AbortSignal
  release(): Promise<void>
}

/**
 * Claims a source for one run. Returns undefined while another run has it, or if it was deleted.
 *
 * @param unlessSynced also undefined if it was synced since `listed` was read
 */
export async function claimSource(
  deps: Deps,
  listed: ContentSource,
  { unlessSynced = false }: { unlessSynced?: boolean },
): Promise<SourceClaim | undefined> {
  const { db, log } = deps
  const inMs = (ms: number) => new Date(deps.now().getTime() + ms).toISOString()
  const { org_id, id, last_synced_at } = listed
  const update = () => db.updateTable('content_sources').where('org_id', '=', org_id).where('id', '=', id)
  const source = await update()
    .set({ sync_claim_id: newId(), sync_until: inMs(leaseMs) })
    .where((eb) =>
      eb.or([
        eb('sync_until', 'is', null),
        eb('sync_until', '<=', inMs(0)),
        // Later than any claim can end: it was written while a clock was wrong.
        eb('sync_until', '>', inMs(2 * leaseMs)),
      ]),
    )
    .$if(unlessSynced, (query) => query.where('last_synced_at', last_synced_at === null ? 'is' : '=', last_synced_at))
    .returningAll()
    .executeTakeFirst()
  if (!source) return undefined

  const own = () => update().where('sync_claim_id', '=', source.sync_claim_id)
  const lost = new AbortController()
  const renew = async () => {
    const { numUpdatedRows } = await own()
      .set({ sync_until: inMs(leaseMs) })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) lost.abort(await whyLost(db, source))
  }
  const heartbeat = setInterval(() => {
    renew().catch((error) => log.warn({ err: error, sourceId: id }, 'could not renew the claim on a source'))
  }, heartbeatMs)
  return {
    source,
    signal: lost.signal,
    release: async () => {
      clearInterval(heartbeat)
      await own().set({ sync_claim_id: null, sync_until: null }).execute()
    },
  }
}

/** Returns why a run lost its source. */
export async function whyLost(db: Kysely<Tables>, { org_id, id }: Pick<ContentSource, 'org_id' | 'id'>) {
  const query = db.selectFrom('content_sources').select('id').where('org_id', '=', org_id).where('id', '=', id)
  const isPresent = (await query.executeTakeFirst()) !== undefined
  return new SourceRefusal(
    isPresent
      ? 'Another sync of the content source took over and continues from here'
      : 'The content source was deleted during its sync',
  )
}
