import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creationWays } from '#core/domain/identity/item-lifecycle.ts'
import {
  categories,
  contentStatuses,
  conversationStatuses,
  itemStatuses,
  kindNames,
  memberRoles,
  overrideSources,
  participantTypes,
} from '#core/domain/kinds.ts'
import { jobStatuses, jobTypes } from '#core/domain/requests/jobs.ts'
import { type Service, startService } from '../../support/service.ts'

/** Migrations are frozen, so a new word of the domain needs a migration: these tests fail without it. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** The text of a table's definition, including its CHECKs. */
async function definitionOf(table: string): Promise<string> {
  const { rows } =
    process.env.TEST_ENGINE === 'postgres'
      ? await sql<{ text: string }>`
          select pg_get_constraintdef(oid) as text from pg_constraint
          where contype = 'c' and conrelid = ${table}::regclass`.execute(service.deps.db)
      : await sql<{ text: string }>`select sql as text from sqlite_master where name = ${table}`.execute(
          service.deps.db,
        )
  return rows.map(({ text }) => text).join('\n')
}

/** The words that a table's CHECK allows in a column, in the notation of either engine. */
async function allowedWords(table: string, column: string): Promise<string[]> {
  const text = await definitionOf(table)
  const check = text.match(new RegExp(`"?${column}"?(?: in \\(| = ANY \\(+ARRAY\\[)([^)\\]]*)`))
  return [...(check?.[1] ?? '').matchAll(/'([^']*)'/g)].map(([, word]) => word!).sort()
}

test.each([
  ['members', 'role', memberRoles],
  ['items', 'kind', kindNames],
  ['items', 'category', categories],
  ['items', 'status', itemStatuses],
  ['items', 'created_through', creationWays],
  ['overrides', 'source_type', Object.keys(overrideSources)],
  ['conversations', 'status', conversationStatuses],
  ['participants', 'participant_type', participantTypes],
  ['content_items', 'status', contentStatuses],
  ['jobs', 'type', jobTypes],
  ['jobs', 'status', jobStatuses],
  ['observations', 'category', categories],
  ['signals', 'category', categories],
])('%s.%s allows exactly the words of the domain', async (table, column, words) => {
  expect(await allowedWords(table, column)).toEqual([...words].sort())
})
