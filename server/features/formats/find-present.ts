import { sha256 } from '#core/base/hash.ts'
import { kindOf, type Scope } from '#core/domain/kinds.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { findAll } from '../consensus/find-near.ts'
import { visibleItems } from '../items/visible-items.ts'
import { type Owner, ownerOf } from '../layers/owners.ts'
import type { PresentMatch, StorableItem } from './imported-items.ts'

/**
 * Finds equivalents among the items of an owner and of the layers that it inherits from: the same words in any category, or equivalent
 * words in the same one. An item that is overridden for the agent does not count. The owner's own items come first.
 */
export async function findPresent(
  ctx: Ctx,
  owner: Owner,
  items: readonly StorableItem[],
): Promise<(PresentMatch | undefined)[]> {
  const layers = await layersOf(ctx, owner)
  const equal = await findEqual(ctx, owner.org_id, layers, items)
  const overridden = await overriddenIds(ctx, owner)
  const buckets = [...Map.groupBy(items.keys(), (at) => items[at]!.category)]
  const entries = layers.flatMap(({ owner_id: ownerId }) =>
    buckets.map(([category, members]) => ({
      bucket: { ownerId, kind: kindOf(category), category },
      statements: members.map((at) => items[at]!.statement),
    })),
  )
  const near = await findAll(ctx, owner.org_id, entries, true)
  const found: (PresentMatch | undefined)[] = items.map(({ statement }) => {
    const { id, source } = equal.get(statement)?.find((item) => !overridden.has(item.id)) ?? {}
    return id === undefined || source === undefined ? undefined : { source, id, statement, similarity: 1 }
  })
  for (const [level, { scope }] of layers.entries()) {
    for (const [bucket, [, members]] of buckets.entries()) {
      for (const [member, at] of members.entries()) {
        const [match] = near[level * buckets.length + bucket]![member]!.filter((one) =>
          'id' in one ? !overridden.has(one.id) : level === 0,
        )
        if (!match || found[at]) continue
        const { statement, similarity } = match
        found[at] = 'id' in match ? { source: scope, ...match } : { source: 'files', statement, similarity }
      }
    }
  }
  return found
}

/** The owner, then the layers that it inherits from. */
async function layersOf({ db }: Ctx, owner: Owner): Promise<Owner[]> {
  const { org_id, agent_id } = owner
  if (owner.scope === 'org') return [owner]
  const agent =
    agent_id !== null &&
    (await db
      .selectFrom('agents')
      .select('group_id')
      .where('org_id', '=', org_id)
      .where('id', '=', agent_id)
      .executeTakeFirst())
  const group = agent && agent.group_id !== null ? [ownerOf(org_id, 'group', agent.group_id)] : []
  return [owner, ...group, ownerOf(org_id)]
}

/** Visible items of the layers with the same words in any category, by statement; those of the first layer first. */
async function findEqual(ctx: Ctx, orgId: string, layers: readonly Owner[], items: readonly StorableItem[]) {
  const levels = new Map(layers.map(({ owner_id }, level) => [owner_id, level]))
  const found: { id: string; statement: string; source: Scope; level: number }[] = []
  for (const chunk of chunks([...new Set(items.map(({ statement }) => statement))])) {
    const rows = await visibleItems(ctx.db, orgId)
      .select(['id', 'statement', 'owner_id', 'scope'])
      .where('owner_id', 'in', [...levels.keys()])
      .where('statement_hash', 'in', chunk.map(sha256))
      .execute()
    for (const { owner_id, scope, ...row } of rows) found.push({ ...row, source: scope, level: levels.get(owner_id)! })
  }
  return Map.groupBy(
    found.sort((a, b) => a.level - b.level),
    ({ statement }) => statement,
  )
}

async function overriddenIds({ db }: Ctx, { org_id, agent_id }: Owner): Promise<ReadonlySet<string>> {
  if (agent_id === null) return new Set()
  const rows = await db
    .selectFrom('overrides')
    .select('source_id')
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agent_id)
    .execute()
  return new Set(rows.map(({ source_id }) => source_id))
}
