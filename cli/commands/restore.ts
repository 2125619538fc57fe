import { resolve } from 'node:path'
import { Command } from 'commander'
import { embeddedDatabase } from '../embedded-database.ts'
import { jsonLinesOption, printLine } from '../output.ts'
import { dataDirOption } from '../settings.ts'

export const restore = new Command('restore')
  .description('restore the embedded database from a backup; the previous one is kept beside it')
  .argument('<file>', 'what `backup` has written')
  .option(...dataDirOption)
  .option(...jsonLinesOption)
  .action(async (file, options) => {
    const { dataDir } = await embeddedDatabase(options)
    const restoreFrom = (await import('../../server/db/embedded/restore.ts')).restore
    const path = resolve(file)
    const kept = await restoreFrom(dataDir, path)
    const folder = resolve(dataDir)
    printLine(options, { file: path, data_dir: folder, kept }, () =>
      [`${path} is restored into ${folder}.`, ...kept.map((name) => `Kept: ${name}`)].join('\n'),
    )
  })
