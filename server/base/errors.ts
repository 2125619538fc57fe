/**
 * A failure that the caller can understand and fix. `http/answers/errors.ts` answers it as `{ error: message }` with
 * the status (behavior: Errors); any other thrown error becomes a 500 without details.
 */
export class AppError extends Error {
  readonly status: number
  /** Seconds to wait before the next attempt; sent as the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const badRequest = (message: string) => new AppError(400, message)
export const unauthorized = () => new AppError(401, 'Unauthorized')
/**
 * Returns a 404 with the same message for a missing record and for another tenant's: the caller must not be able to
 * distinguish them.
 */
export const notFound = (what: string) => new AppError(404, `${what} not found`)
export const conflict = (message: string) => new AppError(409, message)
export const tooLarge = (message: string) => new AppError(413, message)
export const unprocessable = (message: string) => new AppError(422, message)
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

/** A failure of an external system that the caller should read about (behavior: Errors: language-model failure is 500). */
export const outsideFailure = (message: string) => new AppError(500, message)
