/** Lets calls of the same name share the run that is in progress. */
export class SingleFlight<Output> {
  readonly #running = new Map<string, Promise<Output>>()

  run(name: string, task: () => Promise<Output>): Promise<Output> {
    const running = this.#running.get(name)
    if (running) return running
    const run = task().finally(() => this.#running.delete(name))
    this.#running.set(name, run)
    return run
  }
}
