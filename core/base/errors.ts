/**
 * The kinds of errors with their status, which `code` names beside `error` in every error body (beyond
 * B1). Clients decide by the code: a published one keeps its meaning. The first code of a status
 * stands for errors that are of no other kind.
 */
export const statusOfCode = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  no_route: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  already_decided: 409,
  already_exists: 409,
  changed_meanwhile: 409,
  duplicate_statement: 409,
  limit_reached: 409,
  model_missing: 409,
  request_running: 409,
  answer_not_kept: 409,
  review_required: 409,
  stale: 412,
  too_large: 413,
  too_slow: 413,
  unsupported_media_type: 415,
  unreadable: 422,
  key_reused: 422,
  rate_limited: 429,
  too_many_waiting: 429,
  headers_too_large: 431,
  client_closed: 499,
  internal: 500,
  model_failed: 500,
  outside_failed: 502,
  unavailable: 503,
  disk_full: 507,
  quota_reached: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof statusOfCode
const errorCodes = Object.keys(statusOfCode) as ErrorCode[]
/** Codes that a body carries: the body of a 401 stays that of the specification, and a client that left gets none. */
export const answeredCodes = errorCodes.filter((code): boolean => code !== 'unauthorized' && code !== 'client_closed')

/** Returns the code for an error of which only the status is known. */
export const codeOfStatus = (status: number): ErrorCode =>
  errorCodes.find((code) => statusOfCode[code] === status) ?? (status < 500 ? 'invalid' : 'internal')

/**
 * A failure that the caller can understand and fix. `http/answers/errors.ts` answers it as `{ error: message, code }`
 * with the status of the code (behavior: Errors; beyond B1); any other thrown error becomes a 500 without details.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Seconds to wait before the next attempt; sent as the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined

  /** @param options a cause with details for the log, which no answer shows. */
  constructor(code: ErrorCode, message: string, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return statusOfCode[this.code]
  }
}

/** The kinds of a 409. */
export type ConflictCode = {
  [Code in ErrorCode]: (typeof statusOfCode)[Code] extends 409 ? Code : never
}[ErrorCode]

export const badRequest = (message: string) => new AppError('invalid', message)
/** @param message a reason for the `WWW-Authenticate` header; the body stays that of the specification. */
export const unauthorized = (message = 'Unauthorized') => new AppError('unauthorized', message)
/**
 * Returns a 404 with the same message for a missing record and for another tenant's: the caller must not be able to
 * distinguish them.
 */
export const notFound = (what: string) => new AppError('not_found', `${what} not found`)
export const conflict = (message: string, code: ConflictCode = 'conflict') => new AppError(code, message)
/** A twin of a request that runs, or whose process died after its change. */
export const requestRunning = () =>
  new AppError('request_running', 'A request with this Idempotency-Key is running; repeat it in a second', 1)
export const tooLarge = (message: string) => new AppError('too_large', message)
/** The 413 for an input whose work takes too long. */
export const tooSlow = (message: string) => new AppError('too_slow', message)
export const unprocessable = (message: string) => new AppError('unreadable', message)
/**
 * A refusal or failure of an external site, as a sentence for a person. It ends a sync, which lists the sentence among
 * its `errors` and keeps everything imported before (behavior: Sync).
 */
export class SourceRefusal extends Error {
  /** Seconds until the site accepts requests again, if it says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'SourceRefusal'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The reason at `/readyz`, and the answer of a request that needs one of the files. */
export const filesLostReason =
  'Files of the service were removed or replaced while it was running; restart it to load those of the present version'
export const filesLost = (cause: unknown) => new AppError('unavailable', filesLostReason, undefined, { cause })
/**
 * A failure of an external system that the caller should read about (behavior: Errors: language-model failure is 500).
 */
export const outsideFailure = (message: string) => new AppError('model_failed', message)
