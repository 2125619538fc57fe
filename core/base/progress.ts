/** How often a wait says that it goes on, in milliseconds: people take a terminal without a line for a hung one. */
const intervalMs = 5000

/**
 * Runs something that may take long. Until it ends, a line every five seconds says for how long it has been running.
 */
export async function withProgress<Result>(
  what: string,
  run: () => Promise<Result>,
  print: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<Result> {
  let seconds = 0
  const timer = setInterval(() => {
    seconds += intervalMs / 1000
    print(`${what} (${seconds} s so far) …`)
  }, intervalMs)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
