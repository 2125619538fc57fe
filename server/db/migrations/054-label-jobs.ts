import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'

const knownTypes = ['pbd', 'sync', 'consensus', 'avatar', 'dedup', 'backfill', 'bootstrap', 'import']

/**
 * Jobs that move a label of many agents. SQLite changes a CHECK by making the table anew.
 *
 * Not breaking: replicas of the version before run none of the jobs that they do not know.
 */
export const labelJobs = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const words = [...knownTypes, 'label'].map((word) => `'${word}'`).join(', ')
    if (engine === 'postgres') {
      await sql.raw('alter table jobs drop constraint jobs_type_check').execute(db)
      await sql.raw(`alter table jobs add constraint jobs_type_check check (type in (${words}))`).execute(db)
      return
    }
    const { rows } = await sql<{ type: string; sql: string | null }>`
      select type, sql from sqlite_master where tbl_name = 'jobs'`.execute(db)
    const table = rows.find(({ type }) => type === 'table')!.sql!
    const withLabel = table.replace("'import')", "'import', 'label')")
    if (withLabel === table) throw new Error('The table of jobs is not the one that migration 002 made')
    // Generated columns cannot be written.
    const { rows: written } = await sql<{ name: string }>`
      select name from pragma_table_xinfo('jobs') where hidden = 0`.execute(db)
    const columns = written.map(({ name }) => `"${name}"`).join(', ')
    await sql.raw(withLabel.replace(/create table "?jobs"?/i, 'create table jobs_with_label')).execute(db)
    await sql.raw(`insert into jobs_with_label (${columns}) select ${columns} from jobs`).execute(db)
    await sql.raw('drop table jobs').execute(db)
    await sql.raw('alter table jobs_with_label rename to jobs').execute(db)
    for (const { type, sql: index } of rows) if (type === 'index' && index) await sql.raw(index).execute(db)
  },
})
