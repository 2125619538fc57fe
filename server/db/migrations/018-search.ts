import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'

/** The text of each table that a search reads; removed content is not found. */
const searched = [
  { type: 'agent', table: 'agents', columns: ['name', 'job_title', 'description'] },
  { type: 'group', table: 'groups', columns: ['name', 'description'] },
  { type: 'item', table: 'items', columns: ['statement'] },
  { type: 'conversation', table: 'conversations', columns: ['title'] },
  { type: 'content', table: 'content_items', columns: ['title', 'content'], removable: true },
]
type Searched = (typeof searched)[number]

/** An index of the trigrams of what a search reads, which the database itself keeps up to date. */
export const search = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const statements = engine === 'sqlite' ? sqliteStatements() : postgresStatements()
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** The fields in lines, since no word goes from one into the next. */
const joined = (fields: string[]) => fields.map((field) => `coalesce(${field}, '')`).join(" || '\n' || ")

/**
 * The index knows a row by one integer. Its upper part numbers the organization and the type, its lower part counts the
 * rows of both, so that what an organization searches is one range, and costs nothing of what others have.
 */
const sqliteStatements = () => [
  'create table search_spaces (number integer primary key, org_id text not null, type text not null, unique (org_id, type))',
  // The upper part in a column of its own: SQLite looks no subquery up in an index of an expression.
  'create table search_entries (key integer primary key, space integer not null, id text not null, unique (space, id))',
  `create virtual table search_words using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
  )`,
  // Merging its parts less often, and never for what was deleted alone, keeps a write from waiting for a large merge.
  "insert into search_words (search_words, rank) values ('automerge', 16), ('crisismerge', 64), ('deletemerge', 0)",
  ...searched.flatMap(fill),
  // Else the next writes would merge the parts that this has left.
  "insert into search_words (search_words) values ('optimize')",
  ...searched.flatMap(triggers),
  // After the rows of the organization, whose triggers need its numbers.
  `create trigger organizations_search_delete after delete on organizations begin
    delete from search_spaces where org_id = old.id;
  end`,
]

const textOf = ({ columns, removable }: Searched, row: string) => {
  const text = joined(columns.map((column) => `${row}.${column}`))
  return removable ? `case when ${row}.removed_at is null then ${text} else '' end` : text
}

/** Indexes the rows that are there. */
const fill = (place: Searched) => {
  const { type, table } = place
  return [
    `insert into search_spaces (org_id, type) select distinct org_id, '${type}' from ${table}`,
    `insert into search_entries (key, space, id)
      select (number << 32) + row_number() over (partition by number order by id) - 1, number, id
      from ${table} join search_spaces using (org_id) where type = '${type}'`,
    `insert into search_words (rowid, text)
      select key, ${textOf(place, table)}
      from search_spaces
      cross join search_entries on key between number << 32 and (number << 32) + 4294967295
      cross join ${table} on ${table}.org_id = search_spaces.org_id and ${table}.id = search_entries.id
      where type = '${type}' order by key`,
  ]
}

const triggers = (place: Searched) => {
  const { type, table, columns, removable } = place
  const numberOf = (row: string) =>
    `(select number from search_spaces where org_id = ${row}.org_id and type = '${type}')`
  const keyOf = (row: string) => `(select key from search_entries where space = ${numberOf(row)} and id = ${row}.id)`
  const read = removable ? [...columns, 'removed_at'] : columns
  return [
    `create trigger ${table}_search_insert after insert on ${table} begin
      insert into search_spaces (org_id, type) select new.org_id, '${type}' where ${numberOf('new')} is null;
      insert into search_entries (key, space, id)
        select coalesce(
          (
            select key + 1 from search_entries
            where key between number << 32 and (number << 32) + 4294967295 order by key desc limit 1
          ),
          number << 32
        ), number, new.id
        from search_spaces where org_id = new.org_id and type = '${type}';
      insert into search_words (rowid, text) values (${keyOf('new')}, ${textOf(place, 'new')});
    end`,
    `create trigger ${table}_search_update after update of ${read.join(', ')} on ${table}
    when ${textOf(place, 'old')} <> ${textOf(place, 'new')} begin
      update search_words set text = ${textOf(place, 'new')} where rowid = ${keyOf('new')};
    end`,
    `create trigger ${table}_search_delete after delete on ${table} begin
      delete from search_words where rowid = ${keyOf('old')};
      delete from search_entries where key = ${keyOf('old')};
    end`,
  ]
}

/**
 * The extensions belong to PostgreSQL, but not every server has them, or lets the service's user create them. Without
 * them a search reads every row of the organization.
 */
const postgresStatements = () => [
  // Latin letters lose their marks, as in SQLite's index. Text of ASCII alone, which is most, is not taken apart.
  String.raw`create function fold_text(value text) returns text language plpgsql immutable strict parallel safe as $$
    begin
      if octet_length(value) = length(value) then return lower(value); end if;
      return lower(normalize(regexp_replace(normalize(value, nfd), '([A-Za-z])[\u0300-\u036f]+', '\1', 'g'), nfc));
    end
  $$`,
  `do $$
    begin
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      ${searched.map(postgresIndex).join(';\n')};
    exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
      raise notice 'Searches have no index: %', sqlerrm;
    end
  $$`,
]

const postgresIndex = ({ table, columns, removable }: Searched) =>
  `create index ${table}_search on ${table} using gin (org_id, fold_text(${joined(columns)}) gin_trgm_ops)
    ${removable ? 'where removed_at is null' : ''}`
