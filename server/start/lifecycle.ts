import { describeError } from '#core/base/system-errors.ts'

type Stop = (signal: string) => Promise<void>

/** Prints a sentence and ends the process. */
export type Fail = (sentence: string) => never

/**
 * Runs a process from start to stop. The first SIGTERM or SIGINT stops what `start` has started.
 *
 * @param name such as "The service": the subject of the sentence that `fail` prints if the start fails.
 */
export async function runUntilStopped(name: string, fail: Fail, start: () => Promise<Stop>): Promise<void> {
  const stop = await start().catch((error: unknown) => fail(`${name} cannot start: ${describeError(error)}`))
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      // Ctrl-C arrives twice under npm: from the terminal, and forwarded by npm.
      if (isStopping) return
      isStopping = true
      await stop(signal)
      process.exit(0)
    })
  }
}
