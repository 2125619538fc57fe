import type { ChosenPages, PageChoice } from '#core/domain/sources/page-choice.ts'
import { WebRefusal } from '#core/domain/sources/web-content.ts'
import { originOf } from '#core/domain/sources/website-source.ts'
import type { Sync } from './sync-run.ts'

/** Finds the pages of a website: the named ones, and those that its llms.txt or its sitemap lists. */

/** Maximum number of sitemaps that are read, including those in an index. */
const maxSitemaps = 20

/**
 * Returns the addresses of the pages that match the settings and that the site's robots.txt allows, the named ones
 * first. Lists are read only up to `max_pages`.
 *
 * @throws SourceRefusal when the list of pages cannot be read.
 */
export async function findPages(sync: Sync<'website'>): Promise<string[]> {
  const { deps, source, signal, result } = sync
  const { urls, url_pattern, max_pages, discovery } = source.config
  const requester = { org_id: source.org_id, signal }
  const origin = new URL(originOf(source.config)).href
  const robots = await readRobotsOf(sync, origin)
  const pages = new Set<string>()
  let refused = 0
  const choice = (): PageChoice => ({ origin, url_pattern, robots: robots.text, room: max_pages - pages.size })
  const take = (chosen: ChosenPages) => {
    for (const page of chosen.pages) pages.add(page)
    refused += chosen.refused
  }
  if (urls.length > 0) take(await deps.web.choose(urls, { ...requester, choice: { ...choice(), url_pattern: null } }))
  if (discovery === 'llms_txt') {
    take(await deps.web.links(new URL('/llms.txt', origin).href, { ...requester, choice: choice() }))
  }
  const named = robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', origin).href]
  const waiting = discovery === 'sitemap' ? named : []
  for (let read = 0; read < maxSitemaps && waiting.length > 0 && pages.size < max_pages; read += 1) {
    const { sitemaps, ...chosen } = await deps.web.sitemap(waiting.shift()!, { ...requester, choice: choice() })
    waiting.push(...sitemaps)
    take(chosen)
  }
  if (refused > 0) {
    result.errors.push(`robots.txt asks to leave ${refused} of ${pages.size + refused} pages alone`)
  }
  return [...pages]
}

/** A site without a robots.txt allows everything; if reading it fails, the site is not read at all (RFC 9309). */
async function readRobotsOf({ deps, source, signal }: Sync<'website'>, origin: string) {
  try {
    return await deps.web.robots(new URL('/robots.txt', origin).href, { org_id: source.org_id, signal })
  } catch (error) {
    const status = error instanceof WebRefusal ? error.status : undefined
    if (status !== undefined && status >= 400 && status < 500 && status !== 429) return { text: '', sitemaps: [] }
    throw error
  }
}
