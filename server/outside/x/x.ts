import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { wallClock } from '#core/base/clock.ts'
import { SourceRefusal } from '#core/base/errors.ts'
import { withoutTrailingSlashes } from '#core/base/strings.ts'
import type { ShortLink } from '#core/domain/sources/x-posts.ts'
import { secondsUntil } from '#core/models/retry-after.ts'
import { readWhole } from '#core/models/whole-body.ts'
import { type OAuthCredentials, oauthHeader } from './oauth1.ts'

/** X's API, version 2, as one account sees it. */

/** Timeout for one answer of X, its body included, in milliseconds. */
const timeoutMs = 20_000
/** A page of 100 posts takes some 300 KB. */
const maxBytes = 8 * 1024 * 1024
const pageSize = 100
/** Attempts of a request that fails like a connection. */
const maxTries = 3
/** The length of most rate-limit windows by X's documentation, for refusals that name no time. */
const unnamedWaitSeconds = 900

export interface XPost {
  id: string
  /** The full text, even of a long post. */
  text: string
  links: ShortLink[]
  lang: string | null
  created_at: string | null
}

interface XPostQuery {
  exclude_retweets: boolean
  exclude_replies: boolean
  /** Later than this post. */
  since_id: string | null
  /** Earlier than this post. */
  until_id: string | null
}

interface XOptions {
  signal?: AbortSignal
}

/** Every call throws a `SourceRefusal` with a sentence when X refuses. */
export interface XClient {
  userId(username: string): Promise<string>
  /** The posts of an account, latest first, page by page. */
  posts(user: { id: string; username: string }, query: XPostQuery): AsyncGenerator<XPost[]>
}

export interface X {
  connect(credentials: OAuthCredentials, options?: XOptions): XClient
}

/** `secondMs` is the duration of a second of waiting, which tests shorten. */
export const newX = ({ xApiUrl }: { xApiUrl: string }, { secondMs = 1000 } = {}): X => ({
  connect(credentials, options = {}) {
    const base = withoutTrailingSlashes(xApiUrl)
    const ask = (path: string, query: Record<string, string>, what: string) => {
      const url = new URL(`${base}${path}`)
      url.search = new URLSearchParams(query).toString()
      return answerOf(url, credentials, { ...options, what, secondMs })
    }
    return {
      async userId(username) {
        const { data } = await ask(`/2/users/by/username/${username}`, {}, `account @${username}`)
        const id = recordOf(data)?.id
        if (typeof id !== 'string' || !isId(id)) throw new SourceRefusal(`X has no account @${username}`)
        return id
      },
      async *posts({ id, username }, query) {
        let next: string | undefined
        do {
          const page = await ask(
            `/2/users/${id}/tweets`,
            { ...parametersOf(query), ...(next && { pagination_token: next }) },
            `posts of @${username}`,
          )
          // For a protected or deleted account the answer is an error within a success.
          if (page.data === undefined && Array.isArray(page.errors)) {
            throw new SourceRefusal(`X shows no posts of @${username}: the account is protected, suspended or gone`)
          }
          yield postsOf(page.data)
          const token = recordOf(page.meta)?.next_token
          next = typeof token === 'string' ? token : undefined
        } while (next)
      },
    }
  },
})

const parametersOf = ({ exclude_retweets, exclude_replies, since_id, until_id }: XPostQuery) => {
  const exclude = [exclude_retweets && 'retweets', exclude_replies && 'replies'].filter(Boolean).join(',')
  return {
    max_results: String(pageSize),
    'tweet.fields': 'created_at,entities,lang,note_tweet',
    ...(exclude && { exclude }),
    ...(since_id && { since_id }),
    ...(until_id && { until_id }),
  }
}

type Json = Record<string, unknown>

interface Request extends XOptions {
  /** The requested thing, in words. */
  what: string
  secondMs: number
}

/** Retries a request that failed like a connection, up to `maxTries` attempts. */
async function answerOf(url: URL, credentials: OAuthCredentials, request: Request): Promise<Json> {
  const { signal, secondMs } = request
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(url, credentials, request)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof SourceRefusal) throw error
      if (tries === maxTries) throw new SourceRefusal(failure(error))
      await sleep(tries ** 2 * secondMs, undefined, { signal })
    }
  }
}

const limitReached = (seconds: number) =>
  new SourceRefusal(`X's rate limit is reached; try again in ${seconds} seconds`, seconds)

/** Whether another attempt may give another answer. */
class Failed extends Error {}

const failure = (error: unknown) =>
  error instanceof Failed ? error.message : 'X cannot be reached, or its responses are cut off'

async function askOnce(url: URL, credentials: OAuthCredentials, { what, signal }: Request): Promise<Json> {
  const stamp = { timestamp: Math.floor(wallClock().getTime() / 1000), nonce: randomBytes(16).toString('hex') }
  const deadline = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    headers: { authorization: oauthHeader('GET', url, credentials, stamp), accept: 'application/json' },
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  })
  const { status } = response
  if (status === 200) return readJson(response)
  await response.body?.cancel()
  if (status === 429) throw limitReached(secondsUntilReset(response.headers))
  if (status >= 500) throw new Failed(`X answered ${status} when asked for the ${what}`)
  throw new SourceRefusal(refusals[status]?.(what) ?? `X answered ${status} when asked for the ${what}`)
}

const refusals: Record<number, (what: string) => string> = {
  401: () => 'X rejected the keys of the connection',
  403: (what) => `X does not let the connection read the ${what}`,
  404: (what) => `X has no ${what}`,
}

/** X announces the end of its rate-limit window as a Unix time. */
function secondsUntilReset(headers: Headers): number {
  const reset = Number(headers.get('x-rate-limit-reset') ?? Number.NaN)
  return reset > 0 ? secondsUntil(reset, headers) : unnamedWaitSeconds
}

/** @throws an error that counts as a broken connection. */
async function readJson(response: Response): Promise<Json> {
  const body = await readWhole(
    response.body,
    maxBytes,
    () => new SourceRefusal(`X answered with more than ${maxBytes} bytes`),
  )
  const answer = recordOf(JSON.parse(body.toString()))
  if (!answer) throw new Error('The answer is not an object')
  return answer
}

const isId = (text: string) => /^\d{1,25}$/.test(text)

const recordOf = (value: unknown): Json | undefined =>
  value !== null && typeof value === 'object' ? (value as Json) : undefined

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Entries that are not posts are skipped. */
const postsOf = (data: unknown): XPost[] =>
  (Array.isArray(data) ? data : []).flatMap((entry) => {
    const post = recordOf(entry)
    const id = textOf(post?.id)
    if (!post || !isId(id)) return []
    const note = recordOf(post.note_tweet)
    const urls = [recordOf(post.entities)?.urls, recordOf(note?.entities)?.urls].flatMap((list) =>
      Array.isArray(list) ? list.map(recordOf) : [],
    )
    return [
      {
        id,
        text: textOf(note?.text) || textOf(post.text),
        // An attached picture is a link to the post itself.
        links: urls.map((link) => ({
          short: textOf(link?.url),
          full: link?.media_key ? '' : textOf(link?.expanded_url),
        })),
        lang: languageOf(post.lang),
        created_at: textOf(post.created_at) || null,
      },
    ]
  })

const languageOf = (value: unknown) => /^[a-z-]{2,10}$/i.exec(textOf(value))?.[0] ?? null
