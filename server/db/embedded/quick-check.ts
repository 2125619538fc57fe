import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isDamage } from '../failures.ts'

/** The script of a thread that reads the whole database file and reports the first fault, or `ok`. */
const database = new DatabaseSync(workerData as string, { readOnly: true })
try {
  const [row] = database.prepare('pragma quick_check(1)').all()
  parentPort!.postMessage(String(row?.quick_check))
} catch (error) {
  // A disk that cannot be read at the moment does not reveal whether the file is damaged.
  parentPort!.postMessage(isDamage(error) ? (error as Error).message : 'ok')
} finally {
  database.close()
}
