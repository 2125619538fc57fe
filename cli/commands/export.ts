import { join, posix, resolve } from 'node:path'
import { Option } from 'commander'
import { makeFolder } from '#core/base/files.ts'
import { formatNames } from '#core/domain/formats/format.ts'
import { warningsOf } from '../coding-tools/taken-away.ts'
import { pluralize, print, printNote, shellWord } from '../output.ts'
import { compareFile, exportAgent, pathHelp, requireSkillFolder, writeFiles } from '../service/agent-files.ts'
import { serviceCommand, withService } from '../service/service.ts'
import { words } from './option-values.ts'

export const exportCommand = serviceCommand('export')
  .description('print an agent in the format of another tool, or write its files into a folder')
  .argument('<agent>', 'slug or id')
  .addOption(new Option('--format <format>', 'format of the files').choices(formatNames).makeOptionMandatory())
  .option('--path <folder>', pathHelp)
  .option('--label <label>', 'the version that carries this label instead of the live prompt', words)
  .option('--output <folder>', 'write the files here, with their usual paths')
  .option('--force', 'overwrite files in this folder that have edits of their own, or were not written by this command')
  .action((agent, options) =>
    withService(options, async (service) => {
      const { format, output, force, path, label } = options
      const { files, lost } = await exportAgent(service, agent, format, {
        path: requireSkillFolder(format, path),
        label,
      })
      if (output !== undefined) {
        makeFolder(output, 0o777)
        const compared = files.map(({ path, content }) => compareFile(output, { path, agent, format }, content))
        const texts = warningsOf(compared)
        if (texts.length > 0 && !force)
          throw new Error(`Nothing was written. ${texts.join(' ')} --force writes it all the same.`)
        const written = await writeFiles(service, compared, force)
        print(options, { files, lost, written }, () =>
          written.map(({ path, result }) => `${result}  ${resolve(output, path)}`),
        )
        const own = written.find(({ result, state }) => result !== 'written' && state !== 'current')
        if (own) throw new Error(explainOwn(agent, join(output, own.path)))
      } else if (!options.json && files.length > 1) {
        throw new Error(
          `${format} has several files: ${files.map(({ path }) => posix.basename(path)).join(', ')}. Name a folder with --output.`,
        )
      } else print(options, { files, lost }, () => files[0]!.content.trimEnd())
      if (lost.length > 0 && !options.json) {
        printNote(`${format} has no room for ${pluralize(lost.length, 'detail')}; --json lists them.`)
      }
    }),
  )

const explainOwn = (agent: string, path: string) =>
  `${path} was not written by this command, or has edits that are not in the service. Read it with "agent-identity import ${shellWord(agent)} ${shellWord(path)}", or overwrite it with --force.`
