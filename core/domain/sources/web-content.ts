import { SourceRefusal } from '#core/base/errors.ts'

/** The content of feeds, pages and sitemaps, parsed from their formats. */

/** A refusal or failure of a web address, as a sentence for a person. */
export class WebRefusal extends SourceRefusal {
  /** The status of its answer; undefined if there was none. */
  readonly status: number | undefined

  constructor(message: string, status?: number, retryAfterSeconds?: number) {
    super(message, retryAfterSeconds)
    this.name = 'WebRefusal'
    this.status = status
  }
}

/** Separates the cells of a row in the text of HTML. */
export const cellSeparator = ' | '

/** The validators of an answer; sent along, they request only changes. */
export interface Validators {
  etag: string | null
  last_modified: string | null
}

export interface FeedEntry {
  /** The feed's own id of it: usually a URL. */
  id: string
  title: string | null
  /** http or https. */
  url: string | null
  author: string | null
  text: string
  /** ISO 8601; null if the feed gives no date. */
  published_at: string | null
}

export interface PageText {
  title: string | null
  text: string
  /** ISO 8601; null if the page gives no date. */
  published_at: string | null
}

/** A sitemap names pages, or further sitemaps. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

/** The addresses that a markdown text links to, in order; invalid ones are left out. */
export function markdownLinks(markdown: string, base: string): string[] {
  const targets = [...markdown.matchAll(/\]\(\s{0,9}<?([^)\s>]{1,2000})/g)].map(([, target]) => target!)
  return targets.filter((target) => URL.canParse(target, base)).map((target) => new URL(target, base).href)
}
