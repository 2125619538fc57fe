import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { serveThread, Thread } from '../../server/base/thread.ts'

interface WastefulWork {
  waste: { input: null; output: number }
}

/**
 * A thread whose work takes a lot of memory. As a program, it prints the memory of the process in bytes while the
 * thread is idle, and 3 seconds later.
 */
if (isMainThread) {
  const thread = new Thread<WastefulWork>(new URL(import.meta.url), {
    deadlineSeconds: 30,
    tooLong: 'This takes too long',
    idleSeconds: 0.5,
  })
  await thread.run('waste', null, { org_id: 'a' })
  console.log(process.memoryUsage.rss())
  await sleep(3000)
  console.log(process.memoryUsage.rss())
} else {
  serveThread<WastefulWork>({
    waste: () => Array.from({ length: 200_000 }, (_, index) => Array.from({ length: 60 }, () => index)).length,
  })
}
