/** The write-ahead log is copied into the database once so many pages of 4 KiB wait in it. */
const pagesToCopy = 1000
/** A larger log is cut back to nothing: reads slow down as it grows. */
const pagesToCut = 8000
/** The thread that serves does it at its commit only when nobody else has: 64 MiB. */
export const pagesAtServing = 16_000

const everyMs = 500
/** How long cutting waits for writers and readers, in milliseconds. */
const cutWaitMs = 100

interface Progress {
  /** Pages in the log. */
  log: number
  checkpointed: number
}

/**
 * Does the checkpoints of the embedded database, over a connection that has no transaction open: they read, write and
 * wait for the disk, so the thread that serves must not. Copying waits for nobody and keeps nobody waiting; cutting
 * keeps writers waiting for what is left to copy.
 *
 * @param ask runs a pragma and returns its row.
 * @param onFailure called with what it throws: a checkpoint puts the log on disk first, which can fail as for a commit.
 * @returns a function that ends it.
 */
export function keepCheckpointing(ask: (pragma: string) => unknown, onFailure: (error: unknown) => void): () => void {
  const checkpoint = (mode: string) => ask(`pragma wal_checkpoint(${mode})`) as Progress
  const timer = setInterval(() => {
    try {
      const { log, checkpointed } = checkpoint('noop')
      if (log - checkpointed >= pagesToCopy) checkpoint('passive')
      if (log < pagesToCut) return
      ask(`pragma busy_timeout = ${cutWaitMs}`)
      checkpoint('truncate')
      ask('pragma busy_timeout = 0')
    } catch (error) {
      onFailure(error)
    }
  }, everyMs)
  return () => clearInterval(timer)
}
