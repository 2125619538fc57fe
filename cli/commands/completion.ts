import { Argument, Command } from 'commander'
import { print } from '../output.ts'
import { serviceCommand, unwrap, withService } from '../service/service.ts'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

export const completion = new Command('completion')
  .description('print a script that completes commands, options and their values')
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
  .addHelpText('after', '\nFor bash: source <(agent-identity completion bash)')
  .action((shell: keyof typeof shells, _options, command: Command) => {
    const commands = command.parent!.commands.filter((each) => each.name() !== agentNames)
    print({}, commands, () => shells[shell](commands.flatMap(wordsOf)))
  })

const agentNames = 'agent-names'

/** Prints the slugs of the agents for the scripts, which must stay silent where there is no service or no key. */
export const agentNamesCommand = serviceCommand(agentNames).action((options) =>
  withService(options, async ({ api }) => {
    const { data } = await unwrap(api.GET('/agents', { params: { query: { limit: 100 } } }))
    print({}, data, () => data.map(({ slug }) => slug))
  }).catch(() => undefined),
)

/** The words after which other words are completed. */
interface Words {
  /** The command and its subcommand, such as `sessions list`. */
  path: string
  description: string
  /** Subcommands, such as `list` of `sessions`. */
  commands: string[]
  options: { long: string; description: string; values: string[] | undefined; isAgent: boolean; takesValue: boolean }[]
  /** The values of the first argument. */
  values: string[] | undefined
  takesAgent: boolean
}

/** The words of a command and of its subcommands. */
function wordsOf(command: Command): Words[] {
  const path = [command.parent!.parent ? command.parent!.name() : '', command.name()].filter(Boolean).join(' ')
  const shown = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => command.commands.includes(each))
  const subcommands = shown.flatMap(wordsOf)
  const [first] = command.registeredArguments
  const options = command.options.map(({ long, description, argChoices, required, optional }) => ({
    long: long!,
    description,
    values: argChoices,
    isAgent: long === '--agent',
    takesValue: required || optional,
  }))
  return [
    {
      path,
      description: command.description(),
      commands: shown.map((each) => each.name()),
      options,
      values: first?.argChoices,
      takesAgent: first?.name() === 'agent',
    },
    ...subcommands,
  ]
}

/** Escapes text for single quotes in each of the shells. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const longOf = ({ options }: Words) => options.map(({ long }) => long).join(' ')

const isTop = ({ path }: Words) => !path.includes(' ')

const listAgents = `agent-identity ${agentNames} 2>/dev/null`

/** The values in a script of bash or zsh: constant words, or the agents at that moment. */
const valuesOf = (values: string[] | undefined, isAgent: boolean): string | undefined =>
  isAgent ? `$(${listAgents})` : values?.join(' ')

/** The cases of bash and zsh, which read the command's words into `path`, `previous` and four variables. */
const cases = (all: Words[]): string =>
  all
    .flatMap((each) => {
      const first = valuesOf(each.values, each.takesAgent)
      const options = each.options.flatMap(({ long, values, isAgent }) => {
        const words = valuesOf(values, isAgent)
        return words === undefined ? [] : [`      ${long}) values="${words}" ;;`]
      })
      return [
        `    ${quoted(each.path)})`,
        `      flags="${longOf(each)}" subcommands="${each.commands.join(' ')}"`,
        ...(first === undefined
          ? []
          : [`      [ "$position" -eq ${each.path.split(' ').length} ] && values="${first}"`]),
        ...(options.length === 0 ? [] : ['      case "$previous" in', ...options, '      esac']),
        '      ;;',
      ]
    })
    .join('\n')

const namesOf = (all: Words[]) =>
  all
    .filter(isTop)
    .map(({ path }) => path)
    .join(' ')

function bashScript(all: Words[]): string {
  return `_agent_identity() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" position=$((COMP_CWORD - 1))
  local command="\${COMP_WORDS[1]}" flags subcommands values words
  case " ${all
    .filter((each) => !isTop(each))
    .map(({ path }) => path)
    .join(' , ')} " in
    *" $command \${COMP_WORDS[2]} "*) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
${cases(all)}
  esac
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then words="${namesOf(all)}"
  elif [[ "$current" == -* ]]; then words="$flags"
  elif [ -n "$values" ]; then words="$values"
  elif [ "$COMP_CWORD" -eq 2 ]; then words="$subcommands"
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _agent_identity agent-identity`
}

function zshScript(all: Words[]): string {
  const described = all
    .filter(isTop)
    .map(({ path, description }) => `    ${quoted(`${path}:${description.replaceAll(':', '\\:')}`)}`)
  return `#compdef agent-identity
_agent_identity() {
  local command flags subcommands values commands previous position
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  command="\${words[2]}"; previous="\${words[CURRENT-1]}"; position=$((CURRENT - 2))
  case " ${all
    .filter((each) => !isTop(each))
    .map(({ path }) => path)
    .join(' , ')} " in
    *" $command \${words[3]} "*) (( CURRENT > 3 )) && command="$command \${words[3]}" ;;
  esac
  case "$command" in
${cases(all)}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then compadd -- \${=flags}
  elif [[ -n "$values" ]]; then compadd -- \${=values}
  elif (( CURRENT == 3 )) && [[ -n "$subcommands" ]]; then compadd -- \${=subcommands}
  else _files; fi
}
compdef _agent_identity agent-identity`
}

function fishScript(all: Words[]): string {
  const line = (condition: string, rest: string) => `complete -c agent-identity -n ${quoted(condition)} ${rest}`
  const valuesIn = (values: string[] | undefined, isAgent: boolean) =>
    isAgent ? quoted(`(${listAgents})`) : values && quoted(values.join(' '))
  return all
    .flatMap((each) => {
      const [name, subcommand] = each.path.split(' ') as [string, string?]
      const within = `__fish_seen_subcommand_from ${name}${subcommand ? `; and __fish_seen_subcommand_from ${subcommand}` : ''}`
      const first = valuesIn(each.values, each.takesAgent)
      const isFirst = `${within}; and test (count (commandline -opc)) -eq ${each.path.split(' ').length + 1}`
      return [
        subcommand === undefined
          ? line('__fish_use_subcommand', `-f -a ${name} -d ${quoted(each.description)}`)
          : line(
              `__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2`,
              `-f -a ${subcommand} -d ${quoted(each.description)}`,
            ),
        ...(first === undefined ? [] : [line(isFirst, `-f -a ${first}`)]),
        ...each.options.map(({ long, description, values, isAgent, takesValue }) => {
          const words = valuesIn(values, isAgent)
          const value = words === undefined ? (takesValue ? ' -r' : '') : ` -x -a ${words}`
          return line(within, `-l ${long.slice(2)} -d ${quoted(description)}${value}`)
        }),
      ]
    })
    .join('\n')
}
