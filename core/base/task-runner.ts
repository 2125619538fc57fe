import { threadId } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { AppError, type ErrorCode } from './errors.ts'

/** The input and output of each task of a group by name. Both are copied or moved between threads. */
export type TaskTypes<Names extends PropertyKey> = { [Name in Names]: { input: unknown; output: unknown } }

/** The functions of a group. */
export type Tasks<Types extends TaskTypes<keyof Types>> = {
  [Name in keyof Types]: (input: Types[Name]['input']) => Types[Name]['output'] | Promise<Types[Name]['output']>
}

export interface TaskCall {
  group: string
  name: string
  input: unknown
  /** Shared with the caller: the thread that runs the task, and how much processor time it had used before. */
  start: TaskStart
}

/** The id of the thread, 0 before the task starts, and milliseconds. */
export type TaskStart = Float64Array<SharedArrayBuffer>

/** The processor time that this thread has used, in milliseconds. */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * An error that a task threw. Only name, message, stack and cause survive the copy between
 * threads, so the relevant properties travel next to them: those of an expected failure, and codes
 * of the system or a database, such as `ENOSPC`.
 */
interface Failure {
  error: Error
  properties: { kind?: ErrorCode; retryAfterSeconds?: number | undefined; code?: unknown; errcode?: unknown }
}

export type TaskResult = { output: unknown } | { failure: Failure }

export function failureOf({ error, properties: { kind, retryAfterSeconds, ...codes } }: Failure): Error {
  if (kind !== undefined) return new AppError(kind, error.message, retryAfterSeconds, { cause: error.cause })
  return Object.assign(error, codes)
}

/** Loads the functions of a group. Called for every task, so it must cache them. */
type LoadTasks = () => Promise<Record<string, unknown>>

/**
 * Creates the `run` that a script of `Pool` exports. Each group is loaded with its first task: a thread only takes
 * memory for the code that it runs.
 */
export function taskRunner(groups: Record<string, LoadTasks>) {
  return async ({ group, name, input, start }: TaskCall): Promise<TaskResult> => {
    try {
      const tasks = await groups[group]!()
      // Loading the code takes seconds on a busy machine, and is no work on the input.
      start[1] = usedMs()
      start[0] = threadId
      const output = await (tasks[name] as (input: unknown) => unknown)(input)
      return movable({ output })
    } catch (thrown) {
      return { failure: failureFrom(thrown) }
    }
  }
}

function failureFrom(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (!(error instanceof AppError)) return { error, properties: { code, errcode } }
  return { error, properties: { kind: error.code, retryAfterSeconds: error.retryAfterSeconds } }
}

/**
 * Moves buffers that the bytes fill to the other thread, because copying those of a large answer takes milliseconds.
 */
function movable(result: { output: unknown }): TaskResult {
  const { output } = result
  if (!(output instanceof Uint8Array) || !(output.buffer instanceof ArrayBuffer)) return result
  if (output.byteLength !== output.buffer.byteLength) return result
  return move({ [transferableSymbol]: [output.buffer], [valueSymbol]: result } as never) as unknown as TaskResult
}
