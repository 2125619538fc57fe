import type { Config } from '../server/config.ts'
import { applySettings } from './settings.ts'

/**
 * The settings of a command that opens the embedded database.
 *
 * @throws an error when PostgreSQL is configured.
 */
export async function embeddedDatabase(options: { dataDir?: string }): Promise<Config> {
  applySettings(options)
  const { loadEnvironment, readConfig } = await import('../server/config.ts')
  const config = readConfig(loadEnvironment())
  if (!config.databaseUrl) return config
  throw new Error('DATABASE_URL is set; docs/backup.md shows how to back up and restore PostgreSQL')
}
