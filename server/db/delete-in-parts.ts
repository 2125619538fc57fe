import type { Kysely } from 'kysely'
import { isServer } from './engine.ts'
import type { Tables } from './tables.ts'

/** Rows that are deleted at a time: with their indexes and the index of searches, each part takes some milliseconds. */
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
 * Deletes rows before what they belong to, which would take them with it in one statement. On the embedded engine a
 * statement keeps the thread that serves requests: deleting an agent of 10,000 items took it 660 ms. A server needs no
 * parts.
 *
 * @param db a transaction, or the database where each part may be a transaction of its own.
 */
export async function deleteInParts(db: Kysely<Tables>, tables: readonly Table[], owner: Owner): Promise<void> {
  if (isServer(db)) return
  for (const table of tables) {
    // All of these tables have the columns of an owner that is named for them.
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

/** The tables that take most of an agent, those that refer to others first; and of an organization. */
export const tablesOfAgent = ['observations', 'signals', 'content_items', 'items', 'snapshots'] as const
export const tablesOfOrganization = [...tablesOfAgent, 'messages', 'conversations', 'agents'] as const
