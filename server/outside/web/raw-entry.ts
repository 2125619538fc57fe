import type { FeedEntry } from '#core/domain/sources/web-content.ts'

/** An entry before its texts are converted, since a feed may have many more than are taken. */
export interface RawEntry {
  /** The feed's own id of it; empty if it has none. */
  guid: string
  link: string
  title: string
  /** The texts as they are written, only to distinguish entries that have nothing else. */
  body: string
  published_at: string | null
  read(): Omit<FeedEntry, 'id' | 'published_at'>
}

/** An http or https address, relative to a base; null for any other. */
export const httpAddress = (text: string, base: string): string | null => {
  if (text === '' || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
