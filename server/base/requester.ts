/**
 * The organization that a task is done for: what it costs is counted there, and organizations take turns where tasks
 * have to wait.
 */
export interface Requester {
  org_id: string
  /** Aborts when no one waits for the answer anymore. */
  signal?: AbortSignal | undefined
}
