import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isDamage } from '../failures.ts'

/** A thread that reads the whole database file and tells the first thing that is wrong with it, or `ok`. */
const database = new DatabaseSync(workerData as string, { readOnly: true })
try {
  const [row] = database.prepare('pragma quick_check(1)').all()
  parentPort!.postMessage(String(row?.quick_check))
} catch (error) {
  // A disk that cannot be read at the moment says nothing about what is in the file.
  parentPort!.postMessage(isDamage(error) ? (error as Error).message : 'ok')
} finally {
  database.close()
}
