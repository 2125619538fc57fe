import { computing } from '#core/base/computing.ts'
import { AppError } from '#core/base/errors.ts'
import type { Requester } from '#core/base/requester.ts'
import type { ChosenPages, PageChoice } from '#core/domain/sources/page-choice.ts'
import { type FeedEntry, type PageText, type Validators, WebRefusal } from '#core/domain/sources/web-content.ts'
import type { ExtractMode } from '#core/domain/sources/website-source.ts'
import { displayUrl, newWebFetch, type WebAnswer, type WebFetchOptions } from './fetch.ts'
import type { WebWork } from './work.ts'

/** Untrusted feeds and websites, fetched by `fetch.ts` and parsed in a thread. */
export interface Web {
  /** The normalized address. @throws 400 naming the field when the service may not request it. */
  checkAddress(address: string, field: string): string
  /**
   * The latest entries of a feed, or of the one that a page announces; undefined if unchanged.
   *
   * @throws WebRefusal, like all that follow.
   */
  feed(
    address: string,
    request: WebRequest & { maxEntries: number },
  ): Promise<(Validators & { entries: FeedEntry[] }) | undefined>
  /** Undefined if unchanged. */
  page(
    address: string,
    request: WebRequest & { mode: ExtractMode },
  ): Promise<(Validators & PageText & { url: string }) | undefined>
  /** The text of a robots.txt, and the sitemaps that it names. */
  robots(address: string, request: WebRequest): Promise<{ text: string; sitemaps: string[] }>
  /** The chosen pages of a sitemap, and the further sitemaps of the same site that it names. */
  sitemap(address: string, request: WebRequest & WithChoice): Promise<ChosenPages & { sitemaps: string[] }>
  /** The chosen pages that a markdown text such as llms.txt links to. */
  links(address: string, request: WebRequest & WithChoice): Promise<ChosenPages>
  /** The chosen ones of addresses that are known already. */
  choose(addresses: string[], request: WebRequest & WithChoice): Promise<ChosenPages>
}

interface WebRequest extends Requester {
  /** Validators of an earlier answer. */
  known?: Validators | undefined
}

interface WithChoice {
  choice: PageChoice
}

const mebibyte = 1024 * 1024
const limits = { feed: 5 * mebibyte, page: 2 * mebibyte, sitemap: 10 * mebibyte, text: mebibyte / 2 }
const accepted = {
  feed: 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
  page: 'text/html, application/xhtml+xml;q=0.9, text/markdown;q=0.8, text/plain;q=0.8',
  sitemap: 'application/xml, text/xml, application/gzip;q=0.9, */*;q=0.1',
  text: 'text/plain, text/markdown, */*;q=0.1',
}

const deadlineSeconds = 15
const tasks = computing.tasks<WebWork>('web', {
  deadlineSeconds,
  tooMuch: (taken) => `takes ${taken} to read`,
  // A page may have megabytes.
  isLong: true,
  // A sync reads one page after the other: these are an organization's syncs at a time.
  waiting: 32,
})

export function newWeb(options: WebFetchOptions): Web {
  const { checkAddress, get } = newWebFetch(options)

  const ask = (kind: keyof typeof limits, address: string, { known, signal }: WebRequest) =>
    get(address, { accept: accepted[kind], maxBytes: limits[kind], known, signal })

  const read = async <Name extends keyof WebWork>(
    name: Name,
    input: WebWork[Name]['input'],
    requester: Requester,
  ): Promise<WebWork[Name]['output']> => {
    try {
      return await tasks.run(name, input, requester)
    } catch (error) {
      // An error of the source, as opposed to a full queue or a client that disconnected.
      const isRefusal = error instanceof AppError && (error.status === 413 || error.status === 422)
      throw isRefusal ? new WebRefusal(`${displayUrl(input.url)} ${error.message}`) : error
    }
  }
  const validatorsOf = ({ etag, last_modified }: WebAnswer): Validators => ({ etag, last_modified })

  return {
    checkAddress,
    async feed(address, { maxEntries, ...request }) {
      const answer = await ask('feed', address, request)
      if (!answer) return undefined
      const parsed = await read('feedOrPage', { ...answer, maxEntries }, request)
      if ('entries' in parsed) return { ...validatorsOf(answer), ...parsed }
      // Without validators: those of the page do not change with its feed.
      const feed = (await ask('feed', parsed.feed_url, { ...request, known: undefined }))!
      return { etag: null, last_modified: null, entries: await read('feed', { ...feed, maxEntries }, request) }
    },
    async page(address, { mode, ...request }) {
      const answer = await ask('page', address, request)
      if (!answer) return undefined
      return { ...validatorsOf(answer), url: answer.url, ...(await read('page', { ...answer, mode }, request)) }
    },
    async robots(address, request) {
      return read('robots', { ...(await ask('text', address, request))!, origin: address }, request)
    },
    async sitemap(address, { choice, ...request }) {
      return read('sitemap', { ...(await ask('sitemap', address, request))!, choice }, request)
    },
    async links(address, { choice, ...request }) {
      return read('links', { ...(await ask('text', address, request))!, choice }, request)
    },
    choose(addresses, { choice, ...request }) {
      return read('choose', { addresses, url: choice.origin, choice }, request)
    },
  }
}
