import { type Kysely, sql } from 'kysely'

/** The write-ahead log is copied into the database when it contains this many pages of 4 KiB. */
const pagesToCopy = 1000
/** A larger log is truncated: reads slow down as it grows. */
const pagesToCut = 8000
/** The main thread only does it at its commit if no other thread has done it before: 64 MiB. */
export const pagesAtServing = 16_000
/** How long truncating waits for writers and readers, in milliseconds. */
const cutWaitMs = 100

/** About this many pages are merged in one transaction, which takes 3 to 8 ms. */
const pagesMergedAtOnce = 16

const everyMs = 500

interface Driver {
  /** Runs a pragma on a connection without an open transaction and returns its row. */
  ask(pragma: string): unknown
  /** A number that changes with every write to the database. */
  dataVersion(): number
}

/**
 * Maintains the embedded database in the jobs thread, because maintenance takes too long within a request: checkpoints,
 * which wait for the disk, and merges in the search index, which FTS5 would otherwise do for up to 54 ms within one
 * write (measured).
 *
 * @param onFailure called with the error of a checkpoint: it flushes the log first, which can fail just as at a commit.
 * @returns a function that stops it.
 */
export function startUpkeep(db: Kysely<unknown>, driver: Driver, onFailure: (error: unknown) => void): () => void {
  let isStopped = false
  let mergedVersion: number | undefined
  const mergeSearches = async () => {
    const version = driver.dataVersion()
    if (version === mergedVersion) return
    // FTS5 changes one of its own rows even if it merges nothing.
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
    // The next writer hits the same failure; a busy database, for one, recovers by itself.
    await mergeSearches().catch(() => {})
    if (!isStopped) timer = setTimeout(run, everyMs)
  }
  timer = setTimeout(run, everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Copying neither waits nor blocks; truncating blocks writers while the rest is copied. */
function checkpoint(driver: Driver): void {
  const run = (mode: string) => driver.ask(`pragma wal_checkpoint(${mode})`) as { log: number; checkpointed: number }
  const { log, checkpointed } = run('noop')
  if (log - checkpointed >= pagesToCopy) run('passive')
  if (log < pagesToCut) return
  driver.ask(`pragma busy_timeout = ${cutWaitMs}`)
  run('truncate')
  driver.ask('pragma busy_timeout = 0')
}

/** Returns how many rows it changed, including those of virtual tables. */
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
