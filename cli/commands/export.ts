import { mkdirSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { formatNames } from '../../server/domain/formats/format.ts'
import { exportAgent, writeWhole } from '../agent-files.ts'
import { pluralize, print } from '../output.ts'
import { isFormat, isInside } from '../repository.ts'
import { serviceCommand, withService } from '../service.ts'

export const exportCommand = serviceCommand('export')
  .description('print an agent in the format of another tool, or write its files into a folder')
  .argument('<agent>', 'slug or id')
  .requiredOption('--format <format>', formatNames.join(', '))
  .option('--output <folder>', 'write the files here, with their usual paths')
  .action((agent, options) =>
    withService(options, async (service) => {
      const { format, output } = options
      if (!isFormat(format)) throw new Error(`There is no format ${format}; formats are ${formatNames.join(', ')}`)
      const { files, lost } = await exportAgent(service, agent, format)
      if (output !== undefined) {
        mkdirSync(output, { recursive: true })
        for (const { path, content } of files) {
          if (!isInside(output, path)) throw new Error(`${path} is outside of ${output}`)
          writeWhole(resolve(output, path), content)
        }
      } else if (!options.json && files.length > 1) {
        throw new Error(
          `${format} has several files: ${files.map(({ path }) => posix.basename(path)).join(', ')}. Name a folder with --output.`,
        )
      }
      print(options, { files, lost }, () =>
        output === undefined
          ? files[0]!.content.trimEnd()
          : files.map(({ path }) => `written  ${resolve(output, path)}`),
      )
      if (lost.length > 0 && !options.json) {
        console.error(`${format} has no room for ${pluralize(lost.length, 'detail')}; --json lists them.`)
      }
    }),
  )
