import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { monotonicMs } from './clock.ts'
import { type AppError, filesLost, tooLarge, tooSlow } from './errors.ts'
import { FairQueue, type KindLimits } from './fair-queue.ts'
import type { Requester } from './requester.ts'
import { failureOf, type TaskCall, type TaskResult, type TaskStart, type TaskTypes } from './task-runner.ts'

export interface PoolOptions {
  /** Number of threads for quick tasks, and the same number for long ones. Default: 2. */
  threads?: number
  /**
   * Ends a thread that has been idle for this long, which frees its memory; the next task starts another one. Default:
   * 10.
   */
  idleSeconds?: number
  /** The limit of a thread's objects, which ends at `memoryShare` of it. Default: 1024. */
  memoryMegabytes?: number
  /** Read by the script as `workerData`. */
  data?: unknown
}

/** The deadline of quick tasks, so that no short text holds a thread that others wait for. */
const quickSeconds = 2

/** Limits that apply to all tasks of a group. */
export interface TaskLimits {
  /**
   * The processor time after which the thread of a task is stopped, whatever else the machine does meanwhile. Default:
   * `quickSeconds`.
   */
  deadlineSeconds?: number
  /**
   * The sentence of the 413 of a task that takes more time or memory than it may, since a smaller input takes less:
   * `taken` is "longer than 2 seconds" or "too much memory".
   */
  tooMuch: (taken: string) => string
  /** Runs the tasks in separate threads for long tasks, so that quick ones never wait for them. Default: false. */
  isLong?: boolean
  /** How many tasks of one organization may wait for its running one; the next is refused with 429. Default: 8. */
  waiting?: number
}

/** Limits of a group whose tasks are quick or long, depending on their input. */
export interface SizedLimits extends Pick<TaskLimits, 'tooMuch' | 'waiting'> {
  /** The deadline of long tasks. */
  longSeconds: number
}

/** Runs the tasks of one group. */
export interface TaskGroup<Types extends TaskTypes<keyof Types>> {
  /**
   * Resolves to the output of the task. The objects in `transfer` move to the thread and are empty here afterwards. The
   * task is stopped if its requester disconnects.
   *
   * @throws AppError if the task threw one, 413 after the deadline or without memory, 429 if too many tasks of the
   * organization are waiting; the reason of the requester's signal; any other failure as a plain error.
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
 * more time. Each megabyte less saves as much in each thread, down to these values (measured). A thread ends beyond its
 * old generation. A lower limit would be dangerous: where one array is larger than the 16 MB that Node.js leaves
 * for ending the thread, the whole process ends.
 */
export const resourceLimits = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 1024 }

/**
 * A thread is ended here when its objects take this share of its limit: one that reaches the limit can end the whole
 * process, as 4 of 12 programs did at 256 MB that did nothing but allocate, and none with this watch.
 */
const memoryShare = 0.6
/** Asking a thread takes 0.07 ms of this thread (measured). */
const memoryWatchMs = 100

/** How many times longer than its deadline a task may wait for a disk, or for a processor on a busy machine. */
const maxWaitFactor = 15
/** A thread that does not tell its processor time for this long is busy with one step of the engine. */
const silentMs = 10_000

const tooMuchMemory = 'too much memory'

const openPools = new Set<Pool>()

/**
 * Runs the tasks of one script in threads, so that requests do not wait for long computations. Organizations take turns
 * for the threads.
 *
 * Piscina starts, reuses and ends the threads, and never gets more tasks than it has threads. Tasks wait here instead
 * of in its `taskQueue`, which tasks with an abort signal bypass (docs/explanation/decisions/024).
 */
export class Pool {
  readonly #script: string
  readonly #name: string
  readonly #piscina: Piscina
  readonly #turns: { quick: FairQueue; long: FairQueue }
  /** Callbacks that stop the running tasks. */
  readonly #running = new Set<(reason: unknown) => void>()
  readonly #mostBytes: number
  #restarts = 0
  /** Whether the last thread lacked a file of the service. */
  #cannotLoad = false

