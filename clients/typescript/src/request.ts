import { AgentIdentityError } from './errors.ts'
import { requireGenuine } from './genuine.ts'
import { retryAfterMs } from './retry-after.ts'

export interface RequestOptions {
  apiKey: string | undefined
  /** The value of `X-Client`. */
  clientName: string | undefined
  /** A request that takes longer has failed. Milliseconds. */
  timeoutMs: number
  /** How often a request is sent again. */
  retries: number
  fetch: typeof globalThis.fetch
}

const firstWaitMs = 250

/**
 * Sends requests with the key. A POST gets an `Idempotency-Key`. Temporary refusals (429, 503) are retried after
 * `Retry-After`. It is unknown whether a request without an answer was carried out, so only one that may be carried out
 * twice is sent again then.
 * @throws AgentIdentityError when there is no answer, or one that is not from the service
 */
export function sender({ apiKey, clientName, timeoutMs, retries, fetch }: RequestOptions) {
  return async (request: Request): Promise<Response> => {
    if (apiKey) request.headers.set('Authorization', `Bearer ${apiKey}`)
    if (clientName) request.headers.set('X-Client', clientName)
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    const repeatable = request.method !== 'POST' && request.method !== 'PATCH'
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries
      const response = await fetch(isLast ? request : request.clone(), {
        redirect: 'manual',
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((error: unknown) => {
        if (request.signal.aborted) throw error
        if (isLast || !repeatable) throw unreachable(request, error)
        return undefined
      })
      if (response && (isLast || !mayPass(response.status, repeatable))) return requireGenuine(request, response)
      await response?.body?.cancel()
      await wait(retryAfterMs(response) ?? firstWaitMs * 2 ** attempt * (0.5 + Math.random()), request.signal)
    }
  }
}

const mayPass = (status: number, repeatable: boolean) =>
  status === 429 || status === 503 || (repeatable && (status === 502 || status === 504))

const unreachable = (request: Request, cause: unknown) =>
  new AgentIdentityError(
    0,
    `Cannot reach the Agent Identity Service at ${new URL(request.url).origin}. Check that it is running, and that baseUrl or AGENT_IDENTITY_URL is its address.`,
    { cause },
  )

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
