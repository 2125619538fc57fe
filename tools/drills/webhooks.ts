import { findPostgresBinaries, startPostgres } from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'
import { killUnderChanges } from './killed-webhooks.ts'

const kills = 20

export const webhooks: Drill = {
  summary: `SIGKILL ${kills} times on each engine while a receiver fails: the webhook delivers every acknowledged change at least once`,
  async run() {
    const embedded = `embedded engine: ${await killUnderChanges({}, kills)}`
    if (!findPostgresBinaries()) return `${embedded}; PostgreSQL is not on this machine`
    const server = await startPostgres()
    try {
      const settings = { DATABASE_URL: server.url, SECRET_KEY: 'a secret for this drill, long enough' }
      return `${embedded}; PostgreSQL: ${await killUnderChanges(settings, kills)}`
    } finally {
      await server.stop()
    }
  },
}
