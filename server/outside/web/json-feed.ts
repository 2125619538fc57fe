import { jsonShape } from '#core/base/json-shape.ts'
import { textOfHtml } from '../html-text.ts'
import { momentOf } from './feed-dates.ts'
import { httpAddress, type RawEntry } from './raw-entry.ts'

/** Reads JSON Feed 1.0 and 1.1, in which any value may be missing or of another type. */

type Json = Record<string, unknown>

/** As many as an XML feed may have elements. */
const limits = { depth: 100, values: 300_000 }

/** @throws Error when the text is not such a feed, or is nested too deep. */
export function jsonEntries(json: string, address: string): RawEntry[] {
  const { depth, values } = jsonShape(json, limits)
  if (depth > limits.depth || values > limits.values) throw new Error('is nested too deeply or has too many values')
  const feed = objectOf(JSON.parse(json))
  if (!/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//.test(textIn(feed.version)))
    throw new Error('is not a JSON Feed')
  const author = authorOf(feed)
  return listOf(feed.items).map((item) => entryOf(objectOf(item), address, author))
}

function entryOf(item: Json, address: string, feedAuthor: string | null): RawEntry {
  const title = textIn(item.title)
  const link = httpAddress(textIn(item.url), address) ?? httpAddress(textIn(item.external_url), address) ?? ''
  const text = textIn(item.content_text) || textIn(item.summary)
  const html = textIn(item.content_html)
  return {
    guid: textIn(item.id),
    link,
    title,
    body: html || text,
    published_at: momentOf(textIn(item.date_published)) ?? momentOf(textIn(item.date_modified)),
    read: () => ({
      title: title || null,
      url: link || null,
      author: authorOf(item) ?? feedAuthor,
      text: textOfHtml(html) || text,
    }),
  }
}

/** `author` is of version 1.0. */
const authorOf = ({ authors, author }: Json): string | null =>
  [...listOf(authors), author].map((person) => textIn(objectOf(person).name)).find(Boolean) ?? null

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Ids may be numbers. */
const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
