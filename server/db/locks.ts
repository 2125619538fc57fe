import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { isServer } from './engine.ts'
import type { Tables } from './tables.ts'

/**
 * Row locks. PostgreSQL needs explicit ones; on SQLite only one transaction writes at a time, so there is nothing to
 * lock.
 */

/** Locks the rows and skips those that are already locked, so that workers claim without waiting for each other. */
export const forUpdateSkipLocked =
  (db: Kysely<Tables>) =>
  <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isServer(db) ? query.forUpdate().skipLocked() : query

/** Locks the rows until the end of the transaction: no other transaction changes or deletes them. */
export const forUpdate =
  (db: Kysely<Tables>) =>
  <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isServer(db) ? query.forUpdate() : query

/**
 * Locks the rows against change and deletion until the end of the transaction, while others may still refer to them.
 */
export const forNoKeyUpdate =
  (db: Kysely<Tables>) =>
  <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isServer(db) ? query.forNoKeyUpdate() : query

/** Protects the rows from deletion until the end of the transaction, while others may still change them. */
export const forKeyShare =
  (db: Kysely<Tables>) =>
  <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isServer(db) ? query.forKeyShare() : query

/** Runs transactions with the same name one after the other, each until its end. */
export async function oneAtATime(trx: Transaction<Tables>, name: string): Promise<void> {
  if (isServer(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
