import { DatabaseSync } from 'node:sqlite'
import { DatabaseAway } from '../../server/db/failures.ts'
import { AppError } from '../../server/domain/errors.ts'
import { serveThread } from '../../server/thread.ts'

export interface AwayWork {
  database: { input: null; output: never }
  server: { input: null; output: never }
  model: { input: null; output: never }
}

/** A thread whose database or model is away. */
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
