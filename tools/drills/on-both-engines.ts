import { findPostgresBinaries, startPostgres } from '../../test/support/postgres.ts'

/** Runs a drill on each engine that is on this machine, and joins the results. */
export async function onBothEngines(run: (environment: Record<string, string>) => Promise<string>): Promise<string> {
  const embedded = `embedded engine: ${await run({})}`
  if (!findPostgresBinaries()) return `${embedded}; PostgreSQL is not on this machine`
  const server = await startPostgres()
  try {
    const environment = { DATABASE_URL: server.url, SECRET_KEY: 'a secret for this drill, long enough' }
    return `${embedded}; PostgreSQL: ${await run(environment)}`
  } finally {
    await server.stop()
  }
}
