import { Command } from 'commander'

/** The help command of the library knows no subcommands of commands. */
export const help = new Command('help')
  .description('show how to use a command')
  .argument('[command...]', 'the command, such as sessions read')
  .action((names: string[], _options, command: Command) => {
    let found = command.parent!
    for (const name of names) {
      const next = found.commands.find((each) => each.name() === name || each.aliases().includes(name))
      if (!next) throw new Error(`There is no command ${names.join(' ')}. "agent-identity help" lists the commands.`)
      found = next
    }
    found.outputHelp()
  })
