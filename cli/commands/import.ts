import { readFileSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { Option } from 'commander'
import { formatNames } from '#core/domain/formats/format.ts'
import { readText } from '../files/text-file.ts'
import { pluralize, print, table } from '../output.ts'
import { type Import, importFiles } from '../service/agent-files.ts'
import { describeLost, lostFields } from '../service/lost-lines.ts'
import { serviceCommand, withService } from '../service/service.ts'

export const importCommand = serviceCommand('import')
  .description('read files of another tool into an agent')
  .argument('<agent>', 'slug or id')
  .argument('<files...>', 'files of one format')
  .addOption(new Option('--format <format>', 'found by path and content when it is not named').choices(formatNames))
  .option('--dry-run', 'write nothing, and show the changes')
  .action((agent, paths, options) =>
    withService(options, async (service) => {
      const { format, dryRun } = options
      const files = (paths as string[]).map(readUpload)
      const imported = await importFiles(service, agent, {
        files,
        ...(format && { format }),
        ...(dryRun && { dryRun }),
      })
      print(options, imported, () => [
        ...table(imported.items.filter(isNews).map(({ status, category, statement }) => [status, category, statement])),
        summaryOf(imported),
        ...describeLost(imported),
      ])
    }),
  )

function readUpload(path: string) {
  const name = isAbsolute(path) ? basename(path) : path.replaceAll('\\', '/')
  return /\.png$/i.test(path)
    ? { path: name, content: readFileSync(path).toString('base64'), encoding: 'base64' as const }
    : { path: name, content: readText(path) }
}

const isNews = ({ status }: Import['items'][number]) => status !== 'unchanged'

function summaryOf({ format, items, lost, change_request_id: request }: Import): string {
  const news = items.filter(isNews).length
  const rest = `${items.length - news} unchanged, ${pluralize(lostFields({ lost }).length, 'detail')} without a place`
  return `${format}: ${pluralize(news, 'item')}${request ? ' in a change request' : ''}, ${rest}.`
}
