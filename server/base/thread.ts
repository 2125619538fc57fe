import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import type { Asker } from './asker.ts'
import { AppError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'

/** What each task takes and gives, by name; both can travel to another thread. */
type Work<Names extends PropertyKey> = { [Name in Names]: { input: unknown; output: unknown } }

/** The tasks themselves. */
export type Tasks<W extends Work<keyof W>> = {
  [Name in keyof W]: (input: W[Name]['input']) => W[Name]['output'] | Promise<W[Name]['output']>
}

export interface ThreadOptions {
  /** How long one task may take, in seconds; then its thread is ended and the next task gets a new one. */
  deadlineSeconds: number
  /** What a task that takes longer fails with, as a 413: a smaller input takes less time. */
  tooLong: string
  /** How many tasks run at once, each in a thread of its own; 1 when absent. */
  threads?: number
  /** How many of them may be of one organization; no limit but `threads` when absent. */
  running?: number
  /** How many tasks of one organization may wait, beside those that run; 8 when absent. */
  waiting?: number
  /**
   * Which tasks take long where the others are quick. They have a line of their own, as bounded as that of the others, and as
   * many threads, so that no quick one waits for them.
   */
  long?: ReadonlySet<PropertyKey>
  /** How long a thread may be idle before it ends, in seconds; 10 when absent. The next task starts another. */
  idleSeconds?: number
  /** How much memory short-lived objects may take, in megabytes; that of `resourceLimits` when absent. */
  youngMegabytes?: number
  /** What the script finds as `workerData`. */
  data?: unknown
}

const defaultWaiting = 8

/** What ends an idle thread from within, in place of a call. */
const goodbye = 'end'

/**
 * What a thread handles, such as rows, is short-lived: with the 48 MB that Node.js has for that by default, comparing
 * statements took a third more memory, and more time; with 12 MB, 4 MB more in each thread than with 6, and with 6
 * another 2 MB more than with 3, at no less processor time (measured).
 */
export const resourceLimits = { maxYoungGenerationSizeMb: 3 }

/** A thread takes 15 to 40 MB (measured), and a tenth to half a second to start. */
const defaultIdleSeconds = 10

/** A place for one task at a time. */
interface Place {
  worker?: Worker | undefined
  running?: PromiseWithResolvers<unknown> | undefined
  /** Ends the idle worker. */
  idle?: NodeJS.Timeout
}

/**
 * Long computations in threads of their own, so that requests do not wait for them. Each script has a fixed number of
 * threads, and organizations take turns in them (`FairQueue`): inputs wait instead of taking every core.
 */
export class Thread<W extends Work<keyof W>> {
  readonly #script: URL
  readonly #options: ThreadOptions
  readonly #queue: FairQueue
  readonly #longQueue: FairQueue
  readonly #places: Place[]

  /** @param script a file that calls `serveThread`; it is started at the first input. */
  constructor(script: URL, options: ThreadOptions) {
    const { threads = 1, running = threads, waiting = defaultWaiting, long } = options
    const limits = { slots: threads, running, waiting }
    this.#script = script
    this.#options = options
    this.#queue = new FairQueue(limits)
    this.#longQueue = long ? new FairQueue(limits) : this.#queue
    // Whichever is idle takes the next task, so that one after the other needs one thread, quick or not.
    this.#places = Array.from({ length: long ? threads * 2 : threads }, () => ({}))
  }

  /**
   * What a task gives for one input, or throws. What is in `transfer` moves to the thread and is gone here. A task whose
   * caller goes away is stopped.
   *
   * @throws AppError when the task threw one, 413 when it took too long, 429 when too many of the organization wait; the
   *   reason of the asker's signal; any other failure as a plain error.
   */
  run<Name extends keyof W>(
    name: Name,
    input: W[Name]['input'],
    asker: Asker,
    transfer: Transferable[] = [],
  ): Promise<W[Name]['output']> {
    const queue = this.#options.long?.has(name) ? this.#longQueue : this.#queue
    return queue.run(asker, () => this.#ask(name, input, asker, transfer))
  }

  /** Ends the threads; tasks that run fail. */
  async close(): Promise<void> {
    await Promise.all(this.#places.map(({ worker }) => worker?.terminate()))
  }

  async #ask(name: keyof W, input: unknown, { signal }: Asker, transfer: Transferable[]): Promise<unknown> {
    const place = this.#places.find(({ running }) => running === undefined)!
    const answer = Promise.withResolvers<unknown>()
    place.running = answer
    clearTimeout(place.idle)
    place.worker ??= this.#start(place)
    const { worker } = place
    const { deadlineSeconds, tooLong } = this.#options
    const stop = (reason: unknown) => {
      place.worker = undefined
      // Only then does it no longer read the files that it was given.
      void worker.terminate().finally(() => answer.reject(reason))
    }
    const leave = () => stop(signal?.reason)
    const late = setTimeout(() => stop(new AppError(413, tooLong)), deadlineSeconds * 1000)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      worker.postMessage({ name, input }, transfer)
      // An idle thread must not keep the process alive; a busy one must.
      worker.ref()
      return await answer.promise
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', leave)
      worker.unref()
      place.running = undefined
      if (place.worker === worker) this.#endWhenIdle(place, worker)
    }
  }

  /** Gives the thread's memory back: heap, modules, and the pages of its database connection. */
  #endWhenIdle(place: Place, worker: Worker) {
    const end = () => {
      place.worker = undefined
      worker.postMessage(goodbye)
    }
    place.idle = setTimeout(end, (this.#options.idleSeconds ?? defaultIdleSeconds) * 1000).unref()
  }

  #start(place: Place): Worker {
    const { data, youngMegabytes = resourceLimits.maxYoungGenerationSizeMb } = this.#options
    const limits = { maxYoungGenerationSizeMb: youngMegabytes }
    const worker = new Worker(this.#script, { workerData: data, resourceLimits: limits })
    worker.unref()
    worker.on('message', (answer: Answer) => {
      // What a thread says after it was ended is about a task that has failed by then.
      if (place.worker !== worker) return
      if ('output' in answer) place.running?.resolve(answer.output)
      else place.running?.reject(failureOf(answer))
    })
    // The thread itself broke: whoever waits for it is told, and the next input starts another.
    const giveUp = (error: Error) => {
      if (place.worker !== worker) return
      place.worker = undefined
      place.running?.reject(error)
    }
    worker.on('error', giveUp)
    worker.on('exit', () => giveUp(new Error('The thread ended before it answered')))
    return worker
  }
}

/**
 * Only the name, message and stack of an error survive the way between threads. The properties that say what it means
 * travel beside it: of an expected failure, and the codes of the system and of a database, such as `ENOSPC`.
 */
interface Failure {
  error: Error
  properties: { status?: number; retryAfterSeconds?: number | undefined; code?: unknown; errcode?: unknown }
}
type Answer = { output: unknown } | Failure

function failureOf({ error, properties: { status, retryAfterSeconds, ...codes } }: Failure): Error {
  if (status !== undefined) return new AppError(status, error.message, retryAfterSeconds)
  return Object.assign(error, codes)
}

/** A higher number is a lower priority; the thread that serves has 0. Where both wait for one processor, it gets a tenth. */
const priority = 10

/** Has this thread give way to the one that serves where processors are few. */
export function giveWay(): void {
  lower(() => [0])
}

/**
 * Has V8's own threads give way too. They collect the garbage of all threads, most of it that of long computations
 * (record 066).
 */
export function collectorsGiveWay(): void {
  const tasks = '/proc/self/task'
  const isCollector = (thread: string) => readFileSync(`${tasks}/${thread}/comm`, 'latin1').startsWith('V8Worker')
  lower(() => readdirSync(tasks).filter(isCollector).map(Number))
}

/** @param threads their numbers in the system; 0 is the one that asks. */
function lower(threads: () => number[]) {
  // On other systems this would change the priority of the whole process.
  if (process.platform !== 'linux') return
  try {
    for (const thread of threads()) setPriority(thread, priority)
  } catch {
    // A system that forbids it runs all threads alike.
  }
}

/**
 * Makes a script the thread's side of `Thread`: each input is answered by the task that it names, in order, and the
 * thread gives way to the one that serves.
 */
export function serveThread<W extends Work<keyof W>>(tasks: Tasks<W>): void {
  giveWay()
  const answerTo = async ({ name, input }: { name: keyof W; input: never }): Promise<Answer> => {
    try {
      return { output: await tasks[name](input) }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const { code, errcode } = error as { code?: unknown; errcode?: unknown }
      if (!(error instanceof AppError)) return { error, properties: { code, errcode } }
      return { error, properties: { status: error.status, retryAfterSeconds: error.retryAfterSeconds } }
    }
  }
  parentPort!.on('message', async (call) => {
    if (call === goodbye) return endThread()
    const answer = await answerTo(call)
    parentPort!.postMessage(answer, 'output' in answer ? ownBytes(answer.output) : [])
  })
}

/**
 * V8 keeps the pages of a thread that has ended for 8 seconds, 52 MB after a comparison; a collection of the kind that it
 * makes when memory runs out gives them back at once, in 24 to 76 ms (measured).
 */
function endThread() {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.exit()
}

/** Bytes that fill their buffer move to the other thread, where copying those of a large answer takes milliseconds. */
const ownBytes = (output: unknown): Transferable[] =>
  output instanceof Uint8Array && output.buffer instanceof ArrayBuffer && output.byteLength === output.buffer.byteLength
    ? [output.buffer]
    : []
