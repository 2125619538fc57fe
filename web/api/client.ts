import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const base = '/api/v1'
/** A request that takes longer has failed: nobody is left before a skeleton. */
const timeoutMs = 20_000
/** For what reads many addresses or a large file before it answers; its button says that it takes long. */
const slowTimeoutMs = 600_000

/** An answer that is no success; `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const fetchWithin = (limitMs: number) => async (request: Request) => {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(limitMs) })
  } catch {
    throw new ApiError(0, 'The service does not answer. Check that it runs and that you are online, then try again.')
  }
}
const fetchInTime = fetchWithin(timeoutMs)
const fetchSlowly = fetchWithin(slowTimeoutMs)

/** The API, typed by its own OpenAPI document. */
export const api = createClient<paths>({ baseUrl: base, fetch: fetchInTime })

/** The same, with ten minutes to answer. */
export const slowApi = createClient<paths>({ baseUrl: base, fetch: fetchSlowly })

/** The data of an answer. @throws ApiError with the service's own sentence. */
export async function ask<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer
  if (response.ok) return data as T
  throw failure(response.status, error)
}

/** A call whose address is put together, for routes that exist once per kind and layer. */
export async function send<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetchInTime(
    new Request(`${base}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  )
  return read(response)
}

/** A form with a file. */
export const upload = async <T>(path: string, body: FormData): Promise<T> =>
  read(await fetchSlowly(new Request(`${base}${path}`, { method: 'POST', body })))

async function read<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer as T
  throw failure(response.status, answer)
}

function failure(status: number, body: unknown): ApiError {
  const message = (body as { error?: unknown } | undefined)?.error
  return new ApiError(status, typeof message === 'string' ? message : `The service answered ${status}`)
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
