import { type CompiledQuery, sql } from 'kysely'
import { version } from '#core/base/version.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { shownQuotas } from '#core/domain/requests/quotas.ts'
import { isServer } from '../../db/engine.ts'
import type { Deps } from '../../deps.ts'
import { whyNotReady } from '../health.ts'
import { jobBacklog } from '../jobs/backlog.ts'

/** The service as its operator sees it: every organization and account, by numbers and names alone (behavior: Operators). */

/** Counting what many organizations have must not hold up requests, so it runs with the heavy reads. */
const scan = <Row>(deps: Deps, query: { compile(): CompiledQuery<Row> }): Promise<Row[]> =>
  deps.heavyReads.scan({ ...deps, signal: undefined, caller: undefined }, '', query.compile())

const counted = ['organizations', 'users', 'agents', 'items', 'content_items', 'conversations', 'webhooks'] as const

/** How much there is in all. */
export async function operatorStats(deps: Deps) {
  const { db } = deps
  const counts = db.selectNoFrom(
    counted.map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as(table),
    ),
  )
  const [row] = await scan(deps, counts)
  const numbers = row as unknown as Record<(typeof counted)[number], number>
  return { ...Object.fromEntries(counted.map((table) => [table, Number(numbers[table])])), version } as Record<
    (typeof counted)[number],
    number
  > & { version: string }
}

type Counted = 'agents' | 'items' | 'content_items' | 'members'

/** Counts rows of an organization, in a list of organizations. */
const countOf = ({ db }: Deps, table: Counted) =>
  db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(`${table}.org_id`, '=', sql.ref<string>('organizations.id'))
    .$asScalar()
    .$notNull()

/** Lists organizations, the oldest first. */
export async function listAllOrganizations(deps: Deps, { limit, offset }: Page) {
  const { db } = deps
  const data = await scan(
    deps,
    db
      .selectFrom('organizations')
      .select(['id', 'slug', 'name', 'created_at'])
      .select([countOf(deps, 'members').as('members'), countOf(deps, 'agents').as('agents')])
      .where('importing_since', 'is', null)
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
  const numbers = data.map((row) => ({ ...row, members: Number(row.members), agents: Number(row.agents) }))
  return { data: numbers, count: await countAll(deps, 'organizations') }
}

/** Lists accounts, the oldest first. */
export async function listAllUsers(deps: Deps, { limit, offset }: Page) {
  const { db } = deps
  const users = await scan(
    deps,
    db
      .selectFrom('users')
      .select(['id', 'email', 'display_name', 'is_agent', 'email_verified_at', 'created_at'])
      .select((eb) =>
        eb
          .selectFrom('members')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('members.user_id', '=', 'users.id')
          .$asScalar()
          .$notNull()
          .as('organizations'),
      )
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
  const data = users.map(({ is_agent, email_verified_at, organizations, ...user }) => ({
    ...user,
    is_agent: Boolean(is_agent),
    email_verified: email_verified_at !== null,
    organizations: Number(organizations),
  }))
  return { data, count: await countAll(deps, 'users') }
}

/** Lists what each organization stores and changes, the busiest of its audit log first. */
export async function listUsage(deps: Deps, { limit, offset }: Page) {
  const { db } = deps
  const quotas = shownQuotas(deps.config.quotas)
  const rows = await scan(
    deps,
    db
      .selectFrom('organizations')
      .leftJoin('audit_heads', 'audit_heads.org_id', 'organizations.id')
      .select(['organizations.id as org_id', 'slug'])
      .select(({ fn }) => [
        fn.coalesce('audit_heads.seq', sql<number>`0`).as('changes'),
        fn.coalesce('audit_heads.bytes', sql<number>`0`).as('bytes'),
      ])
      .select([
        countOf(deps, 'agents').as('agents'),
        countOf(deps, 'items').as('items'),
        countOf(deps, 'content_items').as('content_items'),
      ])
      .orderBy('changes', 'desc')
      .orderBy('organizations.id')
      .limit(limit)
      .offset(offset),
  )
  const data = rows.map(({ org_id, slug, ...numbers }) => ({
    org_id,
    slug,
    changes: Number(numbers.changes),
    agents: Number(numbers.agents),
    items: Number(numbers.items),
    content_items: Number(numbers.content_items),
    bytes: Number(numbers.bytes),
    quotas,
  }))
  return { data, count: await countAll(deps, 'organizations') }
}

async function countAll(deps: Deps, table: 'organizations' | 'users'): Promise<number> {
  const [row] = await scan(
    deps,
    deps.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count')),
  )
  return Number(row!.count)
}

/** Whether everything works, with what waits and fails. */
export async function operatorHealth(deps: Deps) {
  const reason = await whyNotReady(deps)
  const backlog = reason === undefined ? await jobBacklog(deps.db) : []
  const thread = deps.jobsThread?.()
  return {
    status: reason === undefined ? 'ok' : 'unavailable',
    reason: reason ?? null,
    engine: isServer(deps.db) ? 'postgresql' : 'sqlite',
    version,
    jobs: backlog.map(({ type, status, count, oldest }) => ({ type, status, count: Number(count), oldest })),
    jobs_thread: thread ? { is_running: thread.isRunning, failures: thread.failures } : null,
  }
}
