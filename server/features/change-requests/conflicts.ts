import type { ChangeConflict } from '#core/domain/identity/change-requests.ts'
import type { Item, ProposedChange } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { stateAfter } from './find.ts'
import { isStale, itemIdsOf, type Subjects } from './subjects.ts'

export interface Conflict {
  conflict: ChangeConflict
  /** The item that the change repeats or contradicts. */
  item?: Pick<Item, 'id' | 'kind' | 'category' | 'statement' | 'scope' | 'agent_id' | 'group_id'>
  /** The number of the open request that proposes the same. */
  number?: number
}

/** A change without its request's columns. */
export type Proposal = Omit<ProposedChange, 'org_id' | 'id' | 'change_request_id' | 'merged' | 'created_at'>

export interface Owned {
  agent_id: string | null
  group_id: string | null
}

/** Returns the conflicts of the changes, by position. */
export async function conflictsOf(
  ctx: Ctx,
  orgId: string,
  changes: Proposal[],
  subjects: Subjects,
): Promise<Map<number, Conflict>> {
  const conflicts = new Map<number, Conflict>()
  for (const change of changes) if (isStale(change, subjects)) conflicts.set(change.position, { conflict: 'stale' })
  const withStatement = changes.filter(
    ({ op, position, after }) =>
      !conflicts.has(position) && (op === 'add' || after.statement !== undefined || after.category !== undefined),
  )
  if (withStatement.length === 0) return conflicts
  const layersOf = await layersByAgent(ctx, orgId, withStatement)
  const statements = withStatement.map((change) => {
    const { category, statement } = stateAfter(change)
    return { kind: change.kind!, category: category!, statement: statement!, layers: layersOf(change) }
  })
  const except = itemIdsOf(changes)
  const requester = { org_id: orgId, signal: ctx.signal }
  const { found } = await ctx.comparisons.run('conflicts', { orgId, statements, except }, requester)
  for (const { at, conflict, item } of found) conflicts.set(withStatement[at]!.position, { conflict, item })
  return conflicts
}

/** Returns a function that lists the layer of a change and the layers above it. */
async function layersByAgent({ db }: Ctx, orgId: string, changes: Owned[]): Promise<(owned: Owned) => string[]> {
  const ids = [...new Set(changes.flatMap(({ agent_id }) => agent_id ?? []))]
  const agents =
    ids.length === 0
      ? []
      : await db
          .selectFrom('agents')
          .select(['id', 'group_id'])
          .where('org_id', '=', orgId)
          .where('id', 'in', ids)
          .execute()
  const groupOf = new Map(agents.map(({ id, group_id }) => [id, group_id]))
  return ({ agent_id, group_id }) => {
    const group = agent_id ? groupOf.get(agent_id) : group_id
    return [orgId, group, agent_id].filter((id) => typeof id === 'string')
  }
}
