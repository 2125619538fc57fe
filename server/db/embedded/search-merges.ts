import { setTimeout as sleep } from 'node:timers/promises'

/** About so many pages of 4 KiB are written in one transaction, which takes 3 to 8 ms. */
const pagesAtOnce = 16

const everyMs = 500
/** Between two transactions, so that writers get in. */
const pauseMs = 10

type Ask = (pragma: string) => unknown
type Change = (statement: string) => Promise<number>

/**
 * Every write adds a small part to the index of searches, and from time to time FTS5 would merge parts within a write:
 * up to 54 ms of processor time of the thread that serves (measured). This merges them in the thread that runs jobs.
 *
 * @param ask runs a pragma and returns its row. @param change runs a statement in a transaction of its own, and tells how
 *   many rows it changed.
 * @returns a function that ends it.
 */
export function keepMerging(ask: Ask, change: Change): () => void {
  let isStopped = false
  let merged: unknown
  let isMerging = false
  const mergeAll = async () => {
    const { data_version: seen } = ask('pragma data_version') as { data_version: number }
    if (seen === merged) return
    // FTS5 changes a row of its own even when it merges nothing.
    while (!isStopped && (await change(merging)) > 1) await sleep(pauseMs)
    merged = seen
  }
  const timer = setInterval(async () => {
    if (isMerging) return
    isMerging = true
    try {
      await mergeAll()
    } catch {
      // Whoever runs `merge` knows of failures; a busy database, for one, ends by itself.
    }
    isMerging = false
  }, everyMs)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

const merging = `insert into search_words (search_words, rank) values ('merge', ${pagesAtOnce})`
