import type { FeedEntry, PageText, Sitemap } from '../../domain/web-content.ts'
import type { ExtractMode } from '../../domain/website-source.ts'
import type { Tasks } from '../../thread.ts'
import { readFeed } from './feed.ts'
import type { WebAnswer } from './fetch.ts'
import { readPage } from './page.ts'
import { readSitemap } from './sitemap.ts'
import { decodeText } from './text-encoding.ts'

/** What is done with answers in a thread, since it holds the event loop: 0.4 s for 1.8 MB of HTML. */
export interface WebWork {
  feed: { input: WebAnswer & { maxEntries: number }; output: FeedEntry[] }
  page: { input: WebAnswer & { mode: ExtractMode }; output: PageText }
  sitemap: { input: WebAnswer; output: Sitemap }
}

/** They throw a 422 whose message goes on after the address. */
export const work: Tasks<WebWork> = {
  feed: ({ body, charset, url, maxEntries }) => readFeed(decodeText(body, charset), url, maxEntries),
  page: ({ body, charset, contentType, mode }) => readPage(decodeText(body, charset), contentType, mode),
  sitemap: ({ body }) => readSitemap(body),
}
