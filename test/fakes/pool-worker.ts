import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { AppError } from '#core/base/errors.ts'
import { type Tasks, taskRunner } from '#core/base/task-runner.ts'
import { DatabaseAway } from '../../server/db/failures.ts'

export interface FakeTypes {
  /** Never ends, however fast the machine is. */
  spin: { input: null; output: never }
  /** Does nothing for some milliseconds. */
  rest: { input: number; output: string }
  echo: { input: unknown; output: unknown }
  identify: { input: null; output: number }
  fillDisk: { input: null; output: undefined }
  openNowhere: { input: null; output: never }
  loseServer: { input: null; output: never }
  overload: { input: null; output: never }
  exit: { input: null; output: never }
  load: { input: string; output: unknown }
  /** Fills the memory of its thread. */
  hoard: { input: null; output: never }
  /** Holds so many megabytes, and does nothing else. */
  hold: { input: number; output: string }
}

const work: Tasks<FakeTypes> = {
  spin: () => {
    while (true);
  },
  rest: (ms) => sleep(ms, 'rested'),
  echo: (value) => value,
  identify: () => threadId,
  // Linux has a device that is a full disk.
  fillDisk: () => {
    writeFileSync('/dev/full', 'x')
    return undefined
  },
  openNowhere: () => {
    new DatabaseSync('/nowhere/identity.db')
    throw new Error('SQLite opened a file in a folder that does not exist')
  },
  loseServer: () => {
    throw new DatabaseAway(new Error('Connection terminated'))
  },
  overload: () => {
    throw new AppError('unavailable', 'The model is overloaded', 7)
  },
  exit: () => process.exit(3),
  load: (url) => import(url),
  hoard: () => {
    const hoard: string[][] = []
    while (true) hoard.push(Array.from({ length: 1000 }, (_, at) => `${hoard.length} ${at}`))
  },
  hold: async (megabytes) => {
    const held = Array.from({ length: megabytes * 8 }, (_, at) => Array.from({ length: 16 * 1024 }, () => at + 0.5))
    await sleep(600_000, undefined, { ref: false })
    return `held ${held.length}`
  },
}

export const run = taskRunner({ fake: async () => work })
