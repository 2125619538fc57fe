import { setTimeout as sleep } from 'node:timers/promises'
import { withProgress } from '#core/base/progress.ts'
import { print, printNote, visibleLine } from '../output.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service/service.ts'

const pollMs = 300

export const discover = serviceCommand('discover')
  .description('discover beliefs and responsibilities in the content of an agent')
  .argument('<agent>', 'slug or id')
  .option('--force', 'read everything again')
  .action((agentId, options) =>
    withService(options, async (service) => {
      const body = { agentId, ...(options.force && { force: true }) }
      const { job_id: jobId } = await unwrap(service.api.POST('/pbd/process', { body })).catch(explainAccess)
      const follow = () => followJob(service, jobId!)
      const job = await (process.stderr.isTTY ? follow() : withProgress('Discovery runs', follow, printNote))
      if (job.status === 'failed') throw new Error(job.error ?? 'The job failed without saying why.')
      print(options, job, () => [
        ...Object.entries(job.result ?? {})
          .filter(([, value]) => typeof value === 'number')
          .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`),
        `"agent-identity review ${agentId}" shows what awaits a decision, with --evidence what people said that is not proposed.`,
      ])
    }),
  )

/** Says the way out of a key that may only propose: a change request, as the service advises, starts no discovery. */
function explainAccess(error: Error): never {
  if (!error.message.startsWith('This key may not change')) throw error
  throw new Error(
    "This key may not start discovery. Start it on the agent's page Discovery, or with a key that may write.",
  )
}

/** Waits until a job has ended; a terminal shows its progress. */
async function followJob({ api }: Service, jobId: string) {
  const bar = process.stderr.isTTY ? await progressBar() : undefined
  for (;;) {
    const job = await unwrap(api.GET('/jobs/{jobId}', { params: { path: { jobId } } }))
    const { status, stage, progress_current: done, progress_total: total } = job
    bar?.show(visibleLine(String(stage ?? status)), total > 0 ? done / total : 0)
    if (status === 'completed' || status === 'failed') {
      bar?.stop(visibleLine(String(status)))
      return job
    }
    await sleep(pollMs)
  }
}

const barSize = 1000

async function progressBar() {
  const { progress } = await import('@clack/prompts')
  // stdout carries the result; progress goes to stderr.
  const bar = progress({ max: barSize, output: process.stderr })
  bar.start('queued')
  let shown = 0
  return {
    show(stage: string, share: number) {
      const steps = Math.max(0, Math.round(share * barSize) - shown)
      shown += steps
      bar.advance(steps, stage)
    },
    stop: (status: string) => bar.stop(status),
  }
}
