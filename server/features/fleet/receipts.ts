import { sql, type Transaction } from 'kysely'
import { compareStrings } from '#core/base/strings.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'

/** A client that has a text of an agent's prompt. */
export interface Receipt {
  agent_id: string
  client: string
  /** The index in `clientStates`. */
  state: number
  /** SHA-256 of the text. */
  hash: string
  /** Null where no version of the agent has this text. */
  version: number | null
  label: string | null
  /** ISO 8601. */
  last_seen_at: string
}

/** Clients of one agent; those that were seen last are kept. */
export const maxClients = 200

/**
 * Stores receipts of one organization, each for another pair of agent and client (behavior: Fleet). A receipt that is
 * older than the stored one changes nothing, since batches of several replicas arrive in any order. Another receipt of
 * the same text leaves a higher state.
 */
export async function storeReceipts(trx: Transaction<Tables>, orgId: string, receipts: Receipt[]): Promise<void> {
  const known = await lockAgents(trx, orgId, [...new Set(receipts.map(({ agent_id }) => agent_id))])
  // In order, so that replicas that store the same clients cannot deadlock.
  const rows = receipts
    .filter(({ agent_id }) => known.has(agent_id))
    .map((receipt) => ({ org_id: orgId, ...receipt }))
    .sort((a, b) => compareStrings(`${a.agent_id} ${a.client}`, `${b.agent_id} ${b.client}`))
  for (const part of chunks(rows)) {
    await trx
      .insertInto('fleet_clients')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'agent_id', 'client'])
          .doUpdateSet(({ ref }) => ({
            state: sql<number>`case when ${ref('fleet_clients.hash')} = ${ref('excluded.hash')}
              and ${ref('fleet_clients.state')} > ${ref('excluded.state')}
              then ${ref('fleet_clients.state')} else ${ref('excluded.state')} end`,
            hash: ref('excluded.hash'),
            version: ref('excluded.version'),
            label: ref('excluded.label'),
            last_seen_at: ref('excluded.last_seen_at'),
          }))
          .whereRef('fleet_clients.last_seen_at', '<=', 'excluded.last_seen_at'),
      )
      .execute()
  }
  await dropOldest(trx, orgId, [...known])
}

/** Returns those of the agents that exist, which nobody deletes until the end of the transaction. */
async function lockAgents(trx: Transaction<Tables>, orgId: string, agentIds: string[]): Promise<Set<string>> {
  const found: string[] = []
  for (const part of chunks(agentIds)) {
    const agents = trx.selectFrom('agents').select('id').where('org_id', '=', orgId).where('id', 'in', part)
    found.push(...(await forKeyShare(trx)(agents.orderBy('id')).execute()).map(({ id }) => id))
  }
  return new Set(found)
}

async function dropOldest(trx: Transaction<Tables>, orgId: string, agentIds: string[]): Promise<void> {
  for (const part of chunks(agentIds)) {
    const full = await trx
      .selectFrom('fleet_clients')
      .select('agent_id')
      .where('org_id', '=', orgId)
      .where('agent_id', 'in', part)
      .groupBy('agent_id')
      .having(({ fn }) => fn.countAll(), '>', maxClients)
      .execute()
    for (const { agent_id } of full) {
      const clients = trx.selectFrom('fleet_clients').where('org_id', '=', orgId).where('agent_id', '=', agent_id)
      const kept = await clients
        .select('client')
        .orderBy('last_seen_at', 'desc')
        .orderBy('client')
        .limit(maxClients)
        .execute()
      await trx
        .deleteFrom('fleet_clients')
        .where('org_id', '=', orgId)
        .where('agent_id', '=', agent_id)
        .where(
          'client',
          'not in',
          kept.map(({ client }) => client),
        )
        .execute()
    }
  }
}

/** Days after which a client that was not seen goes. */
const keptDays = 30

/** Deletes the clients that were not seen for 30 days; called every night. */
export async function deleteOldClients(trx: Transaction<Tables>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  await trx.deleteFrom('fleet_clients').where('last_seen_at', '<', oldest).execute()
}
