import { resolve } from 'node:path'
import { Command } from 'commander'
import { withProgress } from '#core/base/progress.ts'
import { jsonLinesOption, printLine, printNote } from '../output.ts'
import { embeddedDatabase } from '../service/embedded-database.ts'
import { dataDirOption } from '../service/settings.ts'

export const backup = new Command('backup')
  .description('write a verified backup of the embedded database, also while the service is running')
  .argument('<file>', 'where the backup goes')
  .option(...dataDirOption)
  .option(...jsonLinesOption)
  .action(async (file, options) => {
    const { dataDir, secretKey } = await embeddedDatabase(options)
    const { backUp } = await import('../../server/db/embedded/backup.ts')
    const path = resolve(file)
    const { sha256, made_at, secret } = await withProgress('Writing the backup', () => backUp(dataDir, path), printNote)
    const isElsewhere = secretKey !== undefined || secret === null
    const advice = isElsewhere ? 'SECRET_KEY is not in it: keep it elsewhere.' : 'It holds the secret: keep it safe.'
    printLine(
      options,
      { file: path, made_at, sha256, holds_secret: secret !== null },
      () => `${path} is complete and sound (SHA-256 of the database ${sha256}). ${advice}`,
    )
  })
