import { Parser } from 'htmlparser2'
import { httpAddress } from './raw-entry.ts'

/** Finds the feed that an HTML page announces (RSS Autodiscovery). */

const feedTypes = ['application/rss+xml', 'application/atom+xml', 'application/feed+json', 'application/json']
/** The head of a page nests less. The parser's time grows with the square of the depth. */
const maxDepth = 256

/** The address of the first feed that a page links to in its head; undefined if there is none. */
export function feedLinkIn(html: string, address: string): string | undefined {
  let base = address
  let link: string | undefined
  let depth = 0
  const parser = new Parser({
    onopentag(name, { href = '', rel = '', type = '' }) {
      depth += 1
      if (name === 'base' && base === address) base = httpAddress(href.trim(), address) ?? address
      const isFeed =
        name === 'link' &&
        rel.toLowerCase().split(/\s+/).includes('alternate') &&
        feedTypes.includes(type.split(';', 1)[0]!.trim().toLowerCase())
      if (isFeed) link = httpAddress(href.trim(), base) ?? undefined
      if (link !== undefined || depth > maxDepth) parser.pause()
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
  return link
}
