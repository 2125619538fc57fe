/** In milliseconds of this thread. */
const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The most processor time that `work` took between two turns of the event loop, in milliseconds; requests wait that long
 * on a machine without other work.
 */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorMs()
  const measure = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(measure, 5)
  await work()
  clearInterval(timer)
  measure()
  return longest
}
