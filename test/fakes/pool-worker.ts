import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { threadId } from 'node:worker_threads'
import { AppError } from '../../server/base/errors.ts'
import { type Tasks, taskRunner } from '../../server/base/task-runner.ts'
import { DatabaseAway } from '../../server/db/failures.ts'

export interface FakeTypes {
  /** Never ends, however fast the machine is. */
  spin: { input: null; output: never }
  echo: { input: unknown; output: unknown }
  identify: { input: null; output: number }
  fillDisk: { input: null; output: undefined }
  openNowhere: { input: null; output: never }
  loseServer: { input: null; output: never }
  overload: { input: null; output: never }
  exit: { input: null; output: never }
}

const work: Tasks<FakeTypes> = {
  spin: () => {
    while (true);
  },
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
    throw new AppError(503, 'The model is overloaded', 7)
  },
  exit: () => process.exit(3),
}

export const run = taskRunner({ fake: async () => work })
