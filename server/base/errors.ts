/**
 * A failure that the caller can understand and fix. `http/answers/errors.ts` answers it as `{ error: message }` with the
 * status (behavior: Errors); anything else that is thrown becomes a 500 without details.
 */
export class AppError extends Error {
  readonly status: number
  /** Seconds to wait before trying again; answered as the `Retry-After` header. */
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
/** 404 in the same words for what is missing and for what belongs to another tenant: the two must not be told apart. */
export const notFound = (what: string) => new AppError(404, `${what} not found`)
export const conflict = (message: string) => new AppError(409, message)
export const tooLarge = (message: string) => new AppError(413, message)
export const unprocessable = (message: string) => new AppError(422, message)
/**
 * What a foreign place refused or failed to do, as a sentence for a person. It ends a sync with that sentence among its
 * `errors`, and what came in before stays (behavior: Sync).
 */
export class SourceRefusal extends Error {
  /** Seconds until the place answers again, when it says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'SourceRefusal'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * A foreign system failed in a way that the caller should read about (behavior: Errors: language-model failure is 500).
 */
export const outsideFailure = (message: string) => new AppError(500, message)
