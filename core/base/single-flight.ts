import type { MaybePromise } from './maybe-promise.ts'

/** Lets calls of the same name share the run that is in progress. */
export class SingleFlight<Output> {
  readonly #running = new Map<string, Promise<Output>>()

  run(name: string, task: () => MaybePromise<Output>): MaybePromise<Output> {
    const running = this.#running.get(name)
    if (running) return running
    const output = task()
    if (!(output instanceof Promise)) return output
    const run = output.finally(() => this.#running.delete(name))
    this.#running.set(name, run)
    return run
  }
}
