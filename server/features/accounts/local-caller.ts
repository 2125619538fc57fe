import { badRequest, unauthorized } from '#core/base/errors.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Deps } from '../../deps.ts'
import { register } from './accounts.ts'
import { findCallerByKey } from './api-keys.ts'

/**
 * Returns the caller where the database was opened directly, by somebody who may read its files: the caller of the key
 * if there is one, otherwise an owner of the only organization, which is created in an empty database. It counts as a
 * key, because a program calls.
 *
 * @throws 401 for a wrong key, 400 when there are several organizations.
 */
export async function findLocalCaller(deps: Deps, key: string | undefined): Promise<Caller> {
  if (key !== undefined) {
    const caller = await findCallerByKey(deps, key)
    if (!caller) throw unauthorized()
    return caller
  }
  const owners = await deps.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.org_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['org_id', 'user_id', 'require_review', 'display_name'])
    .where('role', '=', 'owner')
    .orderBy('members.id')
    .execute()
  const [owner] = owners
  if (!owner) return findLocalCaller(deps, (await register(deps, {})).key)
  if (owners.some(({ org_id }) => org_id !== owner.org_id))
    throw badRequest('There are several organizations here: choose one by a key of it')
  return {
    kind: 'key',
    userId: owner.user_id,
    name: owner.display_name,
    orgIds: [owner.org_id],
    defaultOrgId: owner.org_id,
    limitKey: 'local',
    ...(owner.require_review && { requiresReview: true }),
  }
}
