import { Command } from 'commander'

export const worker = new Command('worker')
  .description('run background jobs beside a service, on the same PostgreSQL database')
  .action(async () => {
    await import('../../server/worker.ts')
  })
