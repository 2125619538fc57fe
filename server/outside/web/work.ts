import type { Tasks } from '#core/base/task-runner.ts'
import { type ChosenPages, choosePages, type PageChoice } from '#core/domain/sources/page-choice.ts'
import { readRobots, robotName } from '#core/domain/sources/robots.ts'
import { type FeedEntry, markdownLinks, type PageText } from '#core/domain/sources/web-content.ts'
import { type ExtractMode, isSameSite } from '#core/domain/sources/website-source.ts'
import { readFeed } from './feed.ts'
import { feedLinkIn } from './feed-link.ts'
import type { WebAnswer } from './fetch.ts'
import { readPage } from './page.ts'
import { readSitemap } from './sitemap.ts'
import { decodeText } from './text-encoding.ts'

/** Parses answers in a thread, since it holds the event loop: 0.4 s for 1.8 MB of HTML. */
export interface WebWork {
  feed: { input: WebAnswer & { maxEntries: number }; output: FeedEntry[] }
  /** The same, or the address of the feed that a page announces. */
  feedOrPage: { input: WebAnswer & { maxEntries: number }; output: { entries: FeedEntry[] } | { feed_url: string } }
  page: { input: WebAnswer & { mode: ExtractMode }; output: PageText }
  robots: { input: WebAnswer & { origin: string }; output: { text: string; sitemaps: string[] } }
  sitemap: { input: WebAnswer & { choice: PageChoice }; output: ChosenPages & { sitemaps: string[] } }
  links: { input: WebAnswer & { choice: PageChoice }; output: ChosenPages }
  choose: { input: { addresses: string[]; url: string; choice: PageChoice }; output: ChosenPages }
}

/** The maximum number of sitemaps of an index. */
const maxSitemaps = 20

/** They throw a 422 whose message continues a sentence after the address. */
export const work: Tasks<WebWork> = {
  feed: ({ body, charset, url, maxEntries }) => readFeed(decodeText(body, charset), url, maxEntries),
  feedOrPage: ({ body, charset, url, maxEntries }) => {
    const text = decodeText(body, charset)
    try {
      return { entries: readFeed(text, url, maxEntries) }
    } catch (error) {
      const feed_url = feedLinkIn(text, url)
      if (feed_url === undefined) throw error
      return { feed_url }
    }
  },
  page: ({ body, charset, contentType, mode }) => readPage(decodeText(body, charset), contentType, mode),
  robots: ({ body, charset, origin }) => {
    const text = decodeText(body, charset)
    return { text, sitemaps: ofSite(readRobots(text, robotName).sitemaps, origin) }
  },
  sitemap: ({ body, choice }) => {
    const { pages, sitemaps } = readSitemap(body)
    return { ...choosePages(pages, choice), sitemaps: ofSite(sitemaps, choice.origin).slice(0, maxSitemaps) }
  },
  links: ({ body, charset, url, choice }) => choosePages(markdownLinks(decodeText(body, charset), url), choice),
  choose: ({ addresses, choice }) => choosePages(addresses, choice),
}

const ofSite = (addresses: string[], origin: string) =>
  addresses.filter((address) => {
    const url = URL.parse(address)
    return url !== null && isSameSite(url, new URL(origin))
  })
