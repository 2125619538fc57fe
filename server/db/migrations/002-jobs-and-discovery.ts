import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { categories, jobStatuses, jobTypes, kindNames } from './first-words.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** The queue, which is also the record of background work, and what discovery finds (behavior: Signals). */
export const jobsAndDiscovery = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, json, bytes, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)

    await tenantTable('jobs')
      .addColumn('agent_id', id)
      // The subject of the job: one waits and one runs at a time for each.
      .addColumn('subject_id', id, (c) => c.notNull().generatedAlwaysAs(sql`coalesce(agent_id, org_id)`).stored())
      .addColumn('type', 'text', (c) => c.notNull().check(oneOf('type', jobTypes)))
      // Both write an agent's signals, so they never run side by side.
      .addColumn('lane', 'text', (c) =>
        c.notNull().generatedAlwaysAs(sql`case type when 'backfill' then 'pbd' else type end`).stored(),
      )
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('queued').check(oneOf('status', jobStatuses)))
      .addColumn('stage', 'text')
      .addColumn('progress_current', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('progress_total', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
      .addColumn('input', json, (c) => c.notNull())
      .addColumn('result', json)
      .addColumn('error', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
      // New with every attempt: whoever holds it runs the job, until it has been silent for too long.
      .addColumn('claim_id', id)
      .addColumn('lease_until', timestamp)
      .addColumn('started_at', timestamp)
      .addColumn('finished_at', timestamp)
      .$call(belongsTo('jobs', 'agent_id', 'agents'))
      .execute()
    const unique = [
      ['jobs_one_waiting', 'type', 'queued'],
      ['jobs_one_running', 'lane', 'running'],
    ] as const
    for (const [name, column, status] of unique) {
      await db.schema
        .createIndex(name)
        .unique()
        .on('jobs')
        .columns(['org_id', column, 'subject_id'])
        .where(sql.ref('status'), '=', sql.lit(status))
        .execute()
    }
    // Every idle worker looks here once a second: it holds the jobs that have not ended and no others.
    await db.schema
      .createIndex('jobs_unfinished')
      .on('jobs')
      .columns(['created_at', 'id'])
      .where(sql.ref('finished_at'), 'is', null)
      .execute()
    await db.schema.createIndex('jobs_by_time').on('jobs').columns(['org_id', 'created_at', 'id']).execute()
    await db.schema.createIndex('jobs_by_agent').on('jobs').columns(['org_id', 'agent_id', 'created_at']).execute()
    await db.schema.createIndex('jobs_by_end').on('jobs').column('finished_at').execute()

    await (db.schema.createTable('schedules') as Builder)
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('next_run_at', timestamp, (c) => c.notNull())
      .execute()

    await tenantTable('signals')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(oneOf('kind', kindNames)))
      .addColumn('category', 'text', (c) => c.notNull().check(oneOf('category', categories)))
      .addColumn('statement', 'text', (c) => c.notNull())
      .addColumn('n_count', 'integer', (c) => c.notNull())
      .addColumn('stability', 'double precision', (c) => c.notNull())
      .addColumn('promoted', 'boolean', (c) => c.notNull().defaultTo(sql.lit(false)))
      .addColumn('promoted_item_id', id)
      .addColumn('first_seen_at', timestamp)
      .addColumn('last_seen_at', timestamp)
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      // When and with which decay its score was computed; null when its observations changed since.
      .addColumn('scored_at', timestamp)
      .addColumn('scored_decay_rate', 'double precision')
      // Whether promotion has looked at that score.
      .addColumn('settled', 'boolean', (c) => c.notNull().defaultTo(sql.lit(false)))
      // The sum of the vectors of its observations, and the model that made them; last, as the largest.
      .addColumn('embedding_model', 'text', (c) => c.notNull())
      .addColumn('vector_sum', bytes, (c) => c.notNull())
      .$call(belongsTo('signals', 'agent_id', 'agents'))
      .execute()
    await db.schema.createIndex('signals_by_agent').on('signals').columns(['org_id', 'agent_id', 'id']).execute()
    // Changing the embedding model leaves vectors of the old one behind; finding none must cost nothing.
    await db.schema
      .createIndex('signals_by_model')
      .on('signals')
      .columns(['org_id', 'agent_id', 'embedding_model'])
      .execute()

    await tenantTable('observations')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('content_item_id', id, (c) => c.notNull())
      .addColumn('signal_id', id, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(oneOf('kind', kindNames)))
      .addColumn('category', 'text', (c) => c.notNull().check(oneOf('category', categories)))
      .addColumn('statement', 'text', (c) => c.notNull())
      .addColumn('quote', 'text', (c) => c.notNull())
      .addColumn('confidence', 'double precision', (c) => c.notNull())
      .addColumn('observed_at', timestamp, (c) => c.notNull())
      // Whether its content was neither hidden nor removed when discovery last looked.
      .addColumn('live', 'boolean', (c) => c.notNull().defaultTo(sql.lit(true)))
      .addColumn('vector', bytes, (c) => c.notNull())
      .$call(belongsTo('observations', 'agent_id', 'agents'))
      .$call(belongsTo('observations', 'content_item_id', 'content_items'))
      .$call(belongsTo('observations', 'signal_id', 'signals'))
      .execute()
    await db.schema
      .createIndex('observations_by_agent')
      .on('observations')
      .columns(['org_id', 'agent_id', 'observed_at', 'id'])
      .execute()
    for (const column of ['content_item_id', 'signal_id']) {
      await db.schema
        .createIndex(`observations_by_${column}`)
        .on('observations')
        .columns(['org_id', column, 'id'])
        .execute()
    }
    await db.schema
      .createIndex('observations_not_live')
      .on('observations')
      .columns(['org_id', 'agent_id'])
      .where(sql<boolean>`not live`)
      .execute()
    await (db.schema.createTable('item_vectors') as Builder)
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('item_id', id, (c) => c.notNull())
      .addColumn('statement_hash', 'text', (c) => c.notNull())
      .addColumn('embedding_model', 'text', (c) => c.notNull())
      .addColumn('vector', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('item_vectors_pkey', ['org_id', 'item_id'])
      .$call(belongsTo('item_vectors', 'item_id', 'items'))
      .execute()

    // An item's provenance names each observation once, however often it is promoted.
    await db.schema
      .createIndex('item_sources_one_per_observation')
      .unique()
      .on('item_sources')
      .columns(['org_id', 'item_id', 'observation_id'])
      .where('observation_id', 'is not', null)
      .execute()
    await db.schema
      .createIndex('item_sources_by_observation')
      .on('item_sources')
      .columns(['org_id', 'observation_id'])
      .where('observation_id', 'is not', null)
      .execute()

    // Discovery asks for what it has not read, oldest first, and for what must not count. `status`
    // is one value here; as a column it makes SQLite prefer this index to the one on all content
    // of an agent, which holds what was read too.
    await db.schema
      .createIndex('content_items_to_read')
      .on('content_items')
      .columns(['org_id', 'agent_id', 'status', 'published_at', 'id'])
      .where(sql<boolean>`processed_at is null and removed_at is null and status = 'imported'`)
      .execute()
    await db.schema
      .createIndex('content_items_not_live')
      .on('content_items')
      .columns(['org_id', 'agent_id'])
      .where(sql<boolean>`removed_at is not null or status = 'hidden'`)
      .execute()
  },
})
