/** Measures how the processor time of work grows with the size of its input, whatever else the machine does. */

/** Below this, in milliseconds, garbage collection and the clock's resolution decide. */
const measurableMs = 40
const maxRounds = 5
/** Twice the input may take this many times as long: linear work, with room for what it allocates. */
export const linearGrowth = 2.6

/** The processor time that this thread spends on `work`, in milliseconds. Failures of the work count as its end. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  try {
    await work()
  } catch {
    // Refusing an input is an answer too.
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times longer `work` takes for `size` than for half of it; 0 if it is too short to measure. The shortest of
 * several runs counts, and the first growth that is linear ends the measurement.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  let whole = await processorMs(() => work(size))
  let half = Number.POSITIVE_INFINITY
  for (let round = 0; round < maxRounds; round++) {
    if (whole < measurableMs) return 0
    half = Math.min(half, await processorMs(() => work(size / 2)))
    if (whole / half < linearGrowth) return whole / half
    whole = Math.min(whole, await processorMs(() => work(size)))
  }
  return whole / half
}
