import { hash } from 'node:crypto'
import { unprocessable } from '#core/base/errors.ts'
import type { FeedEntry } from '#core/domain/sources/web-content.ts'
import { jsonEntries } from './json-feed.ts'
import type { RawEntry } from './raw-entry.ts'
import { xmlEntries } from './xml-feed.ts'

/** Reads feeds: RSS 0.9x, 1.0 (RDF) and 2.0, Atom, and JSON Feed. */

/** The latest entries of a feed, `maxEntries` at most. @throws 422 when the text is not a feed. */
export function readFeed(text: string, address: string, maxEntries: number): FeedEntry[] {
  try {
    const raw = text.trimStart().startsWith('{') ? jsonEntries(text, address) : xmlEntries(text, address)
    return latestOf(raw, maxEntries)
  } catch {
    throw noFeed()
  }
}

const noFeed = () => unprocessable('is not a feed that can be read: neither RSS nor Atom nor JSON Feed')

function latestOf(raw: RawEntry[], maxEntries: number): FeedEntry[] {
  const idOf = idsOf(raw)
  const entries = new Map<string, FeedEntry>()
  for (const entry of raw.toSorted(latestFirst)) {
    if (entries.size >= maxEntries) break
    const id = idOf(entry)
    if (id !== '' && !entries.has(id)) entries.set(id, { id, ...entry.read(), published_at: entry.published_at })
  }
  return [...entries.values()]
}

/** Feeds list the latest first, but need not; entries without a date stay in position. */
const latestFirst = ({ published_at: a }: RawEntry, { published_at: b }: RawEntry): number =>
  a && b ? Number(a < b) - Number(a > b) : 0

const marks = ['guid', 'link', 'title'] as const

/**
 * The id of each entry: its guid, else its link, else its title. A value that different entries share identifies none
 * of them, as some generators write the same guid everywhere; then it is a digest. Empty for an entry without a mark.
 */
function idsOf(raw: RawEntry[]): (entry: RawEntry) => string {
  const owners = new Map<string, string | null>()
  for (const entry of raw) {
    const fingerprint = fingerprintOf(entry)
    for (const mark of marks) {
      const key = `${mark} ${entry[mark]}`
      const owner = owners.get(key)
      owners.set(key, owner === undefined || owner === fingerprint ? fingerprint : null)
    }
  }
  return (entry) => {
    const mark = marks.find((name) => entry[name] !== '' && owners.get(`${name} ${entry[name]}`) !== null)
    if (mark) return entry[mark]
    return entry.guid || entry.link || entry.title || entry.published_at
      ? hash('sha256', fingerprintOf(entry), 'hex')
      : ''
  }
}

/** Equal for two versions of one entry. */
const fingerprintOf = ({ link, title, published_at, body }: RawEntry): string =>
  JSON.stringify(link || title || published_at ? [link, title, published_at] : [body])
