import { setImmediate } from 'node:timers/promises'

/** Calls that are answered by one run. */
interface Batch<Input, Output> {
  inputs: Set<Input>
  output: Promise<Output>
}

/**
 * Lets calls that arrive together, or while another is running, share one run: under load one query serves many. A run
 * always begins after all of its calls have arrived. Calls of different lines are independent of each other.
 */
export class SharedRuns<Input, Output> {
  readonly #run: (line: readonly string[], inputs: Input[]) => Promise<Output>
  readonly #maxInputs: number
  /** The batch that still accepts inputs, by its line. */
  readonly #open = new Map<string, Batch<Input, Output>>()
  /** The batch that was opened last, by its line; the next one waits for it. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(run: (line: readonly string[], inputs: Input[]) => Promise<Output>, maxInputs: number) {
    this.#run = run
    this.#maxInputs = maxInputs
  }

  /** Returns the output of the run that includes this input; equal inputs count once. */
  join(line: readonly string[], input: Input): Promise<Output> {
    const name = line.join()
    const open = this.#open.get(name)
    const batch = open && open.inputs.size < this.#maxInputs ? open : this.#openBatch(name, line)
    batch.inputs.add(input)
    return batch.output
  }

  #openBatch(name: string, line: readonly string[]): Batch<Input, Output> {
    const inputs = new Set<Input>()
    // By then, all events that arrived together have been handled, including requests on other connections.
    const before = this.#last.get(name) ?? setImmediate()
    const output = before.then(() => {
      if (this.#open.get(name) === batch) this.#open.delete(name)
      return this.#run(line, [...inputs])
    })
    const batch = { inputs, output }
    this.#open.set(name, batch)
    const settled: Promise<void> = output.then(
      () => this.#forget(name, settled),
      () => this.#forget(name, settled),
    )
    this.#last.set(name, settled)
    return batch
  }

  #forget(name: string, settled: Promise<unknown>): void {
    if (this.#last.get(name) === settled) this.#last.delete(name)
  }
}
