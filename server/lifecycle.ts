type Stop = (signal: string) => Promise<void>

/**
 * Runs a process from its start to its end: a failure to start is told in one line, and the first SIGTERM or SIGINT
 * stops what `start` has started. `name` says what it is, such as "The service".
 */
export async function runUntilStopped(name: string, start: () => Promise<Stop>): Promise<void> {
  const stop = await start().catch((error: unknown) => {
    console.error(`${name} cannot start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  })
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      // Ctrl-C comes twice under npm: from the terminal, and passed on by npm.
      if (isStopping) return
      isStopping = true
      await stop(signal)
      process.exit(0)
    })
  }
}
