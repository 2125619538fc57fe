import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import {
  categories,
  contentStatuses,
  conversationStatuses,
  itemStatuses,
  kindNames,
  memberRoles,
  overrideSources,
  participantTypes,
} from './first-words.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** The first schema: accounts, the three layers of identity, environments, conversations and content. */
export const initial = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, json, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)

    await (db.schema.createTable('users') as Builder)
      .addColumn('id', id, (c) => c.primaryKey())
      .addColumn('email', 'text')
      .addColumn('password_hash', 'text')
      .addColumn('display_name', 'text', (c) => c.notNull())
      .addColumn('is_agent', 'boolean', (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addUniqueConstraint('users_one_email', ['email'])
      .execute()

    await (db.schema.createTable('sessions') as Builder)
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addColumn('expires_at', timestamp, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()

    const off = sql.lit(false)
    await (db.schema.createTable('organizations') as Builder)
      .addColumn('id', id, (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('slug', 'text', (c) => c.notNull())
      .addColumn('auto_approve_beliefs', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('auto_approve_responsibilities', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('auto_publish_conversations', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('auto_promote_shared_beliefs', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('auto_promote_shared_responsibilities', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('consensus_similarity_threshold', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0.7)))
      .addColumn('consensus_agent_percentage', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0.5)))
      .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addUniqueConstraint('organizations_one_slug', ['slug'])
      .execute()

    await tenantTable('members')
      .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role', 'text', (c) => c.notNull().check(oneOf('role', memberRoles)))
      .addUniqueConstraint('members_one_membership', ['org_id', 'user_id'])
      .execute()
    await db.schema.createIndex('members_by_user').on('members').column('user_id').execute()

    await tenantTable('api_keys')
      .addColumn('key_hash', 'text', (c) => c.notNull())
      .addColumn('key_hint', 'text', (c) => c.notNull())
      .addColumn('label', 'text')
      .addColumn('created_by', id, (c) => c.notNull().references('users.id'))
      .addColumn('last_used_at', timestamp)
      .addUniqueConstraint('api_keys_one_hash', ['key_hash'])
      .execute()

    // The manager has no foreign key: groups and agents would refer to each other. Deleting an agent clears it.
    await tenantTable('groups')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('display_order', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('manager_agent_id', id)
      .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .execute()

    await tenantTable('agents')
      .addColumn('group_id', id)
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('job_title', 'text')
      .addColumn('identity_markers', json, (c) => c.notNull())
      .addColumn('avatar_url', 'text')
      .addColumn('avatar_prompt', 'text')
      .addColumn('location', 'text')
      .addColumn('timezone', 'text')
      .addColumn('github_username', 'text')
      .addColumn('min_n_count', 'integer', (c) => c.notNull().defaultTo(sql.lit(3)))
      .addColumn('decay_rate', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0.002)))
      .addColumn('promotion_threshold', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0.6)))
      .addColumn('system_prompt', 'text')
      .addColumn('prompt_stamp', 'text')
      .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      // No cascade: deleting a group leaves its agents without one (behavior: Deletion).
      .addForeignKeyConstraint('agents_group_id_fkey', ['org_id', 'group_id'], 'groups', ['org_id', 'id'])
      .execute()
    await db.schema.createIndex('agents_by_group').on('agents').columns(['org_id', 'group_id']).execute()

    await tenantTable('items')
      .addColumn('kind', 'text', (c) => c.notNull().check(oneOf('kind', kindNames)))
      .addColumn('group_id', id)
      .addColumn('agent_id', id)
      .addColumn('scope', 'text', (c) =>
        c
          .notNull()
          .generatedAlwaysAs(
            sql`case when agent_id is not null then 'agent' when group_id is not null then 'group' else 'org' end`,
          )
          .stored(),
      )
      .addColumn('owner_id', id, (c) =>
        c.notNull().generatedAlwaysAs(sql`coalesce(agent_id, group_id, org_id)`).stored(),
      )
      .addColumn('category', 'text', (c) => c.notNull().check(oneOf('category', categories)))
      .addColumn('statement', 'text', (c) => c.notNull())
      .addColumn('statement_hash', 'text', (c) => c.notNull())
      .addColumn('starred', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('hidden', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('status', 'text', (c) => c.notNull().check(oneOf('status', itemStatuses)))
      .addColumn('approved_by', id)
      .addColumn('display_order', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('n_count', 'integer', (c) => c.notNull().defaultTo(sql.lit(1)))
      .addColumn('origin', 'text', (c) =>
        c
          .notNull()
          .defaultTo('manual')
          .check(oneOf('origin', ['manual', 'discovery'])),
      )
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .addCheckConstraint('items_one_owner', sql`agent_id is null or group_id is null`)
      .$call(belongsTo('items', 'group_id', 'groups'))
      .$call(belongsTo('items', 'agent_id', 'agents'))
      .execute()
    // Led by the owner: it also serves every read of a layer, and without it resolving identities becomes a scan.
    await db.schema
      .createIndex('items_one_statement_per_owner')
      .unique()
      .on('items')
      .columns(['org_id', 'owner_id', 'kind', 'category', 'statement_hash'])
      .execute()
    // Deleting an agent or a group looks for its items by these columns; other scopes take no room in them.
    for (const column of ['agent_id', 'group_id']) {
      await db.schema
        .createIndex(`items_by_${column}`)
        .on('items')
        .columns(['org_id', column])
        .where(sql.ref(column), 'is not', null)
        .execute()
    }

    await tenantTable('item_sources')
      .addColumn('item_id', id, (c) => c.notNull())
      .addColumn('source_type', 'text', (c) => c.notNull())
      .addColumn('quote', 'text')
      .addColumn('content_item_id', id)
      .addColumn('observation_id', id)
      .$call(belongsTo('item_sources', 'item_id', 'items'))
      .execute()
    await db.schema.createIndex('item_sources_by_item').on('item_sources').columns(['org_id', 'item_id']).execute()

    await tenantTable('overrides')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('source_type', 'text', (c) => c.notNull().check(oneOf('source_type', overrideSources)))
      .addColumn('source_id', id, (c) => c.notNull())
      .addUniqueConstraint('overrides_one_per_item', ['org_id', 'agent_id', 'source_id'])
      .$call(belongsTo('overrides', 'agent_id', 'agents'))
      .$call(belongsTo('overrides', 'source_id', 'items'))
      .execute()
    await db.schema.createIndex('overrides_by_source').on('overrides').columns(['org_id', 'source_id']).execute()

    await tenantTable('snapshots')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('label', 'text')
      .addColumn('belief_count', 'integer', (c) => c.notNull())
      .addColumn('responsibility_count', 'integer', (c) => c.notNull())
      .addColumn('genome', json, (c) => c.notNull())
      .addColumn('created_by', id, (c) => c.notNull())
      .$call(belongsTo('snapshots', 'agent_id', 'agents'))
      .execute()
    await db.schema.createIndex('snapshots_by_agent').on('snapshots').columns(['org_id', 'agent_id']).execute()

    await tenantTable('models')
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('model_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('provider_url', 'text')
      .addColumn('description', 'text')
      .addUniqueConstraint('models_one_per_provider', ['org_id', 'provider', 'model_id'])
      .execute()

    await tenantTable('environments')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('slug', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('is_default', 'boolean', (c) => c.notNull().defaultTo(off))
      .addColumn('display_order', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addUniqueConstraint('environments_one_slug', ['org_id', 'slug'])
      .execute()

    await tenantTable('environment_models')
      .addColumn('environment_id', id, (c) => c.notNull())
      .addColumn('model_id', id, (c) => c.notNull())
      .addUniqueConstraint('environment_models_one_link', ['org_id', 'environment_id', 'model_id'])
      .$call(belongsTo('environment_models', 'environment_id', 'environments'))
      .$call(belongsTo('environment_models', 'model_id', 'models'))
      .execute()
    await db.schema
      .createIndex('environment_models_by_model')
      .on('environment_models')
      .columns(['org_id', 'model_id'])
      .execute()

    await tenantTable('agent_models')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('environment_id', id, (c) => c.notNull())
      .addColumn('model_id', id, (c) => c.notNull())
      .addColumn('is_primary', 'boolean', (c) => c.notNull())
      .addColumn('tier', 'text')
      .$call(belongsTo('agent_models', 'agent_id', 'agents'))
      .$call(belongsTo('agent_models', 'environment_id', 'environments'))
      .$call(belongsTo('agent_models', 'model_id', 'models'))
      .execute()
    // Two nulls would differ in a plain unique index; here a missing tier is one tier like the others.
    await db.schema
      .createIndex('agent_models_one_per_tier')
      .unique()
      .on('agent_models')
      .expression(sql`org_id, agent_id, environment_id, coalesce(tier, '')`)
      .execute()
    for (const column of ['environment_id', 'model_id']) {
      await db.schema.createIndex(`agent_models_by_${column}`).on('agent_models').columns(['org_id', column]).execute()
    }

    await tenantTable('conversations')
      .addColumn('title', 'text')
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('active').check(oneOf('status', conversationStatuses)))
      .addColumn('started_at', timestamp, (c) => c.notNull())
      .addColumn('ended_at', timestamp)
      .addColumn('published_at', timestamp)
      .addColumn('last_sequence_number', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()

    // No cascade from the agent: a conversation stays whole when one of its participants is
    // deleted (its id is cleared).
    await tenantTable('participants')
      .addColumn('conversation_id', id, (c) => c.notNull())
      .addColumn('participant_type', 'text', (c) => c.notNull().check(oneOf('participant_type', participantTypes)))
      .addColumn('agent_id', id)
      .addColumn('user_id', id)
      .addColumn('display_name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .$call(belongsTo('participants', 'conversation_id', 'conversations'))
      .addForeignKeyConstraint('participants_agent_id_fkey', ['org_id', 'agent_id'], 'agents', ['org_id', 'id'])
      .execute()
    for (const column of ['conversation_id', 'agent_id']) {
      await db.schema.createIndex(`participants_by_${column}`).on('participants').columns(['org_id', column]).execute()
    }

    await tenantTable('messages')
      .addColumn('conversation_id', id, (c) => c.notNull())
      .addColumn('participant_id', id, (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('metadata', json, (c) => c.notNull())
      .addColumn('sequence_number', 'integer', (c) => c.notNull())
      .addUniqueConstraint('messages_one_per_number', ['org_id', 'conversation_id', 'sequence_number'])
      .$call(belongsTo('messages', 'conversation_id', 'conversations'))
      .$call(belongsTo('messages', 'participant_id', 'participants'))
      .execute()
    await db.schema
      .createIndex('messages_by_participant')
      .on('messages')
      .columns(['org_id', 'participant_id'])
      .execute()

    await tenantTable('content_sources')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('config', json, (c) => c.notNull())
      .addColumn('enabled', 'boolean', (c) => c.notNull().defaultTo(sql.lit(true)))
      .$call(belongsTo('content_sources', 'agent_id', 'agents'))
      .execute()
    await db.schema
      .createIndex('content_sources_by_agent')
      .on('content_sources')
      .columns(['org_id', 'agent_id'])
      .execute()

    // `source_id` has no foreign key: deleting a source keeps its items, with `source_id` null
    // (behavior: Content sources).
    await tenantTable('content_items')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('source_id', id)
      .addColumn('source_type', 'text', (c) => c.notNull())
      .addColumn('external_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text')
      .addColumn('url', 'text')
      .addColumn('author', 'text')
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('imported').check(oneOf('status', contentStatuses)))
      .addColumn('metadata', json, (c) => c.notNull())
      .addColumn('published_at', timestamp, (c) => c.notNull())
      .addColumn('processed_at', timestamp)
      .addColumn('removed_at', timestamp)
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .addUniqueConstraint('content_items_one_per_source', ['org_id', 'agent_id', 'source_type', 'external_id'])
      .$call(belongsTo('content_items', 'agent_id', 'agents'))
      .execute()
  },
})
