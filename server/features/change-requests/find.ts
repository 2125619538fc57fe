import { notFound } from '#core/base/errors.ts'
import type { ChangeState } from '#core/domain/identity/change-requests.ts'
import { requireWholeOrganization } from '#core/domain/requests/key-access.ts'
import type { Database } from '../../db/connect.ts'
import type { ChangeRequest, ProposedChange } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'

/** Finds a change request that the caller may see. @throws 404 when it is missing or foreign. */
export async function findChangeRequest(ctx: Ctx, id: string): Promise<ChangeRequest> {
  const found = await ctx.db
    .selectFrom('change_requests')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('Change request')
  return found
}

export const findChanges = (
  db: Database,
  { org_id, id }: Pick<ChangeRequest, 'org_id' | 'id'>,
): Promise<ProposedChange[]> =>
  db
    .selectFrom('proposed_changes')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('change_request_id', '=', id)
    .orderBy('position')
    .execute()

/** Returns the state of the subject after a change other than a removal. */
export const stateAfter = ({ before, after }: Pick<ProposedChange, 'before' | 'after'>): ChangeState => ({
  ...before,
  ...after,
})

/**
 * Restricts a key of one agent to requests that concerned only that agent when they were created: deciding or
 * discussing a request concerns all of it.
 *
 * @throws 401 for such a key when the request also concerns another layer.
 */
export async function requireOwnRequest({ db, caller }: Ctx, { org_id, id }: ChangeRequest): Promise<void> {
  if (caller.agentId === undefined) return
  const other = await db
    .selectFrom('change_request_owners')
    .select('owner_id')
    .where('org_id', '=', org_id)
    .where('change_request_id', '=', id)
    .where('owner_id', '<>', caller.agentId)
    .limit(1)
    .executeTakeFirst()
  if (other) requireWholeOrganization(caller)
}

/** Looks up the names of accounts; a request outlives the accounts that took part in it. */
export async function namesOf(db: Database, userIds: (string | null)[]): Promise<(id: string) => string | null> {
  const ids = [...new Set(userIds.filter((id) => id !== null))]
  const users =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', ids).execute()
  const names = new Map(users.map(({ id, display_name }) => [id, display_name]))
  return (id) => names.get(id) ?? null
}

/** Returns the fields of a request in an answer, without its changes. */
export function headOf<Request extends ChangeRequest>(request: Request, nameOf: (id: string) => string | null) {
  const {
    author_id,
    author_key_id,
    author_key_hint,
    author_client,
    decided_by,
    decided_key_hint,
    decided_at,
    close_reason,
    ...head
  } = request
  return {
    ...head,
    author: { user_id: author_id, name: nameOf(author_id), key_hint: author_key_hint, client: author_client },
    decision:
      decided_by === null || decided_at === null
        ? null
        : {
            by: { user_id: decided_by, name: nameOf(decided_by), key_hint: decided_key_hint },
            at: decided_at,
            reason: close_reason,
          },
  }
}
