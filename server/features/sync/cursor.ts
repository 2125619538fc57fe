import type { Transaction } from 'kysely'
import type { ContentPlatform } from '#core/domain/sources/content-platforms.ts'
import type { FeedCursor, RepositoryCursor, SourceCursors, SourceOf, Tables, XCursor } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import { whyLost } from './source-claim.ts'

/**
 * How far a source was read, by platform (behavior: Sync). A cursor stores in `of` the settings under which it was
 * written; when they changed, reading starts from the beginning. Websites have no cursor: each page stores its own
 * validators.
 */

export function githubCursor({ source, branch }: { source: SourceOf<'github'>; branch: string }): RepositoryCursor {
  const { cursor, config } = source
  const of = `${config.owner}/${config.repo}@${branch}`
  return cursor?.of === of ? cursor : { of, commits: null, pending: null, files: null }
}

export function xCursor({ cursor, config }: SourceOf<'twitter'>): XCursor {
  const { username, exclude_retweets, exclude_replies } = config
  const of = JSON.stringify([username.toLowerCase(), exclude_retweets, exclude_replies])
  return cursor?.of === of ? cursor : { of, since_id: null, pending: null }
}

export const feedCursorKey = ({ feed_url, max_entries }: SourceOf<'rss'>['config']) => `${feed_url} ${max_entries}`

export const feedCursor = ({ cursor, config }: SourceOf<'rss'>): FeedCursor | undefined =>
  cursor?.of === feedCursorKey(config) ? cursor : undefined

/**
 * Writes the cursor in the transaction of the content that it covers; undefined keeps the stored one. Locks the
 * source's row first, so that no content is added to a source that is being deleted or that another run has claimed.
 *
 * @throws SourceRefusal when the source was deleted or claimed by another run meanwhile.
 */
export async function moveCursor<Platform extends ContentPlatform>(
  trx: Transaction<Tables>,
  source: SourceOf<Platform>,
  cursor: SourceCursors[Platform] | null | undefined,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('content_sources')
    .set(({ ref }) => ({ cursor: cursor === undefined ? ref('cursor') : json(cursor) }))
    .where('org_id', '=', source.org_id)
    .where('id', '=', source.id)
    .$if(source.sync_claim_id !== null, (query) => query.where('sync_claim_id', '=', source.sync_claim_id))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw await whyLost(trx, source)
  if (cursor !== undefined) source.cursor = cursor
}
