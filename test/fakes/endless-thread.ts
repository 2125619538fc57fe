import { threadId } from 'node:worker_threads'
import { serveThread } from '../../server/base/thread.ts'

export interface EndlessWork {
  spin: { input: null; output: never }
  echo: { input: string; output: string }
  identify: { input: null; output: number }
}

/** A thread with a task that never ends, on any machine. */
serveThread<EndlessWork>({
  spin: () => {
    while (true);
  },
  echo: (text) => text,
  identify: () => threadId,
})
