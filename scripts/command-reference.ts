import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Argument, Command, Option } from 'commander'
import { groups } from '../cli/program.ts'
import { serviceCommand } from '../cli/service/service.ts'

/** The reference of the command, made of the declarations that its help is made of. */

export const commandReferenceFile = 'docs/reference/command-line.md'

/** Above this line the page is written by hand. */
const mark = '<!-- The rest is written by `npm run generate` from the declarations of the commands. -->'

/** The whole page. */
export function commandReference(): string {
  const [written] = readFileSync(join(import.meta.dirname, '..', commandReferenceFile), 'utf8').split(mark)
  const sections = Object.entries(groups).map(([heading, commands]) =>
    [`## ${heading.replace(/:$/, '')}`, ...commands.flatMap(leavesOf).map(describeCommand)].join('\n\n'),
  )
  return `${[`${written}${mark}`, `## Options of the service\n\n${tableOf(common)}`, ...sections].join('\n\n')}\n`
}

/** Subcommands instead of a command that only has them. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command]

function describeCommand(command: Command): string {
  const path = pathOf(command)
  const options = command.options.map(describeOption)
  const own = options.filter((option) => !common.includes(option))
  const talksToService = own.length === options.length - common.length
  const rows = [
    ...command.registeredArguments.filter(({ description }) => description !== '').map(describeArgument),
    ...(talksToService ? own : options),
  ]
  return [
    `### ${path}`,
    `\`${[path, ...command.registeredArguments.map(nameOf)].join(' ')}\` — ${command.description()}.${talksToService ? ' [Service options](#options-of-the-service) apply.' : ''}`,
    ...(rows.length > 0 ? [tableOf(rows)] : []),
  ].join('\n\n')
}

const tableOf = (rows: string[]) => ['| | |', '|---|---|', ...rows].join('\n')

/** The words after `agent-identity`. */
const pathOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

function nameOf(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

const describeArgument = (argument: Argument) => `| \`${nameOf(argument)}\` | ${meaningOf(argument)} |`
const describeOption = (option: Option) => `| \`${option.flags}\` | ${meaningOf(option)} |`

function meaningOf({
  description,
  argChoices,
  defaultValue,
}: Pick<Option, 'description' | 'argChoices' | 'defaultValue'>) {
  const choices = argChoices ? `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}` : ''
  const usual = typeof defaultValue === 'string' ? `; \`${defaultValue}\` by default` : ''
  return `${description}${choices}${usual}`.replaceAll('|', '\\|')
}

const common = serviceCommand('').options.map(describeOption)
