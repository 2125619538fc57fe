import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../base/thread.ts'
import { startWorker } from '../jobs/worker.ts'
import { openLog } from '../log.ts'
import type { buildApartApp } from './app.ts'
import { composeForJobs } from './compose.ts'
import type { ApartCall, JobsThreadData, Report } from './jobs-thread.ts'

/** The script of the thread that `jobs-thread.ts` starts. */

const reportMs = 1000

giveWay()

const port = parentPort!
const send = (report: Report) => port.postMessage(report)

const { config, memory }: JobsThreadData = workerData
const log = openLog(config, { write: (line) => send({ line }) })
const { deps, waitForWrite, close } = await composeForJobs(config, log, memory)
const reportState = () => send({ damage: deps.damage(), usage: deps.language.usage?.by_task })
reportState()
setInterval(reportState, reportMs)
// At the first start with a model; what fails is tried again at the next use.
deps.embedder.ready?.().catch((error: Error) => log.warn({ err: error }, 'the embedding model is not calibrated'))
const worker = startWorker(deps, waitForWrite)

/** The routes that are handled apart, made when the thread that serves first asks. */
let answering: ReturnType<typeof buildApartApp> | undefined
const underWay = new Set<Promise<void>>()

async function perform(call: ApartCall) {
  try {
    await answer(call)
  } finally {
    call.reply.close()
  }
}

async function answer({ request, reply }: ApartCall) {
  const gone = new AbortController()
  reply.once('message', () => gone.abort())
  try {
    answering ??= import('./app.ts').then((app) => app.buildApartApp(deps))
    const answered = await (await answering)(request, gone.signal)
    reply.postMessage(answered, [answered.body instanceof Uint8Array ? answered.body.buffer : answered.body])
  } catch (error) {
    if (!gone.signal.aborted) log.error({ err: error, reqId: request.id }, 'a request that was handled apart failed')
  }
}

async function stop() {
  await Promise.all([worker.stop(), ...underWay])
  await close()
  reportState()
  process.exit()
}

port.on('message', (message: 'stop' | ApartCall) => {
  if (message === 'stop') return stop()
  const performed = perform(message).finally(() => underWay.delete(performed))
  underWay.add(performed)
})
