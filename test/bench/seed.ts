import { hash } from 'node:crypto'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { readConfig } from '../../server/config.ts'
import { connect, type Database } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { chunks, json } from '../../server/db/values.ts'
import type { Deps } from '../../server/deps.ts'
import { categories, kindOf } from '../../server/domain/kinds.ts'
import { register } from '../../server/features/accounts/accounts.ts'

/** Fills a database before the service starts: two organizations, written as the service would write them. */

export interface Seeded {
  key: string
  orgId: string
  /** Agents of the organization; the first has a group and 50 items in its three layers. */
  agentIds: string[]
}

const itemsOfFirst = { org: 15, group: 15, agent: 20 }

/** An organization with `agentCount` agents that have `itemsEach` items of their own. */
export async function seed(environment: Record<string, string>, sizes: { agentCount: number; itemsEach: number }[]) {
  const config = readConfig(environment)
  const { db, migrationsDb, engine, close } = await connect(config, console.error)
  await migrate(migrationsDb, engine)
  const seeded: Seeded[] = []
  for (const size of sizes) {
    // Registration needs these alone.
    const deps = { config, db, log: pino({ level: 'silent' }), now: () => new Date() } as unknown as Deps
    const { key, organization } = await register(deps, {})
    seeded.push({ key, orgId: organization.id, agentIds: await seedAgents(db, organization.id, size) })
  }
  await close()
  return seeded
}

/** Agents of an organization, written as the service would write them; returns their ids. */
export async function seedAgents(
  db: Database,
  orgId: string,
  { agentCount, itemsEach }: { agentCount: number; itemsEach: number },
) {
  const now = new Date().toISOString()
  const groupId = newId()
  await db
    .insertInto('groups')
    .values({ org_id: orgId, id: groupId, name: 'Platform', created_at: now, updated_at: now })
    .execute()
  const agents = Array.from({ length: agentCount }, (_, n) => ({
    org_id: orgId,
    id: newId(),
    group_id: n === 0 ? groupId : null,
    name: `Agent ${n}`,
    job_title: 'Engineer',
    identity_markers: json([]) as never,
    created_at: now,
    updated_at: now,
  }))
  for (const chunk of chunks(agents)) await db.insertInto('agents').values(chunk).execute()
  const rows = agents.flatMap(({ id }, n) =>
    itemsOf(orgId, { agent_id: id, group_id: null }, n === 0 ? itemsOfFirst.agent : itemsEach, now),
  )
  rows.push(...itemsOf(orgId, { agent_id: null, group_id: null }, itemsOfFirst.org, now, 'Everyone here'))
  rows.push(...itemsOf(orgId, { agent_id: null, group_id: groupId }, itemsOfFirst.group, now, 'The team'))
  for (const chunk of chunks(rows)) await db.insertInto('items').values(chunk).execute()
  return agents.map(({ id }) => id)
}

function itemsOf(
  orgId: string,
  owner: { agent_id: string | null; group_id: string | null },
  count: number,
  now: string,
  who = 'This agent',
) {
  return Array.from({ length: count }, (_, n) => {
    const category = categories[n % categories.length]!
    const statement = `${who} keeps promise number ${n}: it says what it will do, does it, and shows the result to whoever asked`
    return {
      org_id: orgId,
      id: newId(),
      kind: kindOf(category),
      ...owner,
      category,
      statement,
      statement_hash: hash('sha256', statement, 'base64url'),
      status: 'approved' as const,
      created_at: now,
      updated_at: now,
    }
  })
}
