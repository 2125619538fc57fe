import { sql, type Transaction } from 'kysely'
import type { Scope } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * Freshness is a comparison: a write to anything that an identity is made of bumps the revision of one row in the same
 * transaction, and readers notice that the stamp in their cache differs. A write at the organization level therefore
 * touches one row, regardless of the number of agents.
 */

/** The owner whose revision a write bumps: an organization, a group or an agent. */
export interface RevisedOwner {
  scope: Scope
  org_id: string
  owner_id: string
}

/** Marks an owner as changed; a reader that saw the earlier revision renders again. */
export async function bumpRevision(trx: Transaction<Tables>, owner: RevisedOwner): Promise<void> {
  await bumpRevisionQuery(trx, owner).execute()
}

/** Returns the statement that bumps an owner's revision, for a caller that adds it to its own. */
export function bumpRevisionQuery(db: Database, { scope, org_id, owner_id }: RevisedOwner) {
  const bumped = { revision: sql<number>`revision + 1` }
  return scope === 'org'
    ? db.updateTable('organizations').set(bumped).where('id', '=', org_id)
    : db
        .updateTable(scope === 'group' ? 'groups' : 'agents')
        .set(bumped)
        .where('org_id', '=', org_id)
        .where('id', '=', owner_id)
}

/** Bumps each owner once, always in the same order: two requests that touch the same owners cannot deadlock. */
export async function bumpRevisions(trx: Transaction<Tables>, owners: Iterable<RevisedOwner>): Promise<void> {
  const distinct = new Map([...owners].map((owner) => [owner.owner_id, owner]))
  for (const id of [...distinct.keys()].sort()) await bumpRevision(trx, distinct.get(id)!)
}

/** More than the bumps in all commits that can wait for the disk at once. */
const skipped = 1000

/**
 * Skips revisions that may have been read and lost: a power cut can undo commits that were not acknowledged, and
 * bumping again would reuse their numbers, and so an agent's `ETag`, for something else. The organization's revision is
 * a part of every stamp.
 */
export async function skipRevisions(db: Database): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ revision: sql<number>`revision + ${skipped}` })
    .execute()
}
