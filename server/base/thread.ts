import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A higher number is a lower priority; the thread that serves has 0. Where both wait for one processor, it gets a tenth. */
const priority = 10

/** Has this thread give way to the one that serves where processors are few. */
export function giveWay(): void {
  lower(() => [0])
}

/**
 * Has V8's own threads give way too. They collect the garbage of all threads, most of it that of long computations
 * (record 066).
 */
export function collectorsGiveWay(): void {
  const tasks = '/proc/self/task'
  const isCollector = (thread: string) => readFileSync(`${tasks}/${thread}/comm`, 'latin1').startsWith('V8Worker')
  lower(() => readdirSync(tasks).filter(isCollector).map(Number))
}

/** @param threads their numbers in the system; 0 is the one that asks. */
function lower(threads: () => number[]) {
  // On other systems this would change the priority of the whole process.
  if (process.platform !== 'linux') return
  try {
    for (const thread of threads()) setPriority(thread, priority)
  } catch {
    // A system that forbids it runs all threads alike.
  }
}
