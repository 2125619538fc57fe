/** A failure that is caused on purpose, and the guarantees that must hold in spite of it. */
export interface Drill {
  /** The failure and the guarantee, in one sentence. */
  summary: string
  /** The reason why it cannot run on this machine, as a sentence; undefined when it can. */
  missing?(): string | undefined
  /**
   * Causes the failure and returns the measurement, in one sentence.
   *
   * @throws when a guarantee did not hold.
   */
  run(): Promise<string>
}
