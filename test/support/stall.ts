import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The longest time for which `work` blocked the event loop, in milliseconds; requests wait that long. */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  // The first measured turn begins here.
  await new Promise(setImmediate)
  delay.enable()
  await work()
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  return delay.max / 1e6
}
