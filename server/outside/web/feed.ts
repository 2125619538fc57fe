import { XMLParser } from 'fast-xml-parser'
import { unprocessable } from '../../base/errors.ts'
import { parseMoment } from '../../base/time.ts'
import type { FeedEntry } from '../../domain/sources/web-content.ts'
import { textOfHtml } from '../html-text.ts'

/** Reads feeds: RSS 0.9x, 1.0 (RDF) and 2.0, and Atom. */

/**
 * Entities are left as they are, including those that a document declares: only XML's own five and numeric characters
 * are decoded, so that no declaration can grow or reach anything. Elements with text stay as they were written, because
 * that distinguishes XHTML, escaped HTML and CDATA.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  processEntities: false,
  stopNodes: ['..title', '..description', '..content:encoded', '..content', '..summary'],
})

/** XML as the parser returns it: a text, an element, or several of one name. */
type Xml = string | Element | Xml[] | undefined
interface Element {
  [name: string]: Xml
}

/** The latest entries of a feed, `maxEntries` at most. @throws 422 when the text is not a feed. */
export function readFeed(xml: string, address: string, maxEntries: number): FeedEntry[] {
  const document = parse(xml)
  const rss = child(child(document, 'rss'), 'channel')
  const rdf = child(document, 'rdf:RDF')
  const atom = child(document, 'feed')
  if (!rss && !rdf && !atom) throw noFeed()
  const elements = atom ? children(atom, 'entry') : children(rdf ?? rss, 'item')
  const entryOf = atom ? atomEntry : rssItem
  return elements
    .map((element) => ({ element, date: momentOf(dateOf(element)) }))
    .toSorted(latestFirst)
    .slice(0, maxEntries)
    .map(({ element, date }) => ({ ...entryOf(element, address), published_at: date }))
    .filter(({ id }) => id !== '')
}

/** Feeds list the latest first, but need not; entries without a date stay in position. */
const latestFirst = (a: { date: string | null }, b: { date: string | null }): number =>
  a.date && b.date ? Number(a.date < b.date) - Number(a.date > b.date) : 0

const dateOf = (entry: Element): string =>
  ['pubDate', 'dc:date', 'published', 'updated', 'issued'].map((name) => words(entry[name])).find(Boolean) ?? ''

const noFeed = () => unprocessable('is not a feed that can be read: neither RSS nor Atom')

function parse(xml: string): Xml {
  try {
    return parser.parse(xml) as Xml
  } catch {
    throw noFeed()
  }
}

function rssItem(item: Element, address: string): Undated {
  const link = words(item.link)
  const title = textOf(item.title)
  const url = httpAddress(link || (isPermanent(item.guid) ? words(item.guid) : ''), address)
  return {
    id: words(item.guid) || words(item['@rdf:about']) || link || title,
    title: title || null,
    url,
    author: words(item['dc:creator']) || words(item.author) || null,
    text: textOf(item['content:encoded']) || textOf(item.description),
  }
}

/** A guid is an address unless it is marked as none. */
const isPermanent = (guid: Xml) => words(attribute(guid, '@isPermaLink')) !== 'false'

type Undated = Omit<FeedEntry, 'published_at'>

function atomEntry(entry: Element, address: string): Undated {
  const links = children(entry, 'link')
  const link = links.find((element) => ['alternate', ''].includes(words(element['@rel']))) ?? links[0]
  const title = textOf(entry.title)
  const url = httpAddress(words(link?.['@href']), address)
  return {
    id: words(entry.id) || url || title,
    title: title || null,
    url,
    author: words(attribute(entry.author, 'name')) || null,
    text: textOf(entry.content) || textOf(entry.summary),
  }
}

const first = (xml: Xml): Xml => (Array.isArray(xml) ? xml[0] : xml)

const isElement = (xml: Xml): xml is Element => typeof xml === 'object' && !Array.isArray(xml)

const child = (xml: Xml, name: string): Element | undefined => {
  const found = isElement(xml) ? first(xml[name]) : undefined
  return isElement(found) ? found : undefined
}

const attribute = (xml: Xml, name: string): Xml => {
  const element = first(xml)
  return isElement(element) ? element[name] : undefined
}

/** All elements of that name; those that are mere text are skipped. */
const children = (xml: Xml, name: string): Element[] => {
  const found = isElement(xml) ? xml[name] : undefined
  return (Array.isArray(found) ? found : [found]).filter(isElement)
}

/** The element as written, ignoring attributes. */
const written = (xml: Xml): string => {
  const one = first(xml)
  if (typeof one === 'string') return one
  return isElement(one) && typeof one['#text'] === 'string' ? one['#text'] : ''
}

const words = (xml: Xml): string => decodeXml(written(xml)).trim()

/** The text of an element that holds text, escaped HTML, or HTML itself (Atom's `xhtml`). */
function textOf(xml: Xml): string {
  const type = words(attribute(xml, '@type')).toLowerCase()
  // Other inline content, such as a picture, is not a text.
  if (type.includes('/') && !type.startsWith('text/') && !type.includes('xhtml')) return ''
  if (type.includes('xhtml')) return textOfHtml(written(xml))
  const text = unescaped(written(xml))
  return type === 'text' ? text.trim() : textOfHtml(text)
}

/** CDATA sections word for word, the rest decoded. */
function unescaped(xml: string): string {
  let text = ''
  let at = 0
  while (at < xml.length) {
    const start = xml.indexOf('<![CDATA[', at)
    if (start < 0) break
    const end = xml.indexOf(']]>', start)
    text += decodeXml(xml.slice(at, start)) + xml.slice(start + 9, end < 0 ? undefined : end)
    at = end < 0 ? xml.length : end + 3
  }
  return text + decodeXml(xml.slice(at))
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Not `entities`, which writes U+FFFD for a NUL: an id of a feed loses it instead, like other controls. */
const decodeXml = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (entity, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()]!
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0x10ffff ? entity : String.fromCodePoint(point)
  })

const httpAddress = (text: string, base: string): string | null => {
  if (text === '' || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** ISO 8601, or the dates of e-mail that RSS uses; without a zone it is UTC. */
function momentOf(text: string): string | null {
  const zoned = /(?:[+-]\d{2}:?\d{2}|[A-Z]{1,5})$/i.test(text) ? text : `${text} UTC`
  const date = parseMoment(text) ?? new Date(text.length > 100 ? Number.NaN : zoned)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString() : null
}
