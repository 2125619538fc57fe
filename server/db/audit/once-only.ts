import { type CompiledQuery, type Kysely, RawNode, SelectQueryNode } from 'kysely'
import { currentScope, type OnceOnly } from '#core/domain/audit/origin.ts'
import type { Tables } from '../tables.ts'
import type { Run } from './append.ts'
import type { Change } from './entry.ts'

/**
 * Records requests with an `Idempotency-Key` in the transaction of their first change. The primary key refuses the later
 * one of two with the same key, on any replica, and its transaction is rolled back. A process that dies leaves either
 * both the change and the row, or neither.
 */
export async function recordRequests(run: Run, builder: Kysely<Tables>, requests: readonly OnceOnly[]): Promise<void> {
  if (requests.length === 0) return
  const created_at = currentScope().now().toISOString()
  const rows = requests.map(({ id, requestHash }) => ({ id, request_hash: requestHash, created_at }))
  await run(builder.insertInto('first_answers').values(rows).compile())
}

/** Returns the requests that a transaction changed something for, and that are not recorded yet; in one order. */
export function requestsOf(changes: readonly Change[]): OnceOnly[] {
  const { byRow, onceOnly } = currentScope()
  // A request whose row was left out of a batch tries again by itself.
  const requests = byRow
    ? changes.map(({ before, after }) => byRow.get(String((after ?? before)!.id))?.onceOnly)
    : [onceOnly]
  return [...new Set(requests)]
    .flatMap((request) => (request && !request.isRecorded ? [request] : []))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Whether a statement by itself would be the first change of a request with a key. */
export function isOnceOnly(): boolean {
  const { onceOnly, byRow } = currentScope()
  return byRow === undefined && onceOnly !== undefined && !onceOnly.isRecorded
}

/** Whether a query may change something; written in SQL, it is known by its words. */
export const mayWrite = ({ query, sql }: CompiledQuery): boolean =>
  !SelectQueryNode.is(query) && (!RawNode.is(query) || /\b(?:insert|update|delete)\b/i.test(sql))
