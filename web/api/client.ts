import createClient from 'openapi-fetch'
import type { paths } from '../../clients/typescript/src/_generated/schema.ts'

const base = '/api/v1'
/** A request that takes longer has failed: no page waits forever. */
const timeoutMs = 20_000
/** For requests that read many pages or a large file before they respond; their buttons say that it takes a while. */
const slowTimeoutMs = 600_000

/** A response that is not a success; `status` is 0 when there was no response. */
export class ApiError extends Error {
  readonly status: number
  /** After how many seconds the service takes the request again; only of a 429. */
  readonly retryAfterS: number | undefined

  constructor(status: number, message: string, retryAfterS?: number) {
    super(message)
    this.status = status
    this.retryAfterS = retryAfterS
  }
}

interface SessionKeeper {
  /**
   * Called when the service answers 401: whether the session was renewed after the request was sent (`sentAt` is a
   * `performance.now()` time). If so, the request is sent again, and its caller does not notice.
   */
  renew: (sentAt: number) => Promise<boolean>
  /** Waits until it is clear which account a write belongs to. */
  settled: () => Promise<unknown>
}

let session: SessionKeeper = { renew: async () => false, settled: async () => undefined }

export function keepSession(keeper: SessionKeeper): void {
  session = keeper
}

/** @param limitMs absent for a stream, which takes as long as its answer. */
const fetchWithin = (limitMs?: number) => async (request: Request) => {
  if (request.url.endsWith('/auth/login')) return fetchOnce(request, limitMs)
  if (request.method !== 'GET') await session.settled()
  const again = request.clone()
  const sentAt = performance.now()
  const response = await fetchOnce(request, limitMs)
  if (response.status !== 401) return response
  return (await session.renew(sentAt)) ? fetchOnce(again, limitMs) : response
}

let writes = 0
/** Whether a write has no response yet: data that is fetched meanwhile may be older than what the page shows. */
export const isWriting = (): boolean => writes > 0

async function fetchOnce(request: Request, limitMs: number | undefined) {
  const written = request.method === 'GET' ? 0 : 1
  writes += written
  try {
    return await fetch(request, limitMs === undefined ? {} : { signal: AbortSignal.timeout(limitMs) })
  } catch {
    throw unreachable()
  } finally {
    writes -= written
  }
}

const unreachable = () =>
  new ApiError(0, "Can't reach the service. Check that it is running and that you are online, then try again.")

/** Loads code of the page, which the service sends like data. @throws ApiError when it cannot be loaded. */
export const fetchCode = <Module>(code: Promise<Module>): Promise<Module> =>
  code.catch(() => {
    throw new CodeMissing()
  })

/** Not every browser retries a failed import, and the code may be from an older version: only a reload helps. */
export class CodeMissing extends ApiError {
  constructor() {
    super(0, unreachable().message)
  }
}
const fetchInTime = fetchWithin(timeoutMs)
const fetchSlowly = fetchWithin(slowTimeoutMs)
const fetchStream = fetchWithin()

/** The API, typed by its own OpenAPI document. */
export const api = createClient<paths>({ baseUrl: base, fetch: fetchInTime })

/** The same, with ten minutes to respond. */
export const slowApi = createClient<paths>({ baseUrl: base, fetch: fetchSlowly })

/** The same for answers that are read while they arrive; the caller's signal ends them. */
export const streamApi = createClient<paths>({ baseUrl: base, fetch: fetchStream })

/** The data of a response. @throws ApiError with the message of the service. */
export async function ask<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer
  if (response.ok) return succeeded(data as T)
  throw failure(response, error)
}

let warn = (_warnings: string[]): void => undefined

/** @param tell receives the service's warnings about what any write changed before storing it. */
export function onWarnings(tell: typeof warn): void {
  warn = tell
}

function succeeded<T>(answer: T): T {
  const { warnings } = (answer ?? {}) as { warnings?: string[] }
  if (warnings) warn(warnings)
  return answer
}

function failure({ status, headers }: Response, body: unknown): ApiError {
  const message = (body as { error?: unknown } | undefined)?.error
  const text = typeof message === 'string' ? message : `The service returned an error (${status}).`
  return new ApiError(status, text, status === 429 ? Number(headers.get('retry-after')) || undefined : undefined)
}

/** The success body of a GET, POST, PATCH or DELETE. */
export type Answer<P extends keyof paths, M extends keyof paths[P], S extends number = 200> = paths[P][M] extends {
  responses: infer R
}
  ? S extends keyof R
    ? R[S] extends { content: { 'application/json': infer B } }
      ? B
      : never
    : never
  : never

/** The JSON body of a request. */
export type Body<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends {
  requestBody?: { content: { 'application/json': infer B } }
}
  ? B
  : never
