import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'

/**
 * The role of a viewer. SQLite changes a CHECK by making the table anew.
 *
 * Not breaking: replicas of the version before would let a viewer write, but until all are replaced nobody has the role.
 */
export const viewers = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    for (const table of ['members', 'invitations']) {
      if (engine === 'postgres') {
        await sql.raw(`alter table ${table} drop constraint ${table}_role_check`).execute(db)
        await sql
          .raw(`alter table ${table} add constraint ${table}_role_check check (role in ('owner', 'member', 'viewer'))`)
          .execute(db)
      } else await addViewer(db, table)
    }
  },
})

async function addViewer(db: Kysely<unknown>, table: string) {
  const { rows } = await sql<{ type: string; sql: string | null }>`
    select type, sql from sqlite_master where tbl_name = ${table}`.execute(db)
  const made = rows.find(({ type }) => type === 'table')!.sql!
  const withViewer = made.replace("'member')", "'member', 'viewer')")
  if (withViewer === made) throw new Error(`The table ${table} is not the one that its migration made`)
  await sql.raw(withViewer.replace(/create table "?\w+"?/i, `create table ${table}_with_viewers`)).execute(db)
  await sql.raw(`insert into ${table}_with_viewers select * from ${table}`).execute(db)
  await sql.raw(`drop table ${table}`).execute(db)
  await sql.raw(`alter table ${table}_with_viewers rename to ${table}`).execute(db)
  for (const { type, sql: index } of rows) if (type === 'index' && index) await sql.raw(index).execute(db)
}