  /** @param script a file that exports `run`, created by `taskRunner`; the first task loads it. */
  constructor(script: URL, { threads = 2, idleSeconds = 10, memoryMegabytes, data }: PoolOptions = {}) {
    this.#script = script.href
    // The build puts the folder before the name of a script.
    this.#name = basename(script.href).replace(/^start-|(?:-worker)?\.[jt]s$/g, '')
    const memory = { ...resourceLimits, ...(memoryMegabytes && { maxOldGenerationSizeMb: memoryMegabytes }) }
    this.#mostBytes = memory.maxOldGenerationSizeMb * 1024 * 1024 * memoryShare
    const newQueue = () => new FairQueue({ name: this.#name, slots: threads, waiting: Number.POSITIVE_INFINITY })
    this.#turns = { quick: newQueue(), long: newQueue() }
    this.#piscina = new Piscina({
      minThreads: 0,
      maxThreads: threads * 2,
      idleTimeout: idleSeconds * 1000,
      // Waiting on shared memory between tasks would block a thread's database connections.
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: memory,
      workerData: data,
    })
    // A thread failed outside a task, while starting or idle. Piscina does not say which tasks waited for it.
    this.#piscina.on('error', (error) => {
      this.#restarts++
      const reason = this.#readLoading(error)
      for (const stop of this.#running) stop(reason)
    })
    openPools.add(this)
  }

  /** @param group the name of the tasks in the script. */
  tasks<Types extends TaskTypes<keyof Types>>(
    group: string,
    { isLong = false, waiting = 8, ...limits }: TaskLimits,
  ): TaskGroup<Types> {
    const turns = isLong ? this.#turns.long : this.#turns.quick
    const kind: KindLimits = { name: group, running: 1, waiting }
    return {
      run: (name, input, requester, transfer = []) =>
        turns.run(requester, () => this.#perform({ group, name, input }, limits, requester.signal, transfer), kind),
    }
  }

  /** Ends the threads; running tasks fail. */
  async close(): Promise<void> {
    openPools.delete(this)
    await this.#piscina.destroy()
  }

  /** Declares a group of which the caller runs each task as a quick or as a long one. */
  sizedTasks<Types extends TaskTypes<keyof Types>>(
    group: string,
    { longSeconds, ...limits }: SizedLimits,
  ): Record<'quick' | 'long', TaskGroup<Types>> {
    return {
      quick: this.tasks<Types>(group, limits),
      long: this.tasks<Types>(group, { ...limits, deadlineSeconds: longSeconds, isLong: true }),
    }
  }

  /** Resolves when a task has used so much processor time; rejects when the task has ended before. */
  async #passed(deadlineMs: number, start: TaskStart, ended: AbortSignal): Promise<void> {
    let lastMs = Number.POSITIVE_INFINITY
    let leftMs = deadlineMs
    while (leftMs > 0 && monotonicMs() < lastMs) {
      await sleep(Math.max(leftMs, 50), undefined, { signal: ended })
      const thread = this.#threadOf(start)
      if (!thread) continue
      lastMs = Math.min(lastMs, monotonicMs() + deadlineMs * maxWaitFactor)
      const used = await Promise.race([thread.cpuUsage(), sleep(silentMs, undefined, { ref: false })])
      leftMs = used ? deadlineMs - ((used.user + used.system) / 1000 - start[1]!) : 0
    }
    ended.throwIfAborted()
  }

  /** Resolves when the objects of a task's thread take too much memory; rejects when the task has ended before. */
  async #filled(start: TaskStart, ended: AbortSignal): Promise<void> {
    let used = 0
    while (used < this.#mostBytes) {
      await sleep(memoryWatchMs, undefined, { signal: ended })
      used = (await this.#threadOf(start)?.getHeapStatistics())?.used_heap_size ?? 0
    }
    ended.throwIfAborted()
  }

  /** The thread of a task; undefined while the thread starts and loads the code. */
  #threadOf(start: TaskStart) {
    return this.#piscina.threads.find(({ threadId }) => threadId === start[0])
  }

  /** Whether threads can load their script and all that it imports, as far as tasks have shown. */
  get isLoadable(): boolean {
    return !this.#cannotLoad && existsSync(new URL(this.#script))
  }

  /** Returns the failure of a task, as a 503 if a file of the service was missing. */
  #readLoading(error: unknown): unknown {
    // The code of the error does not survive the copy between threads.
    const folder = dirname(fileURLToPath(this.#script))
    if (!(error instanceof Error && error.message.startsWith(`Cannot find module '${folder}`))) return error
    this.#cannotLoad = true
    return filesLost(error)
  }

  stats(): PoolStats {
    return { script: this.#name, threads: this.#piscina.threads.length, restarts: this.#restarts }
  }

  async #perform(
    task: Omit<TaskCall, 'start'>,
    { deadlineSeconds = quickSeconds, tooMuch }: Pick<TaskLimits, 'deadlineSeconds' | 'tooMuch'>,
    signal: AbortSignal | undefined,
    transferList: Transferable[],
  ): Promise<never> {
    const call: TaskCall = { ...task, start: new Float64Array(new SharedArrayBuffer(16)) }
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
    const watched = new AbortController()
    const refuseAfter = (exceeded: Promise<void>, taken: string, refusal: (message: string) => AppError) =>
      exceeded.then(
        () => stop(refusal(tooMuch(taken))),
        () => undefined,
      )
    void refuseAfter(
      this.#passed(deadlineSeconds * 1000, call.start, watched.signal),
      `longer than ${deadlineSeconds} seconds`,
      tooSlow,
    )
    void refuseAfter(this.#filled(call.start, watched.signal), tooMuchMemory, tooLarge)
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
        if (stopping.signal.aborted) throw stopping.signal.reason
        const isOutOfMemory = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        throw isOutOfMemory ? tooLarge(tooMuch(tooMuchMemory)) : this.#readLoading(error)
      })
      if ('failure' in result) throw this.#readLoading(failureOf(result.failure))
      this.#cannotLoad = false
      return result.output as never
    } finally {
      watched.abort()
      signal?.removeEventListener('abort', leave)
      this.#running.delete(stop)
    }
  }
}

/** Whether the threads of every open pool of this thread can load what they run. */
export const poolsAreLoadable = (): boolean => [...openPools].every((pool) => pool.isLoadable)

/** Returns the state of each open pool of this thread, for its metrics. */
export const poolStats = (): PoolStats[] => [...openPools].map((pool) => pool.stats())
