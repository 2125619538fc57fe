import { SourceRefusal } from '../../base/errors.ts'

/** What feeds, pages and sitemaps say, read from their formats. */

/** What an address of the web refused or failed to do, as a sentence for a person. */
export class WebRefusal extends SourceRefusal {
  /** What it answered; undefined when it did not. */
  readonly status: number | undefined

  constructor(message: string, status?: number, retryAfterSeconds?: number) {
    super(message, retryAfterSeconds)
    this.name = 'WebRefusal'
    this.status = status
  }
}

/** How a place marks its present state; sent along, it answers only what has changed since. */
export interface Validators {
  etag: string | null
  last_modified: string | null
}

export interface FeedEntry {
  /** The feed's own id of it: a URL mostly. */
  id: string
  title: string | null
  /** http or https. */
  url: string | null
  author: string | null
  text: string
  /** ISO 8601; null when the feed tells none. */
  published_at: string | null
}

export interface PageText {
  title: string | null
  text: string
  /** ISO 8601; null when the page tells none. */
  published_at: string | null
}

/** A sitemap names pages, or further sitemaps. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

/** The addresses that a markdown text links to, in order; what is not an address is left out. */
export function markdownLinks(markdown: string, base: string): string[] {
  const targets = [...markdown.matchAll(/\]\(\s{0,9}<?([^)\s>]{1,2000})/g)].map(([, target]) => target!)
  return targets.filter((target) => URL.canParse(target, base)).map((target) => new URL(target, base).href)
}
