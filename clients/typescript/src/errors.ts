/** What the service refused, or that it could not be reached: then `status` is 0. The message says what to do. */
export class AgentIdentityError extends Error {
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AgentIdentityError'
    this.status = status
  }
}

/** The error that a response reports: the service's own sentence, or one that names the status. */
export async function errorOf(response: Response): Promise<AgentIdentityError> {
  const body: unknown = await response.json().catch(() => undefined)
  const message = (body as { error?: unknown } | undefined)?.error
  return new AgentIdentityError(
    response.status,
    typeof message === 'string' ? message : `The service returned an error (${response.status}).`,
  )
}
