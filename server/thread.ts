import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import { AppError } from './domain/errors.ts'

/**
 * Long computations in a thread of their own, so that requests do not wait for them. There is one thread for each
 * script in the process, whoever asks: inputs stand in line instead of taking every core.
 */
export class Thread<Input, Output> {
  readonly #script: URL
  #worker: Worker | undefined
  #waiting: PromiseWithResolvers<Output>[] = []

  /** @param script a file that calls `serveThread`; it is started at the first input. */
  constructor(script: URL) {
    this.#script = script
  }

  /**
   * The answer to one input, or what the script threw. What is in `transfer` moves to the thread and is gone here.
   *
   * @throws AppError when the script threw one; any other failure as a plain error.
   */
  async run(input: Input, transfer: Transferable[] = []): Promise<Output> {
    this.#worker ??= this.#start()
    this.#worker.postMessage(input, transfer)
    // An idle thread must not keep the process alive; a busy one must.
    this.#worker.ref()
    const answer = Promise.withResolvers<Output>()
    this.#waiting.push(answer)
    return answer.promise
  }

  #start(): Worker {
    const worker = new Worker(this.#script)
    worker.unref()
    worker.on('message', (answer: Answer<Output>) => {
      const asked = this.#waiting.shift()
      if (this.#waiting.length === 0) worker.unref()
      if ('output' in answer) asked?.resolve(answer.output)
      else asked?.reject(answer.status === undefined ? answer.error : new AppError(answer.status, answer.error.message))
    })
    // The thread itself broke: whoever waits is told, and the next input starts another.
    worker.on('error', (error: Error) => {
      const lost = this.#waiting
      this.#worker = undefined
      this.#waiting = []
      for (const { reject } of lost) reject(error)
    })
    return worker
  }
}

/** A class does not survive the way between threads, so the status of an expected failure travels beside it. */
type Answer<Output> = { output: Output } | { error: Error; status: number | undefined }

/** Makes a script the thread's side of `Thread`: each input is answered, in order. */
export function serveThread<Input, Output>(work: (input: Input) => Output): void {
  const answerTo = (input: Input): Answer<Output> => {
    try {
      return { output: work(input) }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      return { error, status: error instanceof AppError ? error.status : undefined }
    }
  }
  parentPort!.on('message', (input: Input) => parentPort!.postMessage(answerTo(input)))
}
