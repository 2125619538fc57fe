import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { readConfig } from '../../server/config.ts'
import type { Deps } from '../../server/deps.ts'
import { connectRateLimiter } from '../../server/http/limits/connect-rate-limiter.ts'
import { buildApp } from '../../server/start/app.ts'
import { compose } from '../../server/start/compose.ts'
import { callOf } from './call.ts'
import { recordAnswers } from './documented.ts'
import { changesWithoutEntries, miscounted } from './entries.ts'
import { databaseUrl, runSql, templateName } from './postgres.ts'
import { type Call, type Tenant, tenantOf } from './tenant.ts'

export type { Answer, Tenant } from './tenant.ts'

/** The real service on a real database of its own, called through its real HTTP stack. */

export interface Service {
  app: Awaited<ReturnType<typeof buildApp>>
  deps: Deps
  call: Call
  /** A new account with its own organization, called with its key. */
  register(input?: object): Promise<Tenant>
  /** @param seeded organizations into which the test wrote rows itself, past the service. */
  stop(seeded?: readonly string[]): Promise<void>
}

const limitsOff = Object.fromEntries(
  ['GENERAL', 'HEAVY', 'BULK', 'AUTH', 'REGISTER', 'ACCOUNT'].map((tier) => [`RATE_LIMIT_${tier}`, '0']),
)

/** Starts a service for a test file; limits are off unless the environment sets them. */
export async function startService(
  environment: Record<string, string> = {},
  overrides: Partial<Deps> = {},
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-test-'))
  const database = await newDatabase()
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ...limitsOff,
    ...database.environment,
    ...environment,
  })
  const log = pino({ level: config.logLevel })
  const { deps: composed, close } = await compose(config, log)
  const deps: Deps = { ...composed, ...overrides }
  const app = await buildApp(deps, await connectRateLimiter(config, log))
  const requireDocumented = recordAnswers(app)
  await app.ready()

  const call = callOf(app)
  const register = async (input: object = {}) => {
    const { status, body } = await call('POST', '/register', input)
    if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
    return tenantOf(call, body)
  }
  const stop = async (seeded: readonly string[] = []) => {
    const undocumented = await requireDocumented()
    const unwritten = await changesWithoutEntries(deps.db, seeded)
    const wrong = await miscounted(deps.db, seeded)
    await app.close()
    await close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
    if (unwritten.length > 0)
      throw new Error(`Changes without an entry in the audit log: ${unwritten.slice(0, 20).join('; ')}`)
    if (wrong.length > 0) throw new Error(`Quotas count wrongly: ${wrong.join('; ')}`)
    if (undocumented.length > 0) throw new Error(`Answers that the OpenAPI document does not list: ${undocumented}`)
  }
  return { app, deps, call, register, stop }
}

/** A database of its own on the engine under test, as the environment variables that select it. */
export async function newDatabase(): Promise<{ environment: Record<string, string>; drop: () => Promise<void> }> {
  if (process.env.TEST_ENGINE !== 'postgres') return { environment: {}, drop: async () => {} }
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(server, `create database ${name} template ${templateName}`)
  return {
    environment: { DATABASE_URL: databaseUrl(server, name) },
    drop: () => runSql(server, `drop database ${name} with (force)`),
  }
}
