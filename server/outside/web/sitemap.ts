import { gunzipSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import { unprocessable } from '../../base/errors.ts'
import type { Sitemap } from '../../domain/sources/web-content.ts'

/** Maximum size of a decompressed sitemap. */
const maxInflatedBytes = 10 * 1024 * 1024

const parser = new XMLParser({ parseTagValue: false, processEntities: false, removeNSPrefix: true })

/** Reads a sitemap, or an index of sitemaps, also compressed. @throws 422 for anything else. */
export function readSitemap(bytes: Uint8Array): Sitemap {
  const { urlset, sitemapindex } = parse(bytes)
  if (urlset === undefined && sitemapindex === undefined) throw noSitemap()
  return { pages: locations(urlset, 'url'), sitemaps: locations(sitemapindex, 'sitemap') }
}

const noSitemap = () => unprocessable('is not a sitemap that can be read')

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    const xml = isCompressed ? gunzipSync(bytes, { maxOutputLength: maxInflatedBytes }) : Buffer.from(bytes)
    return parser.parse(xml.toString())
  } catch {
    throw noSitemap()
  }
}

function locations(list: unknown, name: string): string[] {
  const entries = [(list as Record<string, unknown> | undefined)?.[name]].flat()
  return entries.flatMap((entry) => {
    const location = (entry as { loc?: unknown } | undefined)?.loc
    return typeof location === 'string' && location.trim() !== '' ? [location.trim().replaceAll('&amp;', '&')] : []
  })
}
