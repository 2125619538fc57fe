import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** A thread that reads the whole database file and tells the first thing that is wrong with it, or `ok`. */
const database = new DatabaseSync(workerData as string, { readOnly: true })
try {
  const [row] = database.prepare('pragma quick_check(1)').all()
  parentPort!.postMessage(String(row?.quick_check))
} catch (error) {
  parentPort!.postMessage((error as Error).message)
} finally {
  database.close()
}
