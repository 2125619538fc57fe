import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../server/base/errors.ts'
import { serveThread } from '../../server/base/thread.ts'
import { DatabaseAway } from '../../server/db/failures.ts'

export interface AwayWork {
  database: { input: null; output: never }
  server: { input: null; output: never }
  model: { input: null; output: never }
}

/** A thread whose database or model is unavailable. */
serveThread<AwayWork>({
  database: () => {
    new DatabaseSync('/nowhere/identity.db')
    throw new Error('SQLite opened a file in a folder that does not exist')
  },
  server: () => {
    throw new DatabaseAway(new Error('Connection terminated'))
  },
  model: () => {
    throw new AppError(503, 'The model is overloaded', 7)
  },
})
