import { Command, type OutputConfiguration } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { agents } from './commands/agents.ts'
import { audit } from './commands/audit.ts'
import { backup } from './commands/backup.ts'
import { blame } from './commands/blame.ts'
import { agentNamesCommand, completion } from './commands/completion.ts'
import { connect } from './commands/connect.ts'
import { diff } from './commands/diff.ts'
import { disconnect } from './commands/disconnect.ts'
import { discover } from './commands/discover.ts'
import { doctor } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { fleet } from './commands/fleet.ts'
import { help } from './commands/help.ts'
import { hook } from './commands/hook.ts'
import { importCommand } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { label } from './commands/label.ts'
import { login } from './commands/login.ts'
import { mcp } from './commands/mcp.ts'
import { memories } from './commands/memories.ts'
import { observe } from './commands/observe.ts'
import { organization } from './commands/organization.ts'
import { pull } from './commands/pull.ts'
import { push } from './commands/push.ts'
import { register } from './commands/register.ts'
import { report } from './commands/report.ts'
import { restore } from './commands/restore.ts'
import { review } from './commands/review.ts'
import { serve } from './commands/serve.ts'
import { sessions } from './commands/sessions.ts'
import { show } from './commands/show.ts'
import { versions } from './commands/versions.ts'
import { worker } from './commands/worker.ts'
import { formatError } from './output.ts'

/**
 * The command `agent-identity`. Each subcommand is a file in `commands` that declares itself and is listed here; it
 * imports its dependencies when it runs.
 */
const outputOf = (command: Command): OutputConfiguration => ({
  outputError: (text, write) => {
    const message = describeUsage(command, text.trim().replace(/^error: /, ''))
    write(`${formatError(message, 'error: ')}\n`)
  },
})
export const program = new Command('agent-identity')
  .description(manifest.description)
  .version(manifest.version)
  .helpCommand(false)
program.configureOutput(outputOf(program))
/** The commands by the heading of the help under which they stand. */
export const groups = {
  'Agents:': [agents, show, versions, label, blame, report, fleet, observe, discover, review],
  'Files:': [pull, push, diff, exportCommand, importCommand],
  'Coding tools:': [connect, disconnect, hook, sessions, memories],
  'Access:': [login, register, keys, audit, doctor, completion, help],
  'Service:': [serve, worker, backup, restore, organization, mcp],
}
for (const [heading, commands] of Object.entries(groups)) {
  for (const command of commands) {
    program.addCommand(command.helpGroup(heading))
    for (const one of [command, ...command.commands]) one.configureOutput(outputOf(one))
  }
}
program.addCommand(agentNamesCommand, { hidden: true })

/** Adds what a missing argument or option may be: a usage error is the first that a newcomer sees of a command. */
function describeUsage(command: Command, message: string): string {
  const [, name] = /^missing required argument '(.+)'$/.exec(message) ?? []
  const missing = command.registeredArguments.find((argument) => argument.name() === name)
  if (missing) return `<${name}> is missing: ${missing.argChoices?.join(', ') ?? missing.description}`
  const option = command.options.find(({ flags }) => message === `required option '${flags}' not specified`)
  if (option) return `${option.long} is missing: ${option.argChoices?.join(', ') ?? option.description}`
  return message
}
