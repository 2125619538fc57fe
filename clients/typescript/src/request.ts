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
 * Sends requests with the key. A change gets an `Idempotency-Key`, so that it is carried out once however often it is
 * sent. Temporary refusals (429, 503, a twin that runs) are retried after `Retry-After`. It is unknown whether a request
 * without an answer was carried out; without credentials, only one that may be carried out twice is sent again then.
 * @throws AgentIdentityError when there is no answer, or one that is not from the service
 */
export function sender({ apiKey, clientName, timeoutMs, retries, fetch }: RequestOptions) {
  return async (request: Request): Promise<Response> => {
    if (apiKey) request.headers.set('Authorization', `Bearer ${apiKey}`)
    if (clientName) request.headers.set('X-Client', clientName)
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    if (changes && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    // The service reads that header only with credentials.
    const repeatable = (request.method !== 'POST' && request.method !== 'PATCH') || request.headers.has('Authorization')
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
      if (response && (isLast || !(mayPass(response.status, repeatable) || hasRunningTwin(response))))
        return requireGenuine(request, response)
      await response?.body?.cancel()
      await wait(retryAfterMs(response) ?? firstWaitMs * 2 ** attempt * (0.5 + Math.random()), request.signal)
    }
  }
}

const mayPass = (status: number, repeatable: boolean) =>
  status === 429 || status === 503 || (repeatable && (status === 502 || status === 504))
/** A 409 with `Retry-After` is about a twin of the request that runs; other conflicts stay. */
const hasRunningTwin = ({ status, headers }: Response) => status === 409 && headers.has('Retry-After')

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
