/** The words for background work, as data (behavior: Jobs). */

export const jobTypes = ['pbd', 'sync', 'consensus', 'avatar', 'dedup', 'backfill', 'bootstrap', 'import'] as const
export type JobType = (typeof jobTypes)[number]

/** Jobs that write items whatever content says; the others bring in or read what then waits for approval. */
export const writesItems = (type: JobType): boolean => type === 'consensus' || type === 'dedup'

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** How many jobs of one organization run at a time, across all processes. */
export const maxRunning = 2

/** How many jobs of one organization may wait before a request for another one is refused. */
export const maxWaiting = 100

/** How many attempts a job gets before it counts as failed (behavior: Jobs). */
export const maxAttempts = 3

/** Seconds between a failed attempt and the next one: 10, then 40. */
export const backoffSeconds = (attempts: number): number => 10 * 4 ** (attempts - 1)

/** How long what a job did can be read, in days. */
export const retentionDays = 30
