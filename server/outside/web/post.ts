import { retryAfterSeconds } from '#core/models/retry-after.ts'
import { whatHappened } from './fetch.ts'
import { type Client, checkAddress, newClient } from './guarded-client.ts'
import { type AllowedHost, newUrlGuard, type Resolve } from './ssrf-guard.ts'

/** Sends requests to addresses that users choose: guarded, without redirects, and bounded in time. */
export interface WebPost {
  /** Returns the normalized address. @throws 400 naming the field when the service may not request it. */
  checkAddress(address: string, field: string): string
  post(address: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<PostAnswer>
}

/** The outcome of a request. Its body is never read: nobody can look into a network with it. */
export interface PostAnswer {
  /** Null if there was no answer. */
  status: number | null
  /** Why there was none, or why it is a failure; null for a success. */
  error: string | null
  retryAfterSeconds: number | undefined
}

export interface WebPostOptions {
  allowedHosts: AllowedHost[]
  timeoutMs?: number
  resolve?: Resolve
}

export function newWebPost({ allowedHosts, timeoutMs = 10_000, resolve }: WebPostOptions): WebPost {
  const guard = newUrlGuard(allowedHosts, resolve)
  let client: Promise<Client> | undefined
  return {
    checkAddress: (address, field) => checkAddress(guard, address, field),
    async post(address, headers, body, stopped) {
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = stopped ? AbortSignal.any([stopped, deadline]) : deadline
      try {
        const url = guard.parse(address)
        client ??= newClient(guard, timeoutMs)
        const { fetch, guarded, open } = await client
        const dispatcher = guard.isAllowed(url) ? open : guarded
        const response = await fetch(url.href, {
          method: 'POST',
          redirect: 'manual',
          headers,
          body,
          dispatcher,
          signal,
        })
        await response.body?.cancel()
        const { status } = response
        return {
          status,
          error: response.ok ? null : `The address answered ${status}`,
          retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
        }
      } catch (error) {
        stopped?.throwIfAborted()
        return { status: null, error: `The address ${whatHappened(error)}`, retryAfterSeconds: undefined }
      }
    },
  }
}
