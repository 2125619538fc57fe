import { Command, type OutputConfiguration } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { agents } from './commands/agents.ts'
import { backup } from './commands/backup.ts'
import { completion } from './commands/completion.ts'
import { connect } from './commands/connect.ts'
import { diff } from './commands/diff.ts'
import { disconnect } from './commands/disconnect.ts'
import { discover } from './commands/discover.ts'
import { doctor } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { hook } from './commands/hook.ts'
import { importCommand } from './commands/import.ts'
import { login } from './commands/login.ts'
import { mcp } from './commands/mcp.ts'
import { observe } from './commands/observe.ts'
import { pull } from './commands/pull.ts'
import { push } from './commands/push.ts'
import { register } from './commands/register.ts'
import { report } from './commands/report.ts'
import { restore } from './commands/restore.ts'
import { review } from './commands/review.ts'
import { serve } from './commands/serve.ts'
import { sessions } from './commands/sessions.ts'
import { show } from './commands/show.ts'
import { worker } from './commands/worker.ts'
import { fail, formatError } from './output.ts'

/**
 * The command `agent-identity`. Each subcommand is a file in `commands` that declares itself and is listed here; it
 * imports its dependencies when it runs.
 */
const output: OutputConfiguration = {
  outputError: (text, write) => write(`${formatError(text.trim().replace(/^error: /, ''), 'error: ')}\n`),
}
const program = new Command('agent-identity')
  .description(manifest.description)
  .version(manifest.version)
  .configureOutput(output)
const groups = {
  'Agents:': [agents, show, report, observe, discover, review],
  'Files:': [pull, push, diff, exportCommand, importCommand],
  'Coding tools:': [connect, disconnect, hook, sessions],
  'Access:': [login, register, doctor, completion],
  'Service:': [serve, worker, backup, restore, mcp],
}
for (const [heading, commands] of Object.entries(groups)) {
  for (const command of commands) program.addCommand(command.helpGroup(heading).configureOutput(output))
}

try {
  await program.parseAsync()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error), `${program.args[0]} failed: `)
}
