import type { Kysely } from 'kysely'

/** The order of lists of agents: without it every page sorts all agents of the organization. */
export const agentsByName = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('agents_by_name').on('agents').columns(['org_id', 'name', 'id']).execute()
  },
})
