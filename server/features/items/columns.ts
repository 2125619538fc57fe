import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import { badRequest } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { approverOf, hiddenAfter } from '#core/domain/identity/item-lifecycle.ts'
import type { Category, ItemStatus } from '#core/domain/kinds.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import { maxStatementLength, normalizeStatement } from '#core/domain/statement.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import { hasVisible } from '#core/domain/text/visible-text.ts'
import { needsWording } from '#core/domain/wording.ts'
import type { Tables } from '../../db/tables.ts'

/** Fields that a change of an item may set. */
export interface ItemChanges {
  statement?: string
  category?: Category
  display_order?: number
  status?: ItemStatus
  starred?: boolean
  hidden?: boolean
  n_count?: number
}

/**
 * Normalizes the statement and removes text that looks like a secret; with its hash. 1 to 4,000 characters (behavior:
 * Statements).
 */
export function storedStatement(text: string) {
  const statement = redactSecrets(normalizeStatement(text))
  if (!hasVisible(statement)) throw badRequest('statement must not be empty')
  const { length } = [...statement]
  if (length > maxStatementLength) {
    throw badRequest(`statement must be at most ${maxStatementLength} characters, not ${length}`)
  }
  return { statement, statement_hash: sha256(statement) }
}

/** The columns that a new statement sets. Only the words of people are judged, who give an item its certainty. */
function editedStatement(text: string) {
  const stored = storedStatement(text)
  return { ...stored, needs_wording: needsWording(stored.statement) ? sql<boolean>`certainty > 0` : false }
}

/** Returns the time of approval that a change to this status sets: an approved item keeps its own. */
export const approvalTime = (status: ItemStatus | undefined, now: Date): { approved_at?: RawBuilder<string | null> } =>
  status === 'approved'
    ? { approved_at: sql<string | null>`case when status = 'approved' then approved_at else ${now.toISOString()} end` }
    : {}

/** Returns the columns that changes set, with the side effects of a status (behavior: Status). */
export function columnsOf(
  { caller }: { caller: Pick<Caller, 'userId'> },
  { statement, status, hidden, ...others }: ItemChanges,
): UpdateObject<Tables, 'items'> {
  const newHidden = hiddenAfter({ status, hidden })
  return {
    ...others,
    ...(statement !== undefined && editedStatement(statement)),
    ...(status !== undefined && { status, approved_by: approverOf(status, caller.userId) }),
    ...(newHidden !== undefined && { hidden: newHidden }),
  }
}
