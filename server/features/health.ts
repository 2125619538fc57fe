import { setTimeout as sleep } from 'node:timers/promises'
import { isReady as isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'

/** Load balancers ask every few seconds and take no answer for a bad one. */
const timeoutMs = 1000

/** Whether the database answers within a second and is migrated (decisions 1). */
export const isReady = async ({ readinessDb }: Deps): Promise<boolean> => {
  const late = new AbortController()
  const isLate = sleep(timeoutMs, false, { signal: late.signal }).catch(() => false)
  return Promise.race([isMigrated(readinessDb).catch(() => false), isLate]).finally(() => late.abort())
}
