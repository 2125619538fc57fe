import { gunzipSync } from 'node:zlib'
import { unprocessable } from '#core/base/errors.ts'
import type { Sitemap } from '#core/domain/sources/web-content.ts'
import { childOf, childrenOf, readXml, textIn, type XmlElement } from './xml.ts'

/** Maximum size of a decompressed sitemap. */
const maxInflatedBytes = 10 * 1024 * 1024

/** The elements that are read, under any prefix. */
const elements = new Set(['urlset', 'url', 'sitemapindex', 'sitemap', 'loc'])

/** Reads a sitemap, or an index of sitemaps, also compressed. @throws 422 for anything else. */
export function readSitemap(bytes: Uint8Array): Sitemap {
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    const xml = isCompressed ? gunzipSync(bytes, { maxOutputLength: maxInflatedBytes }) : Buffer.from(bytes)
    const document = readXml(xml.toString(), '', (local) => (elements.has(local) ? local : undefined))
    const [pages, sitemaps] = [childOf(document, 'urlset'), childOf(document, 'sitemapindex')]
    if (!pages && !sitemaps) throw new Error('is neither a sitemap nor an index of sitemaps')
    return { pages: locations(childrenOf(pages, 'url')), sitemaps: locations(childrenOf(sitemaps, 'sitemap')) }
  } catch {
    throw unprocessable('is not a sitemap that can be read')
  }
}

const locations = (entries: XmlElement[]): string[] =>
  entries.map((entry) => textIn(childOf(entry, 'loc')).trim()).filter((location) => location !== '')
