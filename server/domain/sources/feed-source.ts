import { badRequest } from '../../base/errors.ts'
import { wholeNumber } from '../../base/whole-number.ts'

/** The settings of a feed, RSS or Atom. */
export interface FeedConfig {
  feed_url: string
  /** Maximum number of entries per sync, latest first as feeds list them. */
  max_entries: number
  sync_interval_hours: number
}

/** At least once in 30 days. */
export const maxIntervalHours = 720
const maxEntries = 500

/** Applies a change to the settings. @throws 400 naming the invalid field. */
export function feedConfig(
  changes: Partial<FeedConfig>,
  checkAddress: (address: string, field: string) => string,
  current?: FeedConfig,
): FeedConfig {
  const { feed_url, max_entries = 50, sync_interval_hours = 24 } = { ...current, ...changes }
  if (feed_url === undefined) throw badRequest('config.feedUrl is required')
  return {
    feed_url: checkAddress(feed_url, 'config.feedUrl'),
    max_entries: wholeNumber('config.maxEntries', max_entries, 1, maxEntries),
    sync_interval_hours: wholeNumber('config.syncIntervalHours', sync_interval_hours, 1, maxIntervalHours),
  }
}
