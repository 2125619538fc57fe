/**
 * A request that the service refused or that did not reach it. If it did not reach the service, `status` is 0, or the
 * status that another server answered instead. The message says what to do; programs decide by `code`.
 */
export class AgentIdentityError extends Error {
  readonly status: number
  /** The kind of the error, such as `not_found` or `stale`; undefined for a 401, and when the service did not answer. */
  readonly code: string | undefined
  /** How long the service asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    message: string,
    options?: ErrorOptions & { code?: string | undefined; retryAfterMs?: number | undefined },
  ) {
    super(message, options)
    this.name = 'AgentIdentityError'
    this.status = status
    this.code = options?.code
    this.retryAfterMs = options?.retryAfterMs
  }
}

/** The service has no such agent, or no such label of it: it was deleted, or never existed. Copies of it are deleted. */
export class AgentGoneError extends AgentIdentityError {
  override readonly name = 'AgentGoneError'
}

/** The service refuses the key: it was revoked, or may not read this agent. Copies that it read are deleted. */
export class KeyRevokedError extends AgentIdentityError {
  override readonly name = 'KeyRevokedError'
}

/** Whether the service said that there is nothing to read; an outage never does. */
export const isGone = (error: unknown): boolean => error instanceof AgentGoneError || error instanceof KeyRevokedError

/** Another server answered: the sign-in page of a network or proxy, or a wrong address. */
export const foreignAnswer = (request: Request, status: number, reason: string): AgentIdentityError =>
  new AgentIdentityError(
    status,
    `What answered at ${new URL(request.url).origin} is not an Agent Identity Service: ${reason}. Open the address in a browser to see whether a network or proxy asks to sign in, or correct baseUrl or AGENT_IDENTITY_URL.`,
  )
