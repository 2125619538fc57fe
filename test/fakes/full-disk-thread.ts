import { writeFileSync } from 'node:fs'
import { serveThread } from '../../server/base/thread.ts'

export interface FullDiskWork {
  write: { input: string; output: string }
}

/** A thread whose work meets a full disk: Linux has a device that is one. */
serveThread<FullDiskWork>({
  write: (text) => {
    writeFileSync('/dev/full', text)
    return text
  },
})
