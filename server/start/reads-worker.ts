import { workerData } from 'node:worker_threads'
import { once } from '#core/base/once.ts'
import { taskRunner } from '#core/base/task-runner.ts'
import { openAnyReader } from '../db/connect.ts'

/** The script of the pool for reads (`compose.ts`): tasks that read the database themselves, by group. */

/**
 * Enlarges the page cache for rendering only. Items are read in display order but stored in order of creation: with
 * SQLite's 2 MB, most pages of an agent of 10,000 items were read several times.
 */
const pageKilobytes = 16_000

const database = once(() => openAnyReader(workerData))

export const run = taskRunner({
  organization: once(async () =>
    (await import('../features/organization-reads/heavy-reads-work.ts')).heavyReadsWork(await database()),
  ),
  archive: once(async () =>
    (await import('../features/archive/export-work.ts')).exportWork(() => openAnyReader(workerData)),
  ),
  rendering: once(async () => {
    const { renderingWork } = await import('../features/agents/rendering-work.ts')
    return renderingWork(await openAnyReader(workerData, pageKilobytes))
  }),
  comparisons: once(async () => {
    const { localEmbedding } = await import('#reader/embedding/embedding.ts')
    const { comparisonsWork } = await import('../features/consensus/comparisons-work.ts')
    return comparisonsWork(await database(), localEmbedding)
  }),
})
