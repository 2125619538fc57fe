import { Argument, Command } from 'commander'
import { print } from '../output.ts'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

export const completion = new Command('completion')
  .description('print a script that completes commands and options')
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
  .addHelpText('after', '\nFor bash: source <(agent-identity completion bash)')
  .action((shell: keyof typeof shells, _options, command: Command) => {
    const words = command.parent!.commands.map(wordsOf)
    print({}, words, () => shells[shell](words))
  })

interface Words {
  name: string
  description: string
  /** Subcommands, such as `list` of `sessions`. */
  commands: Words[]
  /** Its own, and those of its subcommands. */
  options: { long: string; description: string }[]
}

function wordsOf(command: Command): Words {
  const shown = command.createHelp().visibleCommands(command)
  const commands = shown.filter((subcommand) => command.commands.includes(subcommand)).map(wordsOf)
  const own = command.options.map(({ long, description }) => ({ long: long!, description }))
  const options = [...own, ...commands.flatMap((subcommand) => subcommand.options)]
  const different = [...new Map(options.map((option) => [option.long, option])).values()]
  return { name: command.name(), description: command.description(), commands, options: different }
}

/** Escapes text for single quotes in each of the shells. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const longOf = ({ options }: Words) => options.map(({ long }) => long).join(' ')

const namesOf = (commands: Words[]) => commands.map(({ name }) => name).join(' ')

const cases = (commands: Words[]) =>
  commands
    .map((each) => `    ${each.name}) words="${longOf(each)}" subcommands="${namesOf(each.commands)}" ;;`)
    .join('\n')

function bashScript(commands: Words[]): string {
  return `_agent_identity() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words subcommands
  case "\${COMP_WORDS[1]}" in
${cases(commands)}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${namesOf(commands)}"
  [ "$COMP_CWORD" -eq 2 ] && [ -n "$subcommands" ] && [[ "$current" != -* ]] && words="$subcommands"
  if [ "$COMP_CWORD" -eq 1 ] || [ "$words" = "$subcommands" ] || [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _agent_identity agent-identity`
}

function zshScript(commands: Words[]): string {
  const described = commands.map(
    ({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(':', '\\:')}`)}`,
  )
  return `#compdef agent-identity
_agent_identity() {
  local words_of_command subcommands commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[2]}" in
${commands.map((each) => `    ${each.name}) words_of_command=(${longOf(each)}); subcommands=(${namesOf(each.commands)}) ;;`).join('\n')}
  esac
  if (( CURRENT == 3 && $#subcommands )) && [[ "\${words[CURRENT]}" != -* ]]; then compadd -- $subcommands; return; fi
  if [[ "\${words[CURRENT]}" == -* ]]; then compadd -- $words_of_command; else _files; fi
}
compdef _agent_identity agent-identity`
}

function fishScript(commands: Words[]): string {
  const lines = commands.flatMap(({ name, description, commands: subcommands, options }) => [
    `complete -c agent-identity -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
    ...subcommands.map(
      (each) =>
        `complete -c agent-identity -n '__fish_seen_subcommand_from ${name}' -f -a ${each.name} -d ${quoted(each.description)}`,
    ),
    ...options.map(
      ({ long, description }) =>
        `complete -c agent-identity -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)} -d ${quoted(description)}`,
    ),
  ])
  return lines.join('\n')
}
