import { AppError } from '../../domain/errors.ts'
import { type FeedEntry, type PageText, type Sitemap, type Validators, WebRefusal } from '../../domain/web-content.ts'
import type { ExtractMode } from '../../domain/website-source.ts'
import { Thread } from '../../thread.ts'
import { newWebFetch, shown, type WebAnswer, type WebFetchOptions } from './fetch.ts'
import { decodeText } from './text-encoding.ts'
import type { WebWork } from './work.ts'

/** Feeds and websites that anybody may name, fetched by `web-fetch.ts` and read in a thread. */
export interface Web {
  /** The address as it is kept. @throws 400 naming the field when it is none that the service may ask. */
  checkAddress(address: string, field: string): string
  /** The latest entries of RSS or Atom; undefined when it is as it was known. @throws WebRefusal, as all that follow. */
  feed(
    address: string,
    request: WebRequest & { maxEntries: number },
  ): Promise<(Validators & { entries: FeedEntry[] }) | undefined>
  /** Undefined when it is as it was known. */
  page(
    address: string,
    request: WebRequest & { mode: ExtractMode },
  ): Promise<(Validators & PageText & { url: string }) | undefined>
  sitemap(address: string, request: WebRequest): Promise<Sitemap>
  /** A small text such as robots.txt. */
  text(address: string, request: WebRequest): Promise<string>
}

interface WebRequest {
  /** What was known of the place before. */
  known?: Validators | undefined
  signal?: AbortSignal | undefined
}

const mebibyte = 1024 * 1024
const limits = { feed: 5 * mebibyte, page: 2 * mebibyte, sitemap: 10 * mebibyte, text: mebibyte / 2 }
const accepted = {
  feed: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
  page: 'text/html, application/xhtml+xml;q=0.9, text/markdown;q=0.8, text/plain;q=0.8',
  sitemap: 'application/xml, text/xml, application/gzip;q=0.9, */*;q=0.1',
  text: 'text/plain, text/markdown, */*;q=0.1',
}

export function newWeb(options: WebFetchOptions): Web {
  const { checkAddress, get } = newWebFetch(options)
  const thread = new Thread<WebWork>(new URL('./worker.ts', import.meta.url))

  const ask = (kind: keyof typeof limits, address: string, { known, signal }: WebRequest) =>
    get(address, { accept: accepted[kind], maxBytes: limits[kind], known, signal })

  const read = async <Name extends keyof WebWork>(
    name: Name,
    input: WebWork[Name]['input'],
  ): Promise<WebWork[Name]['output']> => {
    try {
      return await thread.run(name, input)
    } catch (error) {
      throw error instanceof AppError ? new WebRefusal(`${shown(input.url)} ${error.message}`) : error
    }
  }
  const validatorsOf = ({ etag, last_modified }: WebAnswer): Validators => ({ etag, last_modified })

  return {
    checkAddress,
    async feed(address, { maxEntries, ...request }) {
      const answer = await ask('feed', address, request)
      return answer && { ...validatorsOf(answer), entries: await read('feed', { ...answer, maxEntries }) }
    },
    async page(address, { mode, ...request }) {
      const answer = await ask('page', address, request)
      return answer && { ...validatorsOf(answer), url: answer.url, ...(await read('page', { ...answer, mode })) }
    },
    async sitemap(address, { signal }) {
      return read('sitemap', (await ask('sitemap', address, { signal }))!)
    },
    async text(address, { signal }) {
      const answer = (await ask('text', address, { signal }))!
      return decodeText(answer.body, answer.charset)
    },
  }
}
