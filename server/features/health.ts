import { setTimeout as sleep } from 'node:timers/promises'
import { filesLostReason } from '#core/base/errors.ts'
import { poolsAreLoadable } from '#core/base/pool.ts'
import { isReady as isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'

/** Load balancers check every few seconds and treat no response as a failure. */
const timeoutMs = 1000

/**
 * Returns in one sentence why the service cannot work (behavior: Health and metrics); undefined when the database
 * answers within a second and is migrated, and threads can load their scripts.
 */
export async function whyNotReady({ readinessDb, damage }: Deps): Promise<string | undefined> {
  const late = new AbortController()
  const isLate = sleep(timeoutMs, false, { signal: late.signal }).catch(() => false)
  const answers = await Promise.race([isMigrated(readinessDb).catch(() => false), isLate]).finally(() => late.abort())
  if (!poolsAreLoadable()) return filesLostReason
  return damage() ?? (answers ? undefined : 'The database does not answer or is not migrated')
}
