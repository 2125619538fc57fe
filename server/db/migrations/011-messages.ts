import { type Kysely, sql } from 'kysely'

/** How many bytes the messages of a conversation hold, so that a new one need not count them all. */
export const messages = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('conversations')
      .addColumn('message_bytes', 'bigint', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()
    await sql`
      update conversations set message_bytes = (
        select coalesce(sum(
          octet_length(content)
          + case when cast(metadata as text) = '{}' then 0 else octet_length(cast(metadata as text)) end
        ), 0)
        from messages
        where messages.org_id = conversations.org_id and messages.conversation_id = conversations.id
      )
      where last_sequence_number > 0`.execute(db)
  },
})
