import { type Expression, type RawBuilder, sql } from 'kysely'
import { normalized } from '#core/domain/text/combining-marks.ts'
import { foldText } from '#core/domain/text/fold-text.ts'
import type { Database } from './connect.ts'
import { isServer } from './engine.ts'

/** The searched columns of each type, and whether the oldest or the newest rows count if there are many. */
const searched = {
  agent: { table: 'agents', columns: ['name', 'job_title', 'description'], order: 'asc' },
  group: { table: 'groups', columns: ['name', 'description'], order: 'asc' },
  item: { table: 'items', columns: ['statement'], order: 'asc' },
  conversation: { table: 'conversations', columns: ['title'], order: 'desc' },
  content: { table: 'content_items', columns: ['title', 'content'], order: 'desc' },
} as const
type Searched = keyof typeof searched

/**
 * How many hits of the embedded engine's index are sorted, and how many are read if shorter words have to be matched as
 * well.
 */
const maxSorted = 1000
const maxRead = 20_000
/** How many rows are read for words that no index supports. */
const maxScanned = 10_000

/**
 * Returns the condition that a row contains every word, in any of its columns. On the embedded engine the index finds
 * the words that it supports; a server's planner chooses whether to use one.
 */
export function containsWords(db: Database, orgId: string, type: Searched, words: string[]) {
  const short = words.filter((word) => !hasTrigram(word))
  const bound = short.length === words.length ? [isAmongFirst(orgId, type)] : []
  if (isServer(db)) return all([...bound, ...words.map((word) => contains(sql`fold_text(${textOf(type)})`, word))])
  const text = textOf(type)
  // Most text is ASCII, which SQLite folds itself in a third of the time.
  const folded = sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else fold_text(${text}) end`
  const conditions = [...bound, ...short.map((word) => contains(folded, word))]
  if (short.length < words.length) {
    conditions.push(isIndexed(orgId, type, words.filter(hasTrigram), short.length > 0 ? maxRead : maxSorted))
  }
  return all(conditions)
}

const all = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`

/** Returns the searched text as an expression, spelled as in the index of migration 018. */
function textOf(type: Searched) {
  const { table, columns } = searched[type]
  const fields = columns.map((column) => sql`coalesce(${sql.ref(`${table}.${column}`)}, '')`)
  return sql`${sql.join(fields, sql` || ${sql.lit('\n')} || `)}`
}

/** The pattern of a text that a list is filtered by, for `holdsPattern`. */
export const patternOf = (text: string): string => `%${foldText(text.trim()).replace(/[\\%_]/g, '\\$&')}%`

/** Whether one of some columns contains the text of a pattern, ignoring case, and diacritics on Latin letters. */
export const holdsPattern = (columns: readonly string[], pattern: Expression<unknown>) =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`fold_text(coalesce(${sql.ref(column)}, '')) like ${pattern} escape '\\'`),
    sql` or `,
  )})`

const contains = (folded: RawBuilder<unknown>, word: string) =>
  sql<boolean>`${folded} like fold_text(${`%${word.replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`

/** Combining marks do not count as letters in the index, whether they are part of a letter or follow it. */
const hasTrigram = (word: string) => /^.../su.test(normalized(word).replace(/\p{M}/gu, ''))

/** Matches the first rows of the organization, or the last, in the order of the type. */
function isAmongFirst(orgId: string, type: Searched) {
  const { table, order } = searched[type]
  return sql<boolean>`${sql.ref(`${table}.id`)} in (
    select id from ${sql.table(table)} where org_id = ${orgId} order by id ${sql.raw(order)} limit ${sql.lit(maxScanned)}
  )`
}

/** Matches the first `limit` rows that contain the words, in the order of the type. */
function isIndexed(orgId: string, type: Searched, words: string[], limit: number) {
  const { table, order } = searched[type]
  const number = sql`(select number from search_spaces where org_id = ${orgId} and type = ${sql.lit(type)})`
  // The index treats a null bound as no bound; no organization has the number 0.
  const first = sql`(coalesce(${number}, 0) << 32)`
  const phrases = words.map((word) => `"${normalized(word).replaceAll('"', '""')}"`)
  return sql<boolean>`${sql.ref(`${table}.id`)} in (
    select search_entries.id
    from search_words cross join search_entries on search_entries.key = search_words.rowid
    where search_words match ${phrases.join(' ')} and search_words.rowid between ${first} and ${first} + 4294967295
    order by search_words.rowid ${sql.raw(order)} limit ${sql.lit(limit)}
  )`
}
