import { resolve } from 'node:path'
import { Command } from 'commander'
import { withProgress } from '#core/base/progress.ts'
import { jsonLinesOption, printLine, printNote } from '../output.ts'
import { embeddedDatabase } from '../service/embedded-database.ts'
import { dataDirOption } from '../service/settings.ts'

export const restore = new Command('restore')
  .description('restore the embedded database from a backup; the previous one is kept beside it')
  .argument('<file>', 'what `backup` has written')
  .option(...dataDirOption)
  .option(...jsonLinesOption)
  .action(async (file, options) => {
    const { dataDir } = await embeddedDatabase(options)
    const restoreFrom = (await import('../../server/db/embedded/restore.ts')).restore
    const path = resolve(file)
    const kept = await withProgress('Restoring the backup', () => restoreFrom(dataDir, path), printNote)
    const folder = resolve(dataDir)
    printLine(options, { file: path, data_dir: folder, kept }, () =>
      [`${path} is restored into ${folder}.`, ...kept.map((name) => `Kept: ${name}`)].join('\n'),
    )
  })
