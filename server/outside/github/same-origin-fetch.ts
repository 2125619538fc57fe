import { retryAfterSeconds, secondsUntil } from '#core/models/retry-after.ts'
import { readWhole } from '#core/models/whole-body.ts'

/** Timeout for one answer of GitHub, its body included, in milliseconds. */
const timeoutMs = 20_000
/** GitHub cuts its largest answer, a tree, at 7 MB. */
const maxBytes = 32 * 1024 * 1024
const maxRedirects = 5
/** The wait that GitHub's documentation recommends when a refusal names none, in seconds. */
const unnamedWaitSeconds = 60

/** The status of a synthetic answer for an address that must not be requested. */
export const misdirected = 421

/**
 * A `fetch` that only requests the given origin: redirects (a renamed repository) and links are followed there and
 * nowhere else. It returns complete bodies, since Octokit mistakes a truncated one for an empty one, and converts the
 * several ways in which GitHub reports a limit to one.
 */
export function fetchFrom(origin: string): typeof fetch {
  return async (input, init) => {
    const { signal } = init ?? {}
    const deadline = AbortSignal.timeout(timeoutMs)
    const options = {
      ...init,
      redirect: 'manual' as const,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    }
    let url = new URL(String(input instanceof Request ? input.url : input))
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (url.origin !== origin) return refused('GitHub pointed to another host, which is not followed')
      const response = await fetch(url.href, options)
      const location = isRedirect(response) && response.headers.get('location')
      if (!location) return wholeAnswer(response)
      await response.body?.cancel()
      if (!URL.canParse(location, url.href)) break
      url = new URL(location, url)
    }
    return refused('GitHub redirects without end')
  }
}

const isRedirect = ({ status }: Response) => [301, 302, 307, 308].includes(status)

const refused = (message: string) =>
  new Response(JSON.stringify({ message }), {
    status: misdirected,
    headers: { 'content-type': 'application/json' },
  })

async function wholeAnswer(response: Response): Promise<Response> {
  const body = await readWhole(response.body, maxBytes, tooLarge)
  // Octokit would return the text of an answer that is not JSON. An error here is retried like a broken connection.
  if (response.status === 200) JSON.parse(Buffer.from(body).toString())
  const headers = new Headers(response.headers)
  // The body is decoded by now.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  const wait = limitSeconds(response, body)
  if (wait !== undefined) headers.set('retry-after', String(wait))
  const empty = [204, 205, 304].includes(response.status)
  return new Response(empty ? null : body, { status: response.status, headers })
}

const tooLarge = () => new Error(`GitHub's answer is larger than ${maxBytes} bytes`)

/** Seconds to wait if the answer reports a limit: 429, or 403 with any of its signs. */
function limitSeconds({ status, headers }: Response, body: Uint8Array): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const used = headers.get('x-ratelimit-remaining') === '0'
  const asked = retryAfterSeconds(headers.get('retry-after'))
  const named = /rate limit/i.test(Buffer.from(body.subarray(0, 2000)).toString())
  if (status === 403 && !used && asked === undefined && !named) return undefined
  if (asked !== undefined) return Math.ceil(asked)
  const reset = Number(headers.get('x-ratelimit-reset'))
  if (used && reset > 0) return secondsUntil(reset, headers)
  return unnamedWaitSeconds
}
