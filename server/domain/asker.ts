/** For whom a task is done: what it costs is counted there, and organizations take turns where tasks have to wait. */
export interface Asker {
  org_id: string
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}
