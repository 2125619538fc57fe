import { readFileSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { formatNames } from '../../server/domain/formats/format.ts'
import { type Import, importFiles } from '../agent-files.ts'
import { describeLost, lostFields } from '../lost-lines.ts'
import { pluralize, print, table } from '../output.ts'
import { isFormat } from '../repository.ts'
import { serviceCommand, withService } from '../service.ts'
import { readText } from '../text-file.ts'

export const importCommand = serviceCommand('import')
  .description('read files of another tool into an agent')
  .argument('<agent>', 'slug or id')
  .argument('<files...>', 'files of one format')
  .option('--format <format>', 'found by path and content when it is not named')
  .option('--dry-run', 'write nothing, and tell what would change')
  .action((agent, paths, options) =>
    withService(options, async (service) => {
      const { format, dryRun } = options
      if (format !== undefined && !isFormat(format))
        throw new Error(`There is no format ${format}; formats are ${formatNames.join(', ')}`)
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
