import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#core/base/errors.ts'
import { startWorker } from '../jobs/worker.ts'
import { openLog } from '../log.ts'
import { composeForJobs } from './compose.ts'
import type { JobsThreadData, Report } from './jobs-thread.ts'

/** The script of the thread that `jobs-thread.ts` starts. */

const reportMs = 1000
const calibrateAgainMs = 30_000

const port = parentPort!
const send = (report: Report) => port.postMessage(report)

const { config, memory }: JobsThreadData = workerData
const log = openLog(config, { write: (line) => send({ line }) })
const { deps, waitForWrite, close } = await composeForJobs(config, log, memory)
const reportState = () => send({ damage: deps.damage(), usage: deps.language.usage?.by_task })
reportState()
setInterval(reportState, reportMs)
calibrate()
const worker = startWorker(deps, waitForWrite)

/**
 * Calibrates the embedding model, which requests wait for. An unavailable model is tried again, a rejected one is not.
 */
async function calibrate() {
  try {
    await deps.embedder.ready?.()
  } catch (error) {
    log.warn({ err: error }, 'the embedding model is not calibrated')
    if (!(error instanceof AppError && error.status === 422)) setTimeout(calibrate, calibrateAgainMs).unref()
  }
}

async function stop() {
  await worker.stop()
  await close()
  reportState()
  process.exit()
}

port.once('message', stop)
