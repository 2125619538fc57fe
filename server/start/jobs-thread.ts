import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { resourceLimits } from '#core/base/pool.ts'
import { addUsage, type UsageByTask } from '#core/domain/language.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { writeLine } from '../log.ts'
import type { Composed } from './compose.ts'

/** The `workerData` of the thread's script. */
export interface JobsThreadData {
  config: Config
  memory: SharedArrayBuffer | undefined
}

/** A message of the thread: a log line, or its state. */
export type Report = { line: string } | { damage: string | undefined; usage: UsageByTask | undefined }

/** How long to wait before a failed thread is started again, in milliseconds. */
const restartMs = 2000

/**
 * Runs the jobs in their own thread, so that requests do not wait for them. A thread that fails is started again; its
 * jobs resume when their leases end.
 */
export class JobsThread {
  readonly #data: JobsThreadData
  readonly #log: FastifyBaseLogger
  #worker: Worker | undefined
  #ended = Promise.resolve()
  #restart: NodeJS.Timeout | undefined
  #isStopping = false
  /** Whether the thread has sent its state: before that it runs no jobs. */
  #isRunning = false
  #failures = 0
  #damage: string | undefined
  #usage: UsageByTask = new Map()
  /** The usage of earlier threads. */
  #pastUsage: UsageByTask = new Map()

  constructor(
    config: Config,
    { sharedLog, endpoints }: Pick<Composed, 'sharedLog' | 'endpoints'>,
    log: FastifyBaseLogger,
  ) {
    this.#data = { config: { ...config, ...endpoints }, memory: sharedLog?.memory }
    this.#log = log
  }

  /** Returns the parts of the service, extended by what the thread reports. */
  within(deps: Deps): Deps {
    const { usage } = deps.language
    const byTask = () => addUsage(usage!.by_task, this.#pastUsage, this.#usage)
    return {
      ...deps,
      damage: () => deps.damage() ?? this.#damage,
      jobsThread: () => ({ isRunning: this.#isRunning, failures: this.#failures }),
      language: {
        ...deps.language,
        ...(usage && {
          usage: {
            ...usage,
            get by_task() {
              return byTask()
            },
          },
        }),
      },
    }
  }

  start(): void {
    const worker = new Worker(new URL('./jobs-thread-worker.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits,
    })
    this.#worker = worker
    worker.on('message', (report: Report) => {
      if ('line' in report) return writeLine(report.line)
      this.#isRunning = true
      this.#damage ??= report.damage
      this.#usage = report.usage ?? this.#usage
    })
    let failure: unknown
    worker.on('error', (error) => {
      failure = error
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    worker.on('exit', () => {
      this.#pastUsage = addUsage(this.#pastUsage, this.#usage)
      this.#usage = new Map()
      this.#isRunning = false
      resolve()
      if (this.#isStopping) return
      this.#failures++
      this.#log.error({ err: failure }, 'the thread of background jobs ended; it will be started again')
      this.#restart = setTimeout(() => this.start(), restartMs)
    })
  }

  /** Returns running jobs to the queue; resolves when the thread has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#restart)
    if (this.#isRunning) this.#worker?.postMessage('stop')
    else await this.end()
    await this.#ended
  }

  /** Ends the thread immediately. */
  async end(): Promise<void> {
    await this.#worker?.terminate()
  }
}
