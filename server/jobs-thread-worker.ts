import { parentPort, workerData } from 'node:worker_threads'
import { composeForJobs } from './compose.ts'
import { startWorker } from './jobs/worker.ts'
import type { JobsThreadData, Report } from './jobs-thread.ts'
import { openLog } from './log.ts'
import { giveWay } from './thread.ts'

/** The script of the thread that `jobs-thread.ts` starts. */

const reportMs = 1000

giveWay()

const port = parentPort!
const send = (report: Report) => port.postMessage(report)

const { config, memory }: JobsThreadData = workerData
const log = openLog(config, { write: (line) => send({ line }) })
const { deps, writeTurns, close } = await composeForJobs(config, log, memory)
const reportState = () => send({ damage: deps.damage(), usage: deps.language.usage?.by_task })
reportState()
setInterval(reportState, reportMs)
const worker = startWorker(deps, writeTurns && (() => writeTurns.watchServing()))
// The only message asks the thread to stop.
port.once('message', async () => {
  const stopped = worker.stop()
  writeTurns?.wakeJobs()
  await stopped
  await close()
  reportState()
  process.exit()
})
