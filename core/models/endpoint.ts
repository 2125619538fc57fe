import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError } from 'ai'
import { AppError } from '../base/errors.ts'
import { Breaker, BreakerOpen } from './breaker.ts'
import { reasonOf, textFault } from './reason.ts'
import { retryAfterSeconds } from './retry-after.ts'
import { readWhole } from './whole-body.ts'

/** An OpenAI-compatible endpoint and its model (behavior: Configuration). */
export interface Endpoint {
  baseUrl: string
  apiKey: string | undefined
  model: string
  /** Timeout of one request, until its last byte. */
  timeoutMs: number
  /** Further models of the endpoint, with which people may try prompts. */
  trialModels?: readonly string[]
  /** Maximum number of content items that one run of discovery reads. */
  itemsPerRun?: number
  /** The memory of its circuit breaker, which all threads that ask it share; of its own if absent. */
  breaker?: SharedArrayBuffer
}

/** A failed call, for the log of the service. */
export interface ReportedFailure {
  model: string
  status: number | undefined
  /** The endpoint's words without keys; undefined if it gave none. */
  reason: string | undefined
}

/** How endpoints are called, and where their failures are reported. */
export interface CallOptions {
  /** Delay before the first retry; doubled for the second. */
  backoffMs?: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Writes the log: the callers of the API must not read what an endpoint says of its hosts, accounts and budgets. */
  report?: (failure: ReportedFailure) => void
}
const maxRetries = 2
/**
 * The time for retries and a second question, beyond that of one request; synchronous calls end within 30 s beyond it.
 */
const graceMs = 20_000
/** Far beyond any expected answer; a longer one is truncated. */
const maxAnswerBytes = 2 * 1024 * 1024

/** A failure of a foreign model: 500 with a sentence for the caller (behavior: Errors). */
export class EndpointFailure extends AppError {
  /** True if the system works and only this request or its answer is at fault. */
  readonly ofRequest: boolean

  /**
   * @param cause holds the endpoint's own words.
   * @param retryAfterSeconds when a job should ask again without counting this as a failed attempt.
   */
  constructor(message: string, ofRequest: boolean, cause?: unknown, retryAfterSeconds?: number) {
    super('model_failed', message, retryAfterSeconds, { cause })
    this.name = 'EndpointFailure'
    this.ofRequest = ofRequest
  }
}

/** An answer that stopped before its end. */
export class BrokenAnswer extends Error {}

export class AnswerTooLarge extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super()
    this.maxBytes = maxBytes
  }
}

/** `fetch` that aborts after the timeout, even in the middle of a body, and on an endless answer. */
export const boundedFetch =
  (timeoutMs: number, maxBytes = maxAnswerBytes): typeof fetch =>
  async (input, init) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
    const { status, statusText, headers } = response
    const body = await readWhole(response.body, maxBytes, () => new AnswerTooLarge(maxBytes))
    return new Response(body.length === 0 ? null : body, { status, statusText, headers })
  }

/** The same, with a body that is passed on as it arrives. */
export const boundedStream =
  (timeoutMs: number, maxBytes = maxAnswerBytes): typeof fetch =>
  async (input, init) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
    const { status, statusText, headers } = response
    let size = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length
        if (size > maxBytes) controller.error(new AnswerTooLarge(maxBytes))
        else controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(counted) ?? null, { status, statusText, headers })
  }

export type Caller = ReturnType<typeof newCaller>

/**
 * Calls one endpoint with retries (429, 5xx and network, twice), Retry-After, a total deadline, and a circuit breaker.
 * `who` begins the sentences of its failures.
 */
export function newCaller(
  who: string,
  { timeoutMs, apiKey, breaker: memory }: Pick<Endpoint, 'timeoutMs' | 'apiKey' | 'breaker'>,
  { backoffMs = 1000, now, report }: CallOptions,
) {
  const breaker = new Breaker(now, memory)

  const withRetries = async <T>(attempt: (signal: AbortSignal) => Promise<T>, deadline: number): Promise<T> => {
    for (let failed = 0; ; failed++) {
      try {
        return await attempt(AbortSignal.timeout(Math.max(1, Math.ceil(deadline - now()))))
      } catch (error) {
        const waitMs = retryAfterMs(error) ?? backoffMs * 2 ** failed
        if (!isTransient(error) || failed === maxRetries || now() + waitMs >= deadline) throw error
        await sleep(waitMs)
      }
    }
  }

  return {
    /** The time at which a task that begins now must end, in milliseconds by the caller's clock. */
    deadline: () => now() + timeoutMs + graceMs,

    /**
     * @param isPrivate keeps the endpoint's words, which may repeat the text, out of the log.
     * @throws EndpointFailure; an AppError of `attempt` as it is.
     */
    async call<T>(deadline: number, attempt: (signal: AbortSignal) => Promise<T>, isPrivate = false): Promise<T> {
      try {
        return await breaker.run(
          () => withRetries(attempt, deadline),
          (error) => !isOfRequest(error),
        )
      } catch (error) {
        if (error instanceof AppError) throw error
        const status = statusOf(error)
        const reason = isPrivate ? undefined : reasonOf(error, apiKey)
        if (!(error instanceof BreakerOpen)) report?.({ model: who, status, reason })
        const happened = (isOfText(error) && textFault(error, apiKey)) || whatHappened(error, timeoutMs)
        const cause = reason === undefined ? undefined : new Error(reason)
        throw new EndpointFailure(`${who} ${happened}`, isOfRequest(error), cause)
      }
    },
  }
}

const statusOf = (error: unknown) => (APICallError.isInstance(error) ? error.statusCode : undefined)

/** Not for aborts: a call that took the whole timeout once is not retried. */
const isTransient = (error: unknown): boolean =>
  APICallError.isInstance(error) ? error.isRetryable : error instanceof TypeError

/** Statuses of a request that the endpoint understood and refused for its content. */
const isOfText = (error: unknown): error is APICallError => [400, 413, 422].includes(statusOf(error) ?? 0)

const isOfRequest = (error: unknown): boolean =>
  isOfText(error) || error instanceof AnswerTooLarge || error instanceof AppError

/** The wait that the endpoint requests; undefined if it names none. */
function retryAfterMs(error: unknown): number | undefined {
  const header = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  const seconds = retryAfterSeconds(header)
  return seconds === undefined ? undefined : seconds * 1000
}

function whatHappened(error: unknown, timeoutMs: number): string {
  const status = statusOf(error)
  if (error instanceof BreakerOpen) {
    return `has failed too often; it is tried again in ${Math.ceil(error.waitMs / 1000)} seconds`
  }
  if (error instanceof AnswerTooLarge) return `answered more than ${error.maxBytes / 1024 / 1024} MiB and was cut off`
  if (error instanceof BrokenAnswer) return 'broke off its answer'
  if (error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name)) {
    return `did not answer in time (LLM_TIMEOUT_MS is ${timeoutMs})`
  }
  if (status === undefined && (isTransient(error) || APICallError.isInstance(error))) return 'cannot be reached'
  if (status === 401 || status === 403) return `refused the service's key (status ${status})`
  if (status === 404) return 'has no such model, or was not found at its URL (status 404)'
  if (status === 429) return 'is overloaded (status 429); try again later'
  return status === undefined || status < 300 ? 'gave an answer that cannot be read' : `failed (status ${status})`
}
