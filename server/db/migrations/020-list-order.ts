import { type Kysely, type RawBuilder, sql } from 'kysely'
import { categories } from './first-words.ts'

const rank = sql`(case category ${sql.join(
  categories.map((category, at) => sql`when ${sql.lit(category)} then ${sql.lit(at)}`),
  sql` `,
)} end)`

/** The orders of lists: a page reads the rows that it shows, and an offset is found in the index alone. */
export const listOrder = () => ({
  async up(db: Kysely<unknown>) {
    const create = (name: string, table: string, columns: (string | RawBuilder<unknown>)[]) =>
      db.schema
        .createIndex(name)
        .on(table)
        .expression(
          sql.join(
            ['org_id', ...columns].map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
          ) as never,
        )
    for (const name of ['agents_by_group', 'jobs_by_agent', 'snapshots_by_agent'])
      await db.schema.dropIndex(name).execute()
    await create('agents_by_group', 'agents', ['group_id', 'name', 'id']).execute()
    await create('jobs_by_agent', 'jobs', ['agent_id', 'created_at', 'id']).execute()
    await create('snapshots_by_agent', 'snapshots', ['agent_id', 'created_at', 'id']).execute()
    await create('groups_in_order', 'groups', ['display_order', 'name', 'id']).execute()
    await create('content_items_by_date', 'content_items', ['agent_id', 'published_at', 'id'])
      .where(sql.ref('removed_at'), 'is', null)
      .execute()
    const itemOrder = [rank, sql`starred desc`, 'display_order', 'created_at', 'id']
    await create('items_in_order', 'items', ['owner_id', 'kind', ...itemOrder]).execute()
    // Lists of a group's agents' items look up the group by the agent, without reading the item.
    await create('items_of_agents_in_order', 'items', ['kind', ...itemOrder, 'agent_id'])
      .where(sql.ref('agent_id'), 'is not', null)
      .execute()
  },
})
