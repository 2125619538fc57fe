import { existsSync } from 'node:fs'
import type { Config } from '../../server/config.ts'
import { applySettings } from './settings.ts'

/**
 * The settings of a command that opens the embedded database.
 *
 * @throws an error when PostgreSQL is configured, or when a `.env`, which commands do not read, may name the folder.
 */
export async function embeddedDatabase(options: { dataDir?: string }): Promise<Config> {
  applySettings(options)
  if (!process.env.DATA_DIR && existsSync('.env')) {
    throw new Error(
      'The .env file here is read by serve and worker alone. Name the folder of the database with --data-dir or DATA_DIR.',
    )
  }
  const { readConfig } = await import('../../server/config.ts')
  const config = readConfig()
  if (!config.databaseUrl) return config
  throw new Error('DATABASE_URL is set; docs/how-to/back-up.md shows how to back up and restore PostgreSQL')
}
