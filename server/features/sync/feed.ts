import { hash } from 'node:crypto'
import { truncate } from '#core/base/strings.ts'
import { maxTextLength, type NewContent } from '#core/domain/sources/foreign-content.ts'
import type { FeedEntry } from '#core/domain/sources/web-content.ts'
import { feedCursor, feedCursorKey } from './cursor.ts'
import { type Sync, save } from './sync-run.ts'

/** Entries are saved in batches of this many, so that no transaction is long. */
const batchSize = 20

/** Reads the latest entries of an RSS or Atom feed, and none if the feed has not changed. */
export async function readEntries(sync: Sync<'rss'>): Promise<void> {
  const { deps, source, onStage, signal } = sync
  const { feed_url, max_entries } = source.config
  await onStage(`Reading ${feed_url}`)
  const feed = await deps.web.feed(feed_url, {
    org_id: source.org_id,
    known: feedCursor(source),
    signal,
    maxEntries: max_entries,
  })
  if (!feed) return
  const { entries, etag, last_modified } = feed
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize)
    await save(
      sync,
      batch.map((entry) => entryContent(sync, entry)),
    )
  }
  await save(sync, [], { of: feedCursorKey(source.config), etag, last_modified })
}

function entryContent({ source }: Sync<'rss'>, entry: FeedEntry): NewContent {
  const { title, url, author, text, published_at } = entry
  return {
    agent_id: source.agent_id,
    source_id: source.id,
    source_type: 'rss_entry',
    external_id: entryId(entry, source.config.feed_url),
    title: title ? truncate(title, 500) : null,
    url,
    author: author ? truncate(author, 200) : null,
    content: truncate(text || title || '', maxTextLength),
    metadata: { feed_url: source.config.feed_url },
    published_at,
  }
}

/** Ids that are not addresses are unique only in the feed: another feed of the agent may also count from 1. */
function entryId({ id }: FeedEntry, feedUrl: string): string {
  const named = /^[a-z][a-z0-9+.-]{1,20}:/i.test(id) ? id : `${new URL(feedUrl).host} ${id}`
  // Longer ids do not fit into an index.
  return named.length <= 500 ? named : hash('sha256', named, 'hex')
}
