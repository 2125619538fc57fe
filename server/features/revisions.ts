import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Scope } from '../domain/kinds.ts'

/**
 * Freshness is a comparison: a write to anything that an identity is made of raises the revision of one row in the
 * same transaction, and readers notice that the stamp of what they cached differs. An organization-level write
 * therefore touches one row, whatever the number of agents.
 */

const tableOf = { org: 'organizations', group: 'groups', agent: 'agents' } as const

/** Whose revision is raised: an organization, a group or an agent. */
export interface RevisedOwner {
  scope: Scope
  org_id: string
  owner_id: string
}

/** Marks an owner as changed; a reader that saw the earlier revision renders again. */
export async function bumpRevision(trx: Transaction<Tables>, { scope, org_id, owner_id }: RevisedOwner): Promise<void> {
  const table = tableOf[scope]
  if (table === 'organizations') {
    await trx
      .updateTable(table)
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', org_id)
      .execute()
    return
  }
  await trx
    .updateTable(table)
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('org_id', '=', org_id)
    .where('id', '=', owner_id)
    .execute()
}

/** Marks each owner once, in one order for everybody: two requests that touch the same owners cannot deadlock. */
export async function bumpRevisions(trx: Transaction<Tables>, owners: Iterable<RevisedOwner>): Promise<void> {
  const distinct = new Map([...owners].map((owner) => [owner.owner_id, owner]))
  for (const id of [...distinct.keys()].sort()) await bumpRevision(trx, distinct.get(id)!)
}
