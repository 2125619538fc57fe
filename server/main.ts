import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, loadEnvironment, readConfig } from './config.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { newKeyCache } from './features/api-keys.ts'
import { IdentityCache } from './features/identity-cache.ts'
import { connectRateLimiter } from './http/rate-limit.ts'
import { builtinLanguage } from './outside/builtin-language/engine.ts'

/** How long requests in flight may take when the service stops, in milliseconds. */
const drainMs = 10_000

/** Secrets travel in these places; none of them is ever logged. */
const redacted = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.key']

async function start(config: Config) {
  const log = pino({ level: config.logLevel, redact: redacted })
  const { db, engine, countWrites } = await connect(config, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  )
  await migrate(db, engine)
  const deps: Deps = {
    config,
    db,
    log,
    now: () => new Date(),
    language: builtinLanguage,
    identities: new IdentityCache(db, log, countWrites),
    keys: newKeyCache(),
  }
  const app = await buildApp(deps, await connectRateLimiter(config, log))
  await app.listen({ host: config.host, port: config.port })
  log.info(`Agent Identity Service is ready at ${config.publicUrl} (reference: ${config.publicUrl}/docs)`)

  const stop = async (signal: string) => {
    log.info(`${signal}: stopping, requests in flight have ${drainMs / 1000} s`)
    await Promise.race([app.close(), sleep(drainMs)])
    await deps.identities.flush()
    await db.destroy()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
}

try {
  await start(readConfig(loadEnvironment()))
} catch (error) {
  // Whatever keeps the service from starting is said in one line.
  console.error(`The service cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
