import { textOfHtml, textOfXhtml } from '../html-text.ts'
import { momentOf } from './feed-dates.ts'
import { httpAddress, type RawEntry } from './raw-entry.ts'
import { childOf, childrenOf, decodeXml, type ElementName, readXml, textIn, type XmlElement } from './xml.ts'

/** Reads feeds in XML: RSS 0.9x, 1.0 (RDF) and 2.0, and Atom. */

/** The usual prefixes of namespaces, by their address without the scheme and the characters at its end. */
const prefixes = new Map([
  ['www.w3.org/2005/atom', 'atom'],
  ['purl.org/atom/ns', 'atom'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['purl.org/dc/elements/1.1', 'dc'],
  ['purl.org/dc/terms', 'dcterms'],
  ['search.yahoo.com/mrss', 'media'],
  ['www.rssboard.org/media-rss', 'media'],
  ['www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
  ['www.w3.org/1999/xhtml', 'xhtml'],
  ['purl.org/rss/1.0', ''],
  ['my.netscape.com/rdf/simple/0.9', ''],
  ['channel.netscape.com/rdf/simple/0.9', ''],
  ['backend.userland.com/rss2', ''],
])

/** The elements that are read. */
const elements = new Set([
  'rss',
  'rdf:RDF',
  'channel',
  'item',
  'title',
  'link',
  'description',
  'guid',
  'author',
  'pubDate',
  'atom:feed',
  'atom:entry',
  'atom:title',
  'atom:link',
  'atom:id',
  'atom:author',
  'atom:name',
  'atom:content',
  'atom:summary',
  'atom:published',
  'atom:updated',
  'atom:issued',
  'atom:created',
  'atom:modified',
  'name',
  'body',
  'fullitem',
  'dc:title',
  'dc:author',
  'dc:description',
  'content:encoded',
  'xhtml:body',
  'dc:creator',
  'dc:date',
  'dcterms:issued',
  'dcterms:created',
  'dcterms:modified',
  'media:group',
  'media:content',
  'media:description',
  'itunes:author',
  'itunes:summary',
])
/** Names of Atom that feeds without any namespace have too. */
const atomNames = new Set([...elements].filter((name) => name.startsWith('atom:')).map((name) => name.slice(5)))

/** Prefixes that a document does not declare are taken as the usual ones. */
function elementNames(): ElementName {
  let isAtom: boolean | undefined
  return (local, namespace = '', prefix) => {
    isAtom ??= local === 'feed'
    const address = namespace
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/(?<![/#])[/#]+$/, '')
      .toLowerCase()
    const usual = prefixes.get(address) ?? prefix
    const name = usual === '' ? local : `${usual}:${local}`
    if (isAtom && usual === '' && atomNames.has(local)) return `atom:${local}`
    return elements.has(name) ? name : undefined
  }
}

/** @throws Error when the text is not such a feed. */
export function xmlEntries(xml: string, address: string): RawEntry[] {
  const document = readXml(xml, address, elementNames())
  const rdf = childOf(document, 'rdf:RDF')
  const rss = childOf(document, 'rss')
  const channel = childOf(rss, 'channel')
  const items = [rdf, rss, channel].flatMap((parent) => childrenOf(parent, 'item'))
  if (rdf || channel || items.length > 0) return items.map(rssEntry)
  const feed = childOf(document, 'atom:feed')
  if (!feed) throw new Error('is neither RSS nor Atom')
  const author = authorOf(feed, atomAuthors)
  return childrenOf(feed, 'atom:entry').map((entry) => atomEntry(entry, author))
}

const rssDates = [
  'pubDate',
  'dc:date',
  'dcterms:issued',
  'dcterms:created',
  'atom:published',
  'atom:updated',
  'dcterms:modified',
]
const rssTexts = [
  'content:encoded',
  'xhtml:body',
  'body',
  'fullitem',
  'atom:content',
  'description',
  'dc:description',
  'atom:summary',
]
const rssTitles = ['title', 'dc:title']
const rssAuthors = ['dc:creator', 'author', 'dc:author', 'itunes:author', 'atom:author']

function rssEntry(item: XmlElement): RawEntry {
  const guid = childOf(item, 'guid')
  const link = words(childOf(item, 'link')) || hrefOf(item, 'link') || hrefOf(item, 'atom:link')
  // A guid is an address unless it is marked as none, or does not look like one.
  const isAddress = guid?.attributes.isPermaLink !== 'false' && /^https?:\/\//i.test(words(guid))
  return {
    guid: words(guid) || decodeXml(item.attributes['rdf:about'] ?? '').trim(),
    link,
    title: rssTitles.map((name) => words(childOf(item, name))).find(Boolean) ?? '',
    body: bodyOf(item, rssTexts),
    published_at: dateOf(item, rssDates),
    read: () => ({
      title: rssTitles.map((name) => textOf(childOf(item, name))).find(Boolean) || null,
      url: httpAddress(link || (isAddress ? words(guid) : ''), (childOf(item, 'link') ?? item).base),
      author: authorOf(item, rssAuthors),
      text: firstText(item, rssTexts),
    }),
  }
}

const atomDates = ['atom:published', 'atom:issued', 'atom:created', 'atom:updated', 'atom:modified', 'dc:date']
const atomTexts = ['atom:content', 'content:encoded', 'atom:summary']
const atomAuthors = ['atom:author', 'dc:creator']

function atomEntry(entry: XmlElement, feedAuthor: string | null): RawEntry {
  const link = hrefOf(entry, 'atom:link')
  return {
    guid: words(childOf(entry, 'atom:id')),
    link,
    title: words(childOf(entry, 'atom:title')),
    body: bodyOf(entry, atomTexts),
    published_at: dateOf(entry, atomDates),
    read: () => ({
      title: textOf(childOf(entry, 'atom:title')) || null,
      url: link || null,
      author: authorOf(entry, atomAuthors) ?? feedAuthor,
      text: firstText(entry, atomTexts),
    }),
  }
}

/** The address of the first alternate link, in full; empty if there is no link of the web. */
function hrefOf(entry: XmlElement, name: string): string {
  const links = childrenOf(entry, name).filter(({ attributes }) => attributes.href !== undefined)
  const link = links.find(({ attributes }) => ['alternate', ''].includes(attributes.rel?.trim() ?? '')) ?? links[0]
  return (link && httpAddress(decodeXml(link.attributes.href!).trim(), link.base)) ?? ''
}

const words = (element: XmlElement | undefined): string => textIn(element).trim()

const bodyOf = (entry: XmlElement, names: string[]): string =>
  names.map((name) => childOf(entry, name)?.inner ?? '').find(Boolean) ?? ''

const dateOf = (entry: XmlElement, names: string[]): string | null =>
  names.map((name) => momentOf(words(childOf(entry, name)))).find((date) => date !== null) ?? null

const authorOf = (entry: XmlElement, names: string[]): string | null =>
  names
    .map((name) => childOf(entry, name))
    .map((author) => words(childOf(author, 'atom:name') ?? childOf(author, 'name') ?? author))
    .find(Boolean) ?? null

/** The first text that is not empty; descriptions of pictures and videos when there is no other. */
const firstText = (entry: XmlElement, names: string[]): string =>
  names.map((name) => textOf(childOf(entry, name))).find(Boolean) ||
  mediaText(entry) ||
  textOf(childOf(entry, 'itunes:summary'))

function mediaText(entry: XmlElement): string {
  const groups = [entry, ...childrenOf(entry, 'media:group')]
  const owners = [...groups, ...groups.flatMap((group) => childrenOf(group, 'media:content'))]
  const description = owners
    .map((owner) => childOf(owner, 'media:description'))
    .find((element) => words(element) !== '')
  return description?.attributes.type === 'html' ? textOf(description) : words(description)
}

/** The text of an element that holds text, escaped HTML, or HTML itself (Atom's `xhtml`). */
function textOf(element: XmlElement | undefined): string {
  const type = element?.attributes.type?.trim().toLowerCase() ?? ''
  // Other inline content, such as a picture, is not a text.
  if (type.includes('/') && !type.startsWith('text/') && !type.includes('xhtml')) return ''
  if (type.includes('xhtml') || element?.name === 'xhtml:body') return textOfXhtml(element!.inner)
  // Atom 0.3 has it.
  const isEncoded = element?.attributes.mode === 'base64'
  const text = isEncoded ? Buffer.from(textIn(element), 'base64').toString() : textIn(element)
  return type === 'text' ? text.trim() : textOfHtml(text)
}
