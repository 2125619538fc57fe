import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Labels of prompt versions with the history of their moves, and which labels only owners move. */
export const promptLabels = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, json, timestamp, belongsTo, tenantTable } = schemaTools(db, engine)
    await tenantTable('label_moves')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      // Null where the label was taken away.
      .addColumn('to_version', 'integer')
      .addColumn('from_version', 'integer')
      // The move to which a rollback returns.
      .addColumn('previous_id', id)
      // The move of many agents that this one is a part of. No reference: jobs are deleted after 30 days.
      .addColumn('job_id', id)
      .addColumn('actor', json, (c) => c.notNull())
      .addColumn('reason', 'text')
      .$call(belongsTo('label_moves', 'agent_id', 'agents'))
      .execute()
    await (db.schema.createTable('prompt_labels') as Builder)
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      // Null where the label was taken away: its last move stays known.
      .addColumn('version', 'integer')
      .addColumn('move_id', id)
      .addColumn('moved_at', timestamp)
      .addPrimaryKeyConstraint('prompt_labels_pkey', ['org_id', 'agent_id', 'label'])
      .$call(belongsTo('prompt_labels', 'agent_id', 'agents'))
      .addForeignKeyConstraint('prompt_labels_version_fkey', ['org_id', 'agent_id', 'version'], 'prompt_versions', [
        'org_id',
        'agent_id',
        'version',
      ])
      .execute()
    await db.schema.createIndex('prompt_labels_by_label').on('prompt_labels').columns(['org_id', 'label']).execute()
    const moves = {
      label_moves_by_label: ['org_id', 'agent_id', 'label', 'id'],
      label_moves_by_job: ['org_id', 'job_id', 'agent_id'],
    }
    for (const [name, columns] of Object.entries(moves))
      await db.schema.createIndex(name).on('label_moves').columns(columns).execute()
    await db.schema
      .alterTable('organizations')
      .addColumn('protected_labels', json, (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
})
