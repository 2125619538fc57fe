import { noRobots, type Robots, readRobots } from '../../domain/robots.ts'
import { markdownLinks, WebRefusal } from '../../domain/web-content.ts'
import { fitsPattern, isSameSite, originOf } from '../../domain/website-source.ts'
import type { Sync } from './cursor.ts'

/** Finds the pages of a website: those that are named, and those that its llms.txt or its sitemap lists. */

/** What we are called in a robots.txt. */
const robotName = 'agent-identity-service'
/** The most sitemaps that are read, those of an index included. */
const maxSitemaps = 20

/**
 * The addresses of the pages that the settings take and the site's robots.txt does not ask to leave alone, the named
 * ones first.
 *
 * @throws SourceRefusal when the list of pages cannot be read.
 */
export async function findPages(sync: Sync<'website'>): Promise<string[]> {
  const { source, result } = sync
  const { urls, url_pattern, max_pages } = source.config
  const origin = new URL(originOf(source.config))
  const robots = await readRobotsOf(sync, origin)
  const found = await listedPages(sync, origin, robots)
  const taken = found.filter((url) => isSameSite(url, origin) && fitsPattern(url_pattern, url.pathname + url.search))
  const pages = [...new Set([...urls, ...taken.map(({ href }) => href)])]
  const allowed = pages.filter((page) => robots.allows(pathOf(page)))
  if (allowed.length < pages.length) {
    result.errors.push(`robots.txt asks to leave ${pages.length - allowed.length} of ${pages.length} pages alone`)
  }
  return allowed.slice(0, max_pages)
}

const pathOf = (page: string): string => {
  const { pathname, search } = new URL(page)
  return pathname + search
}

/** A site without a robots.txt asks for nothing; one that fails is not read at all (RFC 9309). */
async function readRobotsOf({ deps, signal }: Sync<'website'>, origin: URL): Promise<Robots> {
  try {
    return readRobots(await deps.web.text(new URL('/robots.txt', origin).href, { signal }), robotName)
  } catch (error) {
    const status = error instanceof WebRefusal ? error.status : undefined
    if (status !== undefined && status >= 400 && status < 500 && status !== 429) return noRobots
    throw error
  }
}

async function listedPages({ deps, source, signal }: Sync<'website'>, origin: URL, robots: Robots): Promise<URL[]> {
  const { discovery } = source.config
  if (discovery === 'manual') return []
  if (discovery === 'llms_txt') {
    const address = new URL('/llms.txt', origin).href
    return addresses(markdownLinks(await deps.web.text(address, { signal }), address))
  }
  const named = addresses(robots.sitemaps).filter((url) => isSameSite(url, origin))
  const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', origin)]
  const pages: URL[] = []
  for (let read = 0; read < maxSitemaps && waiting.length > 0; read += 1) {
    const sitemap = await deps.web.sitemap(waiting.shift()!.href, { signal })
    waiting.push(...addresses(sitemap.sitemaps).filter((url) => isSameSite(url, origin)))
    pages.push(...addresses(sitemap.pages))
  }
  return pages
}

/** What is no address is left out; a page is one page whatever part of it is named. */
const addresses = (texts: string[]): URL[] =>
  texts
    .filter((text) => URL.canParse(text))
    .map((text) => {
      const url = new URL(text)
      url.hash = ''
      return url
    })
