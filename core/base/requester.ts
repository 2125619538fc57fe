/**
 * The organization that a task is done for: the task's cost counts against it, and organizations take turns when tasks
 * have to wait.
 */
export interface Requester {
  org_id: string
  /** Aborts when nobody waits for the answer anymore. */
  signal?: AbortSignal | undefined
}
