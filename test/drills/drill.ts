/** A failure that is caused on purpose, and what must hold in spite of it. */
export interface Drill {
  /** What it does and what must hold, in one sentence. */
  summary: string
  /** Why it cannot run on this machine, as a sentence; undefined when it can. */
  missing?(): string | undefined
  /**
   * Causes the failure and returns what was measured, in one sentence.
   *
   * @throws when something did not hold.
   */
  run(): Promise<string>
}
