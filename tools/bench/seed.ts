import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { categories, kindOf } from '#core/domain/kinds.ts'
import { readConfig } from '../../server/config.ts'
import { connect, type Database } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { Engine } from '../../server/db/values.ts'
import type { Deps } from '../../server/deps.ts'
import { register } from '../../server/features/accounts/accounts.ts'
import { personOf, repeatedStatementsOf, statementsOf } from './statements.ts'

/** Fills a database before the service starts, with organizations as the service would have written them. */

export interface Seeded {
  key: string
  orgId: string
  /** The organization's agents; the first has a group and 50 items in its three layers. */
  agentIds: string[]
}

/** How many agents an organization has, and how many items of its own each of them has. */
export interface Size {
  agentCount: number
  itemsEach: number
  /** Whether agents repeat each other's statements word for word; if absent, most statements belong to one agent. */
  repeats?: boolean
}

const itemsOfFirst = { org: 15, group: 15, agent: 20 }
/** A word that occurs in only one item of one agent, for searches. */
export const rareWord = 'xylograph'

/** Seeds an organization of each size in the database of the environment. */
export async function seed(environment: Record<string, string>, sizes: Size[]): Promise<Seeded[]> {
  const config = readConfig(environment)
  const { db, migrationsDb, engine, close } = await connect(config, console.error)
  try {
    await migrate(migrationsDb, engine)
    const seeded: Seeded[] = []
    for (const size of sizes) {
      // Registration only needs these dependencies.
      const deps = { config, db, log: pino({ level: 'silent' }), now: () => new Date() } as unknown as Deps
      const { key, organization } = await register(deps, {})
      seeded.push({ key, orgId: organization.id, agentIds: await seedAgents(deps, organization.id, size) })
    }
    return seeded
  } finally {
    await close()
  }
}

/** Creates agents of an organization with their items; returns their ids. */
export async function seedAgents(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  orgId: string,
  { agentCount, itemsEach, repeats }: Size,
): Promise<string[]> {
  const engine = config.databaseUrl ? 'postgres' : 'sqlite'
  const now = new Date().toISOString()
  const shared = { org_id: orgId, created_at: now, updated_at: now }
  const groupId = newId()
  await db
    .insertInto('groups')
    .values({ ...shared, id: groupId, name: 'Platform' })
    .execute()
  const itemsOf = (owner: { agent_id?: string; group_id?: string }, number: number, count: number) =>
    (repeats ? repeatedStatementsOf : statementsOf)(number, count).map((statement, at) => {
      const category = categories[at % categories.length]!
      const text = number === rareNumber && at === 0 ? `${statement}, as on the ${rareWord}` : statement
      return {
        ...shared,
        id: newId(),
        agent_id: null,
        group_id: null,
        ...owner,
        kind: kindOf(category),
        category,
        statement: text,
        statement_hash: hash('sha256', text, 'base64url'),
        status: 'approved',
      }
    })
  await insertRows(db, engine, 'items', itemColumns, [
    ...itemsOf({}, orgNumber, itemsOfFirst.org),
    ...itemsOf({ group_id: groupId }, groupNumber, itemsOfFirst.group),
  ])

  const agentIds: string[] = []
  while (agentIds.length < agentCount) {
    const from = agentIds.length
    const people = Array.from({ length: Math.min(agentsPerTransaction, agentCount - from) }, (_, at) => ({
      ...shared,
      ...personOf(from + at),
      id: newId(),
      slug: `agent-${from + at}`,
      group_id: from + at === 0 ? groupId : null,
      identity_markers: [],
    }))
    const items = people.flatMap(({ id }, at) =>
      itemsOf({ agent_id: id }, from + at, from + at === 0 ? itemsOfFirst.agent : itemsEach),
    )
    await db.transaction().execute(async (trx) => {
      await insertRows(trx, engine, 'agents', agentColumns, people)
      await insertRows(trx, engine, 'items', itemColumns, items)
    })
    agentIds.push(...people.map(({ id }) => id))
  }
  return agentIds
}

const agentsPerTransaction = 1000
const rareNumber = 0
/** Larger than every agent's number. */
const orgNumber = 2 ** 31
const groupNumber = orgNumber + 1

const common = { id: 'uuid', org_id: 'uuid', group_id: 'uuid', created_at: 'timestamptz', updated_at: 'timestamptz' }
const agentColumns = { ...common, name: 'text', slug: 'text', job_title: 'text', identity_markers: 'json' }
const itemColumns = {
  ...common,
  agent_id: 'uuid',
  kind: 'text',
  category: 'text',
  statement: 'text',
  statement_hash: 'text',
  status: 'text',
}

/**
 * Inserts rows by one statement with one parameter for all of them: with a parameter for each value, compiling it takes
 * most of the time.
 */
async function insertRows(
  db: Database,
  engine: Engine,
  table: string,
  columns: Record<string, string>,
  rows: object[],
) {
  const names = Object.keys(columns)
  const targets = sql.join(names.map((name) => sql.ref(name)))
  const parameter = JSON.stringify(rows)
  const source: Record<Engine, RawBuilder<unknown>> = {
    sqlite: sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))} from json_each(${parameter})`,
    postgres: sql`select ${targets} from json_to_recordset(${parameter}::json) as row (${sql.raw(
      Object.entries(columns)
        .map((column) => column.join(' '))
        .join(', '),
    )})`,
  }
  await sql`insert into ${sql.table(table)} (${targets}) ${source[engine]}`.execute(db)
}
