import { badRequest } from '#core/base/errors.ts'
import { wholeNumber } from '#core/base/whole-number.ts'
import { maxIntervalHours, type SourceDefinition, syncInterval } from './source-definition.ts'

/** The settings of a feed, RSS or Atom. */
interface FeedConfig {
  feed_url: string
  /** Maximum number of entries per sync, latest first as feeds list them. */
  max_entries: number
  sync_interval_hours: number
}

const maxEntries = 500

/** Applies a change to the settings. @throws 400 naming the invalid field. */
function feedConfig(
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

export const feedSource = {
  title: 'RSS or Atom feed',
  required: 'feedUrl',
  contentTypes: ['rss_entry'],
  fields: {
    feed_url: { type: 'text', maxLength: 2000, example: 'https://blog.example.com/feed.xml' },
    max_entries: { type: 'number', min: 1, max: maxEntries, default: 50 },
    sync_interval_hours: syncInterval,
  },
  settings: (changes, { checkAddress }, current) => feedConfig(changes, checkAddress, current),
  nameOf: ({ feed_url }) => new URL(feed_url).host,
} as const satisfies SourceDefinition<FeedConfig>
