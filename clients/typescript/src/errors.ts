import { retryAfterMs } from './retry-after.ts'

/**
 * A request that the service refused or that did not reach it. If it did not reach the service, `status` is 0, or the
 * status that another server answered instead. The message says what to do.
 */
export class AgentIdentityError extends Error {
  readonly status: number
  /** How long the service asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, message: string, options?: ErrorOptions & { retryAfterMs?: number | undefined }) {
    super(message, options)
    this.name = 'AgentIdentityError'
    this.status = status
    this.retryAfterMs = options?.retryAfterMs
  }
}

/** The error that a response reports: the service's own sentence, or one that names the status. */
export async function errorOf(response: Response): Promise<AgentIdentityError> {
  const body: unknown = await response.json().catch(() => undefined)
  const message = (body as { error?: unknown } | null | undefined)?.error
  return new AgentIdentityError(
    response.status,
    typeof message === 'string' ? message : `The service returned an error (${response.status}).`,
    { retryAfterMs: retryAfterMs(response) },
  )
}

/** Another server answered: the sign-in page of a network or proxy, or a wrong address. */
export const foreignAnswer = (request: Request, status: number, reason: string): AgentIdentityError =>
  new AgentIdentityError(
    status,
    `What answered at ${new URL(request.url).origin} is not an Agent Identity Service: ${reason}. Open the address in a browser to see whether a network or proxy asks to sign in, or correct baseUrl or AGENT_IDENTITY_URL.`,
  )
