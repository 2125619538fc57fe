import { Argument, Command } from 'commander'
import { print } from '../output.ts'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

export const completion = new Command('completion')
  .description('print a script that completes commands and options')
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
  .addHelpText('after', '\nFor bash: source <(agent-identity completion bash)')
  .action((shell: keyof typeof shells, _options, command: Command) => {
    const words = command.parent!.commands.map((subcommand) => ({
      name: subcommand.name(),
      description: subcommand.description(),
      options: subcommand.options.map(({ long, description }) => ({ long: long!, description })),
    }))
    print({}, words, () => shells[shell](words))
  })

interface Words {
  name: string
  description: string
  options: { long: string; description: string }[]
}

/** Escapes text for single quotes in each of the shells. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const cases = (commands: Words[]) =>
  commands.map(({ name, options }) => `    ${name}) words="${options.map(({ long }) => long).join(' ')}" ;;`).join('\n')

function bashScript(commands: Words[]): string {
  return `_agent_identity() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases(commands)}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(' ')}"
  if [ "$COMP_CWORD" -eq 1 ] || [[ "$current" == -* ]]; then
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
  local words_of_command commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[2]}" in
${commands.map(({ name, options }) => `    ${name}) words_of_command=(${options.map(({ long }) => long).join(' ')}) ;;`).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then compadd -- $words_of_command; else _files; fi
}
compdef _agent_identity agent-identity`
}

function fishScript(commands: Words[]): string {
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c agent-identity -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
    ...options.map(
      ({ long, description }) =>
        `complete -c agent-identity -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)} -d ${quoted(description)}`,
    ),
  ])
  return lines.join('\n')
}
