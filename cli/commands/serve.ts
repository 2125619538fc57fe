import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'
import { fail, jsonLinesOption } from '../output.ts'
import { applySettings, dataDirOption } from '../service/settings.ts'
import { port } from './option-values.ts'

export const serve = new Command('serve')
  .description('run the service with its dashboard')
  .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
  .option('--port <number>', 'port to listen on (PORT, 3000)', port)
  .option(...dataDirOption)
  .option(...jsonLinesOption)
  .action(async (options) => {
    applySettings(options)
    const { runService } = await import('../../server/start/main.ts')
    await runService(fail)
    // Saves memory at the expense of speed, but not during the start itself.
    setFlagsFromString('--heap-growing-percent=20')
  })
