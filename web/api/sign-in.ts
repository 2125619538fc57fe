import { ApiError } from './client.ts'

/** The service tells nobody which of the two was wrong. */
export function explainSignIn(error: unknown): never {
  if (error instanceof ApiError && error.status === 401) throw new Error('Wrong email or password.')
  throw error
}
