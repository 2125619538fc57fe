import { writeFileSync } from 'node:fs'
import { serveThread } from '../../server/base/thread.ts'

export interface FullDiskWork {
  write: { input: string; output: string }
}

/** A thread that writes to a full disk: Linux has a device that is one. */
serveThread<FullDiskWork>({
  write: (text) => {
    writeFileSync('/dev/full', text)
    return text
  },
})
