import type { Kysely } from 'kysely'
import { isServer } from './engine.ts'
import type { Tables } from './tables.ts'

/** How many rows are deleted at a time: with their indexes and the search index, each part takes a few milliseconds. */
const rowsAtATime = {
  items: 50,
  observations: 200,
  signals: 200,
  content_items: 50,
  messages: 200,
  snapshots: 10,
  conversations: 50,
  agents: 25,
}

type Table = keyof typeof rowsAtATime
type Owner = { org_id: string; agent_id?: string; group_id?: string }

/**
 * Deletes rows before their owner, whose deletion would cascade to all of them in one statement. On the embedded engine
 * a statement blocks the main thread: deleting an agent of 10,000 items took 660 ms. A server does not need parts.
 *
 * @param db a transaction, or the database if each part may be a separate transaction.
 */
export async function deleteInParts(db: Kysely<Tables>, tables: readonly Table[], owner: Owner): Promise<void> {
  if (isServer(db)) return
  for (const table of tables) {
    // Each of these tables has the owner columns that are passed for it.
    const rows = db as unknown as Kysely<{ [Name in Table]: Required<Owner> & { id: string } }>
    const { org_id, agent_id, group_id } = owner
    const part = rows
      .selectFrom(table)
      .select('id')
      .where('org_id', '=', org_id)
      .$if(agent_id !== undefined, (query) => query.where('agent_id', '=', agent_id!))
      .$if(group_id !== undefined, (query) => query.where('group_id', '=', group_id!))
      .limit(rowsAtATime[table])
    const deletion = rows.deleteFrom(table).where('org_id', '=', org_id).where('id', 'in', part)
    while ((await deletion.executeTakeFirst()).numDeletedRows > 0n) {}
  }
}

/** The tables with most of the rows of an agent, those with foreign keys to others first; and those of an organization. */
export const tablesOfAgent = ['observations', 'signals', 'content_items', 'items', 'snapshots'] as const
export const tablesOfOrganization = [...tablesOfAgent, 'messages', 'conversations', 'agents'] as const
