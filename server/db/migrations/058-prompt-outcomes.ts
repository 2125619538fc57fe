import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Scores of evaluation tools for versions of prompts; they go with the version. */
export const promptOutcomes = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, tenantTable, belongsTo } = schemaTools(db, engine)
    await tenantTable('prompt_outcomes')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('score', 'double precision', (c) => c.notNull())
      .addColumn('tag', 'text')
      .addCheckConstraint('prompt_outcomes_score', sql`score between 0 and 1`)
      .$call(belongsTo('prompt_outcomes', 'agent_id', 'agents'))
      .addForeignKeyConstraint(
        'prompt_outcomes_version_fkey',
        ['org_id', 'agent_id', 'version'],
        'prompt_versions',
        ['org_id', 'agent_id', 'version'],
        (c) => c.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('prompt_outcomes_of_version')
      .on('prompt_outcomes')
      .columns(['org_id', 'agent_id', 'version'])
      .execute()
  },
})
