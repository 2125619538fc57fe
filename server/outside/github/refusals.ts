import type { ZodType } from 'zod'
import { GitHubRefusal } from '#core/domain/sources/github.ts'
import { retryAfterSeconds } from '#core/models/retry-after.ts'
import { misdirected } from './same-origin-fetch.ts'

export class EmptyRepository extends GitHubRefusal {}

const misshapen = (what: string) => new GitHubRefusal(`GitHub's answer about the ${what} cannot be read`, 'failure')

/** Parses an answer by its schema. @throws a refusal when it has another shape. */
export function checked<T>(schema: ZodType<T>, answer: unknown, what: string): T {
  const { success, data } = schema.safeParse(answer)
  if (!success) throw misshapen(what)
  return data as T
}

interface Failure {
  status?: number
  message?: string
  response?: { headers: Record<string, string | undefined> }
}

/**
 * Converts an error of Octokit to a sentence about the requested `what`; GitHub's own words are not repeated. Other
 * errors are returned unchanged.
 */
export function refusalOf(error: unknown, what: string): unknown {
  if (error instanceof GitHubRefusal) return error
  // Octokit also reads answers, to page through them.
  if (error instanceof TypeError) return misshapen(what)
  const { status, message = '', response } = error as Failure
  if (status === undefined) return error
  const asked = retryAfterSeconds(response?.headers['retry-after'])
  if ((status === 403 || status === 429) && asked !== undefined) {
    const seconds = Math.max(1, Math.ceil(asked))
    return new GitHubRefusal(`GitHub's rate limit is reached; try again in ${seconds} seconds`, 'limit', seconds)
  }
  if (status === misdirected) return new GitHubRefusal(message, 'failure')
  if (status === 401) return new GitHubRefusal('GitHub rejected the token', 'token')
  if (status === 404) return new GitHubRefusal(`GitHub has no ${what}`, 'not-found')
  if (status === 409) return new EmptyRepository(`The ${what} is empty`, 'not-found')
  // Without a response the connection itself failed, and Octokit counts that as 500.
  if (!response) return new GitHubRefusal('GitHub cannot be reached, or its responses are cut off', 'failure')
  return new GitHubRefusal(`GitHub answered ${status} when asked for the ${what}`, 'failure')
}
