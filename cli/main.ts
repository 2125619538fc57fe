import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { backup } from './commands/backup.ts'
import { mcp } from './commands/mcp.ts'
import { restore } from './commands/restore.ts'
import { serve } from './commands/serve.ts'
import { worker } from './commands/worker.ts'

/**
 * The command `agent-identity`. Each subcommand is a file in `commands` that declares itself and is listed here; what it
 * needs to run, it loads when it runs.
 */
const program = new Command('agent-identity').description(manifest.description).version(manifest.version)
for (const command of [serve, worker, backup, restore, mcp]) program.addCommand(command)

try {
  await program.parseAsync()
} catch (error) {
  console.error(`${program.args[0]} failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
