import { pino } from 'pino'
import { type Config, readConfig } from '../server/config.ts'
import { connectRateLimiter } from '../server/http/limits/connect-rate-limiter.ts'
import { buildApp } from '../server/start/app.ts'
import { compose } from '../server/start/compose.ts'
import { callOf } from '../test/support/call.ts'
import { furnish, furnishWithTalk } from '../test/support/furnish.ts'
import { tenantOf } from '../test/support/tenant.ts'

/** The account of a seeded service. */
const account = { display_name: 'Sam', email: 'sam@example.com', password: 'correct horse battery staple' }

/**
 * Fills an empty database with a realistic organization: a group, agents with items of every layer, an open change
 * request, and a conversation and posts with what was discovered in them.
 *
 * @returns the lines to print: address, sign-in and key.
 * @throws an error whose message is one line when the database holds an organization already.
 */
export async function seed(environment: Record<string, string | undefined>): Promise<string[]> {
  const config = readConfig({ ...environment, RATE_LIMIT_GENERAL: '0', RATE_LIMIT_HEAVY: '0', RATE_LIMIT_BULK: '0' })
  const log = pino({ level: 'error' })
  const { deps, close } = await compose(config, log)
  const organization = await deps.db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
  if (organization) {
    await close()
    throw new Error(`${nameOf(config)} holds data already; name an empty folder with DATA_DIR or --data-dir`)
  }
  const app = await buildApp(deps, await connectRateLimiter(config, log))
  try {
    const call = callOf(app)
    const { status, body } = await call('POST', '/register', { ...account, org_name: 'Acme', org_slug: 'acme' })
    if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
    const tenant = tenantOf(call, body)
    const { grace } = await furnish({ deps }, tenant)
    await furnishWithTalk({ deps }, tenant, grace)
    return [
      `Filled ${nameOf(config)} with the organization Acme.`,
      `Address:  ${config.publicUrl}`,
      `Sign in:  ${account.email}, password "${account.password}"`,
      `API key:  ${tenant.key}`,
    ]
  } finally {
    await app.close()
    await close()
  }
}

const nameOf = ({ databaseUrl, dataDir }: Config) => (databaseUrl ? 'The database of DATABASE_URL' : dataDir)
