import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '../domain/page.ts'
import type { Database } from './connect.ts'
import { readWithinBytes } from './page-bytes.ts'
import type { Tables } from './tables.ts'

/**
 * Runs a list query for one page; `count` is the number of all matches (behavior: Lists). A page that is not full tells it
 * by itself, unless it ends early because its rows are large.
 */
export async function listPage<T extends keyof Tables, O extends object>(
  db: Database,
  query: SelectQueryBuilder<Tables, T, O>,
  { limit, offset }: Page,
): Promise<{ data: O[]; count: number }> {
  const read = (part: Page) => query.limit(part.limit).offset(part.offset).execute() as Promise<O[]>
  const { data, isCut } = await readWithinBytes(read, { limit, offset })
  const isLast = !isCut && data.length < limit && (data.length > 0 || offset === 0)
  if (isLast) return { data, count: offset + data.length }
  const { count } = await db
    .selectFrom(query.clearOrderBy().as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { data, count }
}
