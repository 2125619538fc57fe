import { hash } from 'node:crypto'
import { SourceRefusal } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import { maxTextLength, type NewContent } from '#core/domain/sources/foreign-content.ts'
import { type Validators, WebRefusal } from '#core/domain/sources/web-content.ts'
import { isSameSite, originOf } from '#core/domain/sources/website-source.ts'
import { type Sync, save } from './sync-run.ts'
import { findPages } from './website-pages.ts'

/** Reads the pages of a website one after the other; unchanged pages are not read again. */

/** Pages are saved in batches of this many. */
const batchSize = 20
/** After this many failures in a row the website itself is at fault. */
const maxFailuresInRow = 5
/** Maximum number of errors about single pages. */
const maxErrors = 10

export async function readWebsite(sync: Sync<'website'>): Promise<void> {
  const { source, result, onStage } = sync
  const { domain } = source.config
  await onStage(`Looking for the pages of ${domain}`)
  const pages = await findPages(sync)
  const reading: Reading = { sync, known: await knownPages(sync), seen: new Set() }
  const failures: string[] = []
  let failuresInRow = 0
  let batch: NewContent[] = []
  try {
    for (const [done, address] of pages.entries()) {
      const page = await readPage(reading, address)
      failuresInRow = page instanceof WebRefusal ? failuresInRow + 1 : 0
      if (page instanceof WebRefusal) failures.push(page.message)
      else if (page) batch.push(page)
      else result.skipped += 1
      if (failuresInRow === maxFailuresInRow)
        throw new SourceRefusal(`${domain} failed too often; the next sync reads the remaining pages`)
      if (batch.length < batchSize) continue
      await save(sync, batch)
      batch = []
      await onStage(`Reading pages of ${domain}: ${done + 1} of ${pages.length}`)
    }
  } finally {
    result.errors.push(...failures.slice(0, maxErrors))
    if (failures.length > maxErrors) result.errors.push(`${failures.length - maxErrors} more pages could not be read`)
    // Keep the pages that were read, so that they are not requested again.
    await save(sync, batch)
  }
}

interface Reading {
  sync: Sync<'website'>
  known: Map<unknown, KnownPage>
  /** Pages that this sync has read: two addresses may lead to one. */
  seen: Set<string>
}

/** Metadata of a page from the last time that it was read. */
interface KnownPage extends Validators {
  external_id: string
  hash: unknown
}

/**
 * Returns undefined when nothing is new, and the refusal of a page that cannot be read, so that the others are still
 * read.
 */
async function readPage({ sync, known, seen }: Reading, address: string): Promise<NewContent | undefined | WebRefusal> {
  const { deps, source, signal } = sync
  const { extract_mode } = source.config
  const before = known.get(address)
  try {
    const page = await deps.web.page(address, {
      org_id: source.org_id,
      known: before,
      signal,
      mode: extract_mode,
    })
    const url = page ? page.url : before!.external_id
    if (seen.has(url)) return undefined
    seen.add(url)
    if (!page) return undefined
    if (!isSameSite(new URL(url), new URL(originOf(source.config)))) {
      return new WebRefusal(`${address} redirects to another website, ${new URL(url).host}`)
    }
    const textHash = hash('sha256', `${page.title} ${page.text}`, 'hex')
    if (before?.external_id === url && before.hash === textHash) return undefined
    return {
      agent_id: source.agent_id,
      source_id: source.id,
      source_type: 'website_page',
      external_id: url,
      title: page.title ? truncate(page.title, 500) : null,
      url,
      author: null,
      content: truncate(page.text, maxTextLength),
      metadata: { address, extract_mode, hash: textHash, etag: page.etag, last_modified: page.last_modified },
      published_at: page.published_at,
    }
  } catch (error) {
    // A rate limit applies to the whole website.
    if (error instanceof WebRefusal && error.status !== 429 && error.retryAfterSeconds === undefined) return error
    throw error
  }
}

/** Returns the stored pages by the requested address, without pages that were extracted in another mode. */
async function knownPages({ deps, source }: Sync<'website'>): Promise<Map<unknown, KnownPage>> {
  const rows = await deps.db
    .selectFrom('content_items')
    .select(['external_id', 'metadata'])
    .where('org_id', '=', source.org_id)
    .where('source_id', '=', source.id)
    .where('source_type', '=', 'website_page')
    .execute()
  const alike = rows.filter(({ metadata }) => metadata.extract_mode === source.config.extract_mode)
  return new Map(
    alike.map(({ external_id, metadata: { address, hash, etag, last_modified } }) => [
      address,
      { external_id, hash, etag: textOrNull(etag), last_modified: textOrNull(last_modified) },
    ]),
  )
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
