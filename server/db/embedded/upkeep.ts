import { type Kysely, sql } from 'kysely'

/** The write-ahead log is copied into the database once so many pages of 4 KiB wait in it. */
const pagesToCopy = 1000
/** A larger log is cut back to nothing: reads slow down as it grows. */
const pagesToCut = 8000
/** The main thread does it at its commit only when nobody else has: 64 MiB. */
export const pagesAtServing = 16_000
/** How long cutting waits for writers and readers, in milliseconds. */
const cutWaitMs = 100

/** About so many pages are merged in one transaction, which takes 3 to 8 ms. */
const pagesMergedAtOnce = 16

const everyMs = 500

interface Driver {
  /** Runs a pragma on a connection that has no transaction open and returns its row. */
  ask(pragma: string): unknown
  /** A number that changes with every write to the database. */
  dataVersion(): number
}

/**
 * Does the embedded database's upkeep in the thread of jobs, because it takes too long within a request: checkpoints,
 * which wait for the disk, and merges in the index of searches, of which FTS5 would do up to 54 ms within one write
 * (measured).
 *
 * @param onFailure called with what a checkpoint throws: it puts the log on disk first, which can fail as for a commit.
 * @returns a function that ends it.
 */
export function startUpkeep(db: Kysely<unknown>, driver: Driver, onFailure: (error: unknown) => void): () => void {
  let isStopped = false
  let mergedVersion: number | undefined
  const mergeSearches = async () => {
    const version = driver.dataVersion()
    if (version === mergedVersion) return
    // FTS5 changes a row of its own even when it merges nothing.
    let isMerging = true
    while (!isStopped && isMerging) isMerging = (await mergeSome(db)) > 1
    mergedVersion = version
  }
  let timer: NodeJS.Timeout
  const run = async () => {
    try {
      checkpoint(driver)
    } catch (error) {
      onFailure(error)
    }
    // A failure is repeated by whoever writes next; a busy database, for one, becomes free by itself.
    await mergeSearches().catch(() => {})
    if (!isStopped) timer = setTimeout(run, everyMs)
  }
  timer = setTimeout(run, everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Copying waits for nobody and keeps nobody waiting; cutting keeps writers waiting for what is left to copy. */
function checkpoint(driver: Driver): void {
  const run = (mode: string) => driver.ask(`pragma wal_checkpoint(${mode})`) as { log: number; checkpointed: number }
  const { log, checkpointed } = run('noop')
  if (log - checkpointed >= pagesToCopy) run('passive')
  if (log < pagesToCut) return
  driver.ask(`pragma busy_timeout = ${cutWaitMs}`)
  run('truncate')
  driver.ask('pragma busy_timeout = 0')
}

/** Returns how many rows it changed, with those of virtual tables. */
const mergeSome = (db: Kysely<unknown>): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const countChanges = async () =>
      (await sql<{ count: number }>`select total_changes() as count`.execute(trx)).rows[0]!.count
    const before = await countChanges()
    await sql`insert into search_words (search_words, rank) values ('merge', ${sql.lit(pagesMergedAtOnce)})`.execute(
      trx,
    )
    return (await countChanges()) - before
  })
