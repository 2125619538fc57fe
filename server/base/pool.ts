import { basename } from 'node:path'
import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { AppError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import type { Requester } from './requester.ts'
import { failureOf, type TaskCall, type TaskResult, type TaskTypes } from './task-runner.ts'

export interface PoolOptions {
  /** Number of threads for quick tasks, and the same number for long ones. Default: 2. */
  threads?: number
  /**
   * Ends a thread that has been idle for this long, which frees its memory; the next task starts another one. Default:
   * 10.
   */
  idleSeconds?: number
  /** Read by the script as `workerData`. */
  data?: unknown
}

/** Limits that apply to all tasks of a group. */
export interface TaskLimits {
  /**
   * Stops the thread of a task that takes longer. The task fails with `tooLong` as a 413, since a smaller input takes
   * less time.
   */
  deadlineSeconds: number
  tooLong: string
  /** Runs the tasks in separate threads for long tasks, so that quick ones never wait for them. Default: false. */
  isLong?: boolean
  /** How many tasks of one organization may wait for its running one; the next is refused with 429. Default: 8. */
  waiting?: number
}

/** Runs the tasks of one group. */
export interface TaskGroup<Types extends TaskTypes<keyof Types>> {
  /**
   * Resolves to the output of the task. The objects in `transfer` move to the thread and are empty here afterwards. The
   * task is stopped if its requester disconnects.
   *
   * @throws AppError if the task threw one, 413 after the deadline, 429 if too many tasks of the organization are
   * waiting; the reason of the requester's signal; any other failure as a plain error.
   */
  run<Name extends keyof Types & string>(
    name: Name,
    input: Types[Name]['input'],
    requester: Requester,
    transfer?: Transferable[],
  ): Promise<Types[Name]['output']>
}

/** The state of a pool in this thread; `waits.ts` measures its tasks. */
export interface PoolStats {
  script: string
  threads: number
  /** Tasks whose thread failed or was stopped, so that the next one needs another thread. */
  restarts: number
}

/**
 * With the 48 MB that Node.js reserves for young objects by default, comparing statements took a third more memory and
 * more time. Each megabyte less saves as much in each thread, down to these values (measured).
 */
export const resourceLimits = { maxYoungGenerationSizeMb: 3 }

const openPools = new Set<Pool>()

/**
 * Runs the tasks of one script in threads, so that requests do not wait for long computations. Organizations take turns
 * for the threads.
 *
 * Piscina starts, reuses and ends the threads, and never gets more tasks than it has threads. Tasks wait here instead
 * of in its `taskQueue`, which tasks with an abort signal bypass (docs/decisions/024).
 */
export class Pool {
  readonly #script: string
  readonly #name: string
  readonly #piscina: Piscina
  readonly #turns: { quick: FairQueue; long: FairQueue }
  /** Callbacks that stop the running tasks. */
  readonly #running = new Set<(reason: unknown) => void>()
  #restarts = 0

  /** @param script a file that exports `run`, created by `taskRunner`; the first task loads it. */
  constructor(script: URL, { threads = 2, idleSeconds = 10, data }: PoolOptions = {}) {
    this.#script = script.href
    // The build puts the folder before the name of a script.
    this.#name = basename(script.href).replace(/^start-|(?:-worker)?\.[jt]s$/g, '')
    const name = `threads of ${this.#name}`
    const newQueue = () => new FairQueue({ name, slots: threads, waiting: Number.POSITIVE_INFINITY })
    this.#turns = { quick: newQueue(), long: newQueue() }
    this.#piscina = new Piscina({
      minThreads: 0,
      maxThreads: threads * 2,
      idleTimeout: idleSeconds * 1000,
      // Waiting on shared memory between tasks would block a thread's database connections.
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits,
      workerData: data,
    })
    // A thread failed outside a task, while starting or idle. Piscina does not say which tasks waited for it.
    this.#piscina.on('error', (error) => {
      this.#restarts++
      for (const stop of this.#running) stop(error)
    })
    openPools.add(this)
  }

  /** @param group the name of the tasks in the script. */
  tasks<Types extends TaskTypes<keyof Types>>(
    group: string,
    { isLong = false, waiting = 8, ...limits }: TaskLimits,
  ): TaskGroup<Types> {
    const admission = new FairQueue({ name: group, slots: Number.POSITIVE_INFINITY, running: 1, waiting })
    const turns = isLong ? this.#turns.long : this.#turns.quick
    return {
      run: (name, input, requester, transfer = []) =>
        admission.run(requester, () =>
          turns.run(requester, () => this.#perform({ group, name, input }, limits, requester.signal, transfer)),
        ),
    }
  }

  /** Ends the threads; running tasks fail. */
  async close(): Promise<void> {
    openPools.delete(this)
    await this.#piscina.destroy()
  }

  stats(): PoolStats {
    return { script: this.#name, threads: this.#piscina.threads.length, restarts: this.#restarts }
  }

  async #perform(
    call: TaskCall,
    { deadlineSeconds, tooLong }: Pick<TaskLimits, 'deadlineSeconds' | 'tooLong'>,
    signal: AbortSignal | undefined,
    transferList: Transferable[],
  ): Promise<never> {
    const stopping = new AbortController()
    let ended: Promise<unknown> | undefined
    const stop = (reason: unknown) => {
      const before = this.#piscina.threads
      stopping.abort(reason)
      const left = new Set(this.#piscina.threads)
      const stopped = before.filter((thread) => !left.has(thread))
      ended = Promise.all(stopped.map((thread) => thread.terminate()))
    }
    const leave = () => stop(signal?.reason)
    const late = setTimeout(() => stop(new AppError(413, tooLong)), deadlineSeconds * 1000)
    signal?.addEventListener('abort', leave, { once: true })
    this.#running.add(stop)
    try {
      // The script is named for each task, so that a script that cannot be loaded fails the task and not the thread.
      const options = { filename: this.#script, name: 'run', signal: stopping.signal, transferList }
      const result: TaskResult = await this.#piscina.run(call, options).catch(async (error: unknown) => {
        // The input could not be copied, so it never reached the thread.
        if (!(error instanceof DOMException)) this.#restarts++
        // A thread uses the file descriptors that were passed to it until it has ended.
        await ended
        throw stopping.signal.aborted ? stopping.signal.reason : error
      })
      if ('failure' in result) throw failureOf(result.failure)
      return result.output as never
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', leave)
      this.#running.delete(stop)
    }
  }
}

/** Returns the state of each open pool of this thread, for its metrics. */
export const poolStats = (): PoolStats[] => [...openPools].map((pool) => pool.stats())
