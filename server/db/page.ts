import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '../domain/page.ts'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

/** Runs a list query for one page; `count` is the number of all matches (behavior: Lists). */
export async function listPage<T extends keyof Tables, O>(
  db: Database,
  query: SelectQueryBuilder<Tables, T, O>,
  page: Page,
): Promise<{ data: O[]; count: number }> {
  const [data, counted] = await Promise.all([
    query.limit(page.limit).offset(page.offset).execute(),
    db
      .selectFrom(query.clearOrderBy().as('matches'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { data, count: counted.count }
}
