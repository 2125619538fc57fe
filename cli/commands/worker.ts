import { Command } from 'commander'
import { fail, jsonLinesOption } from '../output.ts'

export const worker = new Command('worker')
  .description('run background jobs beside a service, on the same PostgreSQL database')
  .option(...jsonLinesOption)
  .action(async () => {
    const { runWorker } = await import('../../server/start/worker.ts')
    await runWorker(fail)
  })
