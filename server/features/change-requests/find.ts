import type { Database } from '../../db/connect.ts'
import type { ChangeRequest, Item, ProposedChange } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { ItemState } from '../../domain/change-requests.ts'
import { notFound } from '../../domain/errors.ts'

/** A change request, if the caller may see it. @throws 404 when it is missing or foreign. */
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

/** Items as they are now, by id. */
export async function findItems(db: Database, orgId: string, ids: string[]): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map()
  const items = await db.selectFrom('items').selectAll().where('org_id', '=', orgId).where('id', 'in', ids).execute()
  return new Map(items.map((item) => [item.id, item]))
}

/** The items that changes are about. */
export const itemIdsOf = (changes: Pick<ProposedChange, 'item_id'>[]): string[] =>
  changes.flatMap(({ item_id }) => item_id ?? [])

/** Whether the item is another one than the change was made from, or gone. */
export const isStale = (
  { op, item_id, base_updated_at }: Pick<ProposedChange, 'op' | 'item_id' | 'base_updated_at'>,
  items: ReadonlyMap<string, Item>,
): boolean => op !== 'add' && items.get(item_id!)?.updated_at !== base_updated_at

/** What the item says after an addition, which sets everything, or an edit. */
export const stateAfter = ({ before, after }: Pick<ProposedChange, 'before' | 'after'>): ItemState =>
  ({ ...before, ...after }) as ItemState

/** The names of accounts; a request outlives those that had a part in it. */
export async function namesOf(db: Database, userIds: (string | null)[]): Promise<(id: string) => string | null> {
  const ids = [...new Set(userIds.filter((id) => id !== null))]
  const users =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', ids).execute()
  const names = new Map(users.map(({ id, display_name }) => [id, display_name]))
  return (id) => names.get(id) ?? null
}

/** A request as it is answered, without its changes. */
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
