import type { Response } from 'undici'
import { type Validators, WebRefusal } from '#core/domain/sources/web-content.ts'
import { retryAfterSeconds } from '#core/models/retry-after.ts'
import { readWhole } from '#core/models/whole-body.ts'
import { type Client, checkAddress, newClient } from './guarded-client.ts'
import { AddressRefusal, type AllowedHost, newUrlGuard, type Resolve, type UrlGuard } from './ssrf-guard.ts'

/** Requests untrusted addresses: guarded at every step, and bounded in time and size. */

export interface WebAnswer extends Validators {
  /** The address at the end of all redirects. */
  url: string
  /** Lower case, without parameters; empty if none was sent. */
  contentType: string
  body: Uint8Array
  /** The charset of the content type; null if missing. */
  charset: string | null
}

interface WebRequest {
  accept: string
  /** Validators of an earlier answer. */
  known: Validators | undefined
  maxBytes: number
  signal: AbortSignal | undefined
}

interface WebFetch {
  /** The normalized address. @throws 400 naming the field when the service may not request it. */
  checkAddress(address: string, field: string): string
  /** The answer of the address, or undefined if it is unchanged. @throws WebRefusal, a sentence for a person. */
  get(address: string, request: WebRequest): Promise<WebAnswer | undefined>
}

export interface WebFetchOptions {
  allowedHosts: AllowedHost[]
  /** Timeout for one page with its redirects, in milliseconds. */
  timeoutMs?: number
  resolve?: Resolve
}

const maxRedirects = 5
const userAgent = 'agent-identity-service'

export function newWebFetch({ allowedHosts, timeoutMs = 20_000, resolve }: WebFetchOptions): WebFetch {
  const guard = newUrlGuard(allowedHosts, resolve)
  let client: Promise<Client> | undefined
  return {
    checkAddress: (address, field) => checkAddress(guard, address, field),
    async get(address, request) {
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
      try {
        client ??= newClient(guard, timeoutMs)
        return await follow(await client, guard, address, { ...request, signal })
      } catch (error) {
        request.signal?.throwIfAborted()
        throw error instanceof WebRefusal ? error : new WebRefusal(`${displayUrl(address)} ${whatHappened(error)}`)
      }
    },
  }
}

async function follow(
  client: Client,
  guard: UrlGuard,
  address: string,
  request: WebRequest,
): Promise<WebAnswer | undefined> {
  let next = address
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const url = guard.parse(next)
    const response = await client.fetch(url.href, {
      redirect: 'manual',
      headers: headersOf(request),
      dispatcher: guard.isAllowed(url) ? client.open : client.guarded,
      signal: request.signal ?? null,
    })
    const location = [301, 302, 303, 307, 308].includes(response.status) && response.headers.get('location')
    if (!location) return answerOf(url.href, response, request)
    await response.body?.cancel()
    if (!URL.canParse(location, url.href)) throw new WebRefusal(`${displayUrl(next)} redirects to an invalid URL`)
    next = new URL(location, url).href
  }
  throw new WebRefusal(`${displayUrl(address)} redirects more than ${maxRedirects} times`)
}

const headersOf = ({ accept, known }: WebRequest): Record<string, string> => ({
  accept,
  'user-agent': userAgent,
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
})

async function answerOf(url: string, response: Response, request: WebRequest): Promise<WebAnswer | undefined> {
  const { status, headers } = response
  if (status !== 200) await response.body?.cancel()
  if (status === 304 && request.known) return undefined
  if (status !== 200) throw statusRefusal(url, response)
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').split(';')
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([\w.:-]+)"?\s*$/i.exec(text)?.[1]).find(Boolean)
  return {
    url,
    contentType: type.trim().toLowerCase(),
    charset: charset ?? null,
    body: await readWhole(response.body, request.maxBytes, () => tooLarge(url, request.maxBytes)),
    etag: headerOf(response, 'etag'),
    last_modified: headerOf(response, 'last-modified'),
  }
}

/** A validator that cannot be sent back unchanged, or is too long, counts as none. */
const headerOf = ({ headers }: Response, name: string): string | null => {
  const value = headers.get(name)
  return value !== null && value.length <= 500 && /^[\x20-\x7e]+$/.test(value) ? value : null
}

const tooLarge = (url: string, maxBytes: number) =>
  new WebRefusal(`${displayUrl(url)} is larger than ${maxBytes / 1024 / 1024} MiB`)

function statusRefusal(url: string, { status, headers }: Response): WebRefusal {
  const asked = retryAfterSeconds(headers.get('retry-after'))
  const retryAfter = asked === undefined ? undefined : Math.ceil(asked)
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    const wait = retryAfter === undefined ? '' : `; try again in ${retryAfter} seconds`
    return new WebRefusal(
      `${displayUrl(url)} answered that there are too many requests (${status})${wait}`,
      status,
      retryAfter,
    )
  }
  return new WebRefusal(`${displayUrl(url)} answered ${status}`, status)
}

/** An address in a sentence: short, and without its query, which may hold a token. */
export function displayUrl(address: string): string {
  if (!URL.canParse(address)) return 'The address'
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname.length > 200 ? `${pathname.slice(0, 200)}…` : pathname}`
}

/** The end of a sentence about an error of `fetch`; the reasons are in its causes. */
export function whatHappened(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefusal) return cause.message
    if (cause.name === 'TimeoutError' || /TIMEOUT/.test((cause as NodeJS.ErrnoException).code ?? '')) {
      return 'did not answer in time'
    }
    if ((cause as NodeJS.ErrnoException).code === 'ENOTFOUND') return 'has a host name that cannot be found'
  }
  return 'cannot be reached, or its response is cut off'
}
