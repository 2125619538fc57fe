import { resolve } from 'node:path'
import { loadEnvironment, readConfig } from './config.ts'
import { backUp, restore } from './db/backup.ts'

/** `npm run backup -- FILE` and `npm run restore -- FILE`, for the embedded database; see docs/backup.md. */

const [command, name, ...rest] = process.argv.slice(2)

async function run(): Promise<string> {
  if (!name || rest.length > 0) throw new Error(`Name one file: npm run ${command} -- FILE`)
  const { dataDir, databaseUrl, secretKey } = readConfig(loadEnvironment())
  if (databaseUrl) throw new Error('DATABASE_URL is set; docs/backup.md shows how to back up and restore PostgreSQL')
  const file = resolve(name)
  if (command === 'backup') {
    const { sha256 } = await backUp(dataDir, file)
    const advice = secretKey ? ' SECRET_KEY is not in it: keep it elsewhere.' : ' It holds the secret: keep it safe.'
    return `${file} is complete and sound (SHA-256 of the database ${sha256}).${advice}`
  }
  const kept = await restore(dataDir, file)
  return [`${file} is restored into ${resolve(dataDir)}.`, ...kept.map((path) => `Kept: ${path}`)].join('\n')
}

try {
  console.log(await run())
} catch (error) {
  console.error(`${command} failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
