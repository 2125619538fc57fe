/** The vocabulary of background jobs, as data (behavior: Jobs). */

export const jobTypes = [
  'pbd',
  'sync',
  'consensus',
  'avatar',
  'dedup',
  'backfill',
  'bootstrap',
  'import',
  'label',
] as const
export type JobType = (typeof jobTypes)[number]

/**
 * Jobs that write items regardless of content; the others bring in or read content whose results then await approval.
 */
export const writesItems = (type: JobType): boolean => type === 'consensus' || type === 'dedup'

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Maximum number of jobs of one organization that run at a time, across all processes. */
export const maxRunning = 2

/** Maximum number of queued jobs of one organization; requests for more are refused. */
export const maxWaiting = 100

/** Number of attempts before a job counts as failed (behavior: Jobs). */
export const maxAttempts = 3

/** Seconds between a failed attempt and the next one: 10, then 40. */
export const backoffSeconds = (attempts: number): number => 10 * 4 ** (attempts - 1)

/** Retention of finished jobs, in days. */
export const retentionDays = 30
