import { SourceRefusal } from '#core/base/errors.ts'
import { isoMoment } from '#core/base/time.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { laterPost, postText } from '#core/domain/sources/x-posts.ts'
import type { XConnection } from '../../db/tables.ts'
import type { XClient, XPost } from '../../outside/x/x.ts'
import { credentialsOf } from '../connections/x-connections.ts'
import { xCursor } from './cursor.ts'
import { type Sync, save } from './sync-run.ts'

/** Reads the posts of an X account, latest first, back to the latest one that was read before (behavior: X). */

export async function readPosts(sync: Sync<'twitter'>): Promise<void> {
  const { deps, source, onStage, signal } = sync
  const { username, max_pages } = source.config
  const connection = await findConnection(sync)
  await onStage(`Opening @${username}`)
  const client = deps.x.connect(credentialsOf(deps, connection), { signal })
  const isOwn = username.toLowerCase() === connection.x_username.toLowerCase()
  const id = isOwn ? connection.x_user_id : await client.userId(username)
  let pages = max_pages
  // Continue an interrupted listing first; newer posts come after it.
  if (xCursor(sync.source).pending) pages -= await readListing(sync, client, id, pages)
  if (pages > 0) await readListing(sync, client, id, pages)
}

async function findConnection({ deps, source }: Sync<'twitter'>): Promise<XConnection> {
  const connection = await deps.db
    .updateTable('x_connections')
    .set({ last_used_at: deps.now().toISOString() })
    .where('org_id', '=', source.org_id)
    .where('id', '=', source.x_connection_id)
    .returningAll()
    .executeTakeFirst()
  if (!connection) throw new SourceRefusal('The content source has no X connection; set xConnectionId')
  return connection
}

/** Saves each page with the position of the listing, and returns the number of pages. */
async function readListing(sync: Sync<'twitter'>, client: XClient, id: string, maxPages: number): Promise<number> {
  const { source, onStage, result } = sync
  const { username } = source.config
  const { of, since_id, pending } = xCursor(sync.source)
  let newest_id = pending?.newest_id ?? since_id
  let pages = 0
  const query = { ...source.config, since_id, until_id: pending?.until_id ?? null }
  for await (const posts of client.posts({ id, username }, query)) {
    pages += 1
    for (const post of posts) newest_id = laterPost(newest_id, post.id)
    const oldest = posts.at(-1)
    const position = oldest && newest_id ? { newest_id, until_id: oldest.id } : (xCursor(sync.source).pending ?? null)
    await save(
      sync,
      posts.map((post) => contentOf(sync, post)),
      { of, since_id, pending: position },
    )
    await onStage(`Reading posts of @${username}: ${result.imported.toLocaleString('en-US')} new`)
    if (pages >= maxPages) break
  }
  await save(sync, [], { of, since_id: newest_id, pending: null })
  return pages
}

const contentOf = ({ source }: Sync<'twitter'>, { id, text, links, lang, created_at }: XPost): NewContent => ({
  agent_id: source.agent_id,
  source_id: source.id,
  source_type: 'tweet',
  external_id: id,
  title: null,
  url: `https://x.com/${source.config.username}/status/${id}`,
  author: source.config.username,
  content: postText(text, links),
  metadata: { lang },
  published_at: isoMoment(created_at),
})
