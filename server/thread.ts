import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import { AppError } from './domain/errors.ts'

/** What each task takes and gives, by name; both can travel to another thread. */
type Work<Names extends PropertyKey> = { [Name in Names]: { input: unknown; output: unknown } }

/** The tasks themselves. */
export type Tasks<W extends Work<keyof W>> = { [Name in keyof W]: (input: W[Name]['input']) => W[Name]['output'] }

/**
 * Long computations in a thread of their own, so that requests do not wait for them. There is one thread for each
 * script in the process, whoever asks: inputs stand in line instead of taking every core.
 */
export class Thread<W extends Work<keyof W>> {
  readonly #script: URL
  #worker: Worker | undefined
  #waiting: PromiseWithResolvers<unknown>[] = []

  /** @param script a file that calls `serveThread`; it is started at the first input. */
  constructor(script: URL) {
    this.#script = script
  }

  /**
   * What a task gives for one input, or throws. What is in `transfer` moves to the thread and is gone here.
   *
   * @throws AppError when the task threw one; any other failure as a plain error.
   */
  async run<Name extends keyof W>(
    name: Name,
    input: W[Name]['input'],
    transfer: Transferable[] = [],
  ): Promise<W[Name]['output']> {
    this.#worker ??= this.#start()
    this.#worker.postMessage({ name, input }, transfer)
    // An idle thread must not keep the process alive; a busy one must.
    this.#worker.ref()
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.push(answer)
    return answer.promise
  }

  #start(): Worker {
    const worker = new Worker(this.#script)
    worker.unref()
    worker.on('message', (answer: Answer) => {
      const asked = this.#waiting.shift()
      if (this.#waiting.length === 0) worker.unref()
      if ('output' in answer) asked?.resolve(answer.output)
      else asked?.reject(answer.status === undefined ? answer.error : new AppError(answer.status, answer.error.message))
    })
    // The thread itself broke: whoever waits is told, and the next input starts another.
    const giveUp = (error: Error) => {
      if (this.#worker !== worker) return
      const lost = this.#waiting
      this.#worker = undefined
      this.#waiting = []
      for (const { reject } of lost) reject(error)
    }
    worker.on('error', giveUp)
    worker.on('exit', () => giveUp(new Error('The thread ended before it answered')))
    return worker
  }
}

/** A class does not survive the way between threads, so the status of an expected failure travels beside it. */
type Answer = { output: unknown } | { error: Error; status: number | undefined }

/** Makes a script the thread's side of `Thread`: each input is answered by the task that it names, in order. */
export function serveThread<W extends Work<keyof W>>(tasks: Tasks<W>): void {
  const answerTo = ({ name, input }: { name: keyof W; input: never }): Answer => {
    try {
      return { output: tasks[name](input) }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      return { error, status: error instanceof AppError ? error.status : undefined }
    }
  }
  parentPort!.on('message', (call) => parentPort!.postMessage(answerTo(call)))
}
