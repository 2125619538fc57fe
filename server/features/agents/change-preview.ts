import { v7 as newId } from 'uuid'
import { badRequest, notFound } from '#core/base/errors.ts'
import { type IdentityItem, resolveIdentity } from '#core/domain/identity/identity.ts'
import { initialStatus, removalOf } from '#core/domain/identity/item-lifecycle.ts'
import { type Category, kindOf } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import { columnsOf, type ItemChanges, storedStatement } from '../items/columns.ts'
import {
  type AgentChange,
  applied,
  type PreviewContext,
  promptsOf,
  type Row,
  rowColumns,
  type Step,
} from './prompt-preview.ts'

/** A planned change: of the item with this id, or, without an id, a new item of the layer. */
export interface PlannedChange extends ItemChanges {
  id?: string
  /** Deletes the item. */
  remove?: boolean
  /** The group or the agent of a new item; without one it belongs to the organization. */
  group_id?: string
  agent_id?: string
}

/** The most agents, and the most groups, with changed prompts that are listed by name. */
const maxNamed = 100

/**
 * Previews how planned changes of items, in any layer of one organization, would change prompts: how many agents
 * inherit or own the items, how many of their prompts would change, the first of these agents and of their groups by
 * name, and one agent's prompt before and after: the requested agent's, or that of the first whose prompt changes.
 * `agentChanges` are applied along with them.
 *
 * @throws 404 when an item, group or agent is missing, foreign or of another organization; 400 for a new item without
 * category and statement, and for a category of the other kind.
 */
export async function previewChanges(
  ctx: PreviewContext,
  orgId: string,
  changes: PlannedChange[],
  agentId?: string,
  agentChanges: readonly AgentChange[] = [],
) {
  const steps = await plan(ctx, orgId, changes)
  const agents = await agentsReached(ctx, orgId, steps, agentChanges)
  const changed = await agentsChanged(ctx, orgId, agents, steps, agentChanges)
  const shownId = agentId ?? changed[0]?.id
  return {
    agents_reached: agents.length,
    agents_changed: changed.length,
    agents: changed.slice(0, maxNamed).map(({ id, name }) => ({ id, name })),
    groups: await groupsOf(ctx, orgId, changed),
    agent: shownId === undefined ? null : await promptsOf(ctx, orgId, shownId, steps, agentChanges),
  }
}

async function groupsOf({ db }: PreviewContext, orgId: string, agents: { group_id: string | null }[]) {
  const ids = [...new Set(agents.flatMap(({ group_id }) => group_id ?? []))]
  if (ids.length === 0) return []
  return db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids.slice(0, maxNamed))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

async function plan(ctx: PreviewContext, orgId: string, changes: PlannedChange[]): Promise<Step[]> {
  const ids = changes.flatMap(({ id }) => id ?? [])
  const [rows, owners] = await Promise.all([
    ids.length === 0
      ? []
      : ctx.db
          .selectFrom('items')
          .select([...rowColumns, 'origin'])
          .where('org_id', '=', orgId)
          .where('id', 'in', ids)
          .execute(),
    findOwners(ctx, orgId, changes),
  ])
  const found = new Map(rows.map((row) => [row.id, row]))
  return changes.map(({ id, remove, group_id, agent_id, ...set }) => {
    if (id === undefined) return { after: newRow(ctx, orgId, owners, { group_id, agent_id }, set) }
    const before = found.get(id)
    if (!before) throw notFound('Item')
    if (remove) return removalOf(before) === 'hidden' ? { before, after: { ...before, hidden: true } } : { before }
    if (set.category && kindOf(set.category) !== before.kind) throw badRequest('category does not belong to this kind')
    return { before, after: { ...before, ...columnsOf(ctx, set) } as Row }
  })
}

/** Returns the ids of the existing groups and agents among those of new items. */
async function findOwners({ db }: PreviewContext, orgId: string, changes: PlannedChange[]): Promise<Set<string>> {
  const owners = new Set<string>()
  for (const [table, column] of [
    ['groups', 'group_id'],
    ['agents', 'agent_id'],
  ] as const) {
    const ids = [...new Set(changes.flatMap((change) => change[column] ?? []))]
    if (ids.length === 0) continue
    const rows = db.selectFrom(table).select('id').where('org_id', '=', orgId).where('id', 'in', ids)
    for (const { id } of await rows.execute()) owners.add(id)
  }
  return owners
}

function newRow(
  ctx: PreviewContext,
  orgId: string,
  owners: ReadonlySet<string>,
  { group_id, agent_id }: Pick<PlannedChange, 'group_id' | 'agent_id'>,
  set: ItemChanges,
): Row {
  if (!set.category || !set.statement) throw badRequest('category and statement are required in a change without id')
  if (group_id !== undefined && !owners.has(group_id)) throw notFound('Group')
  if (agent_id !== undefined && !owners.has(agent_id)) throw notFound('Agent')
  return {
    id: newId(),
    kind: kindOf(set.category),
    scope: agent_id ? 'agent' : group_id ? 'group' : 'org',
    owner_id: agent_id ?? group_id ?? orgId,
    group_id: group_id ?? null,
    agent_id: agent_id ?? null,
    category: set.category,
    ...storedStatement(set.statement),
    starred: set.starred ?? false,
    hidden: false,
    status: initialStatus(false),
    display_order: 0,
    created_at: ctx.now().toISOString(),
  }
}

/** Lists the agents that inherit or own one of the items, or are changed themselves, by name. */
async function agentsReached(ctx: PreviewContext, orgId: string, steps: Step[], agentChanges: readonly AgentChange[]) {
  const owners = steps.map(({ before, after }) => (before ?? after)!)
  const all = owners.some(({ scope }) => scope === 'org')
  const groupIds = new Set(owners.flatMap(({ group_id }) => group_id ?? []))
  const agentIds = new Set([...owners, ...agentChanges].flatMap(({ agent_id }) => agent_id ?? []))
  const agents = await ctx.db
    .selectFrom('agents')
    .select(['id', 'name', 'group_id'])
    .where('org_id', '=', orgId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return agents.filter(({ id, group_id }) => all || agentIds.has(id) || (group_id !== null && groupIds.has(group_id)))
}

/**
 * Returns the agents whose prompt would change. Reads only relevant items: items with the old or new statement of a
 * changed item, and the whole category where the order changes. Agents without such an item and without an override of
 * one have the same prompt within a group, so each group is computed once.
 */
async function agentsChanged(
  ctx: PreviewContext,
  orgId: string,
  agents: { id: string; name: string; group_id: string | null }[],
  steps: Step[],
  agentChanges: readonly AgentChange[],
) {
  const themselves = await changedThemselves(ctx, orgId, agents, steps, agentChanges)
  if (steps.length === 0) return agents.filter(({ id }) => themselves.get(id))

  const rows = steps.flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  const reordered = steps.flatMap(({ before, after }) =>
    before && after && before.display_order !== after.display_order ? [after.category] : [],
  )
  const relevant = matching(ctx.db, orgId, [...new Set(rows.map((row) => row.statement_hash))], [...new Set(reordered)])
  const [items, overrides] = await Promise.all([
    relevant.select(rowColumns).execute(),
    ctx.db
      .selectFrom('overrides')
      .select(['agent_id', 'source_id'])
      .where('org_id', '=', orgId)
      .where('source_id', 'in', relevant.select('id').where('scope', '!=', 'agent'))
      .execute(),
  ])
  const before = Map.groupBy(items, ({ owner_id }) => owner_id)
  const after = Map.groupBy(applied(items, steps), ({ owner_id }) => owner_id)
  const overridesOf = Map.groupBy(overrides, ({ agent_id }) => agent_id)
  const alike = new Map<string | null, boolean>()

  const changes = (id: string, groupId: string | null) => {
    const overridden = new Set(overridesOf.get(id)?.map(({ source_id }) => source_id))
    const lines = (owned: Map<string, Row[]>) =>
      linesOf(
        [orgId, groupId ?? '', id].flatMap((owner) => owned.get(owner) ?? []),
        overridden,
      )
    return lines(before) !== lines(after)
  }
  return agents.filter(({ id, group_id }) => {
    const own = themselves.get(id)
    if (own !== undefined) return own
    if (before.has(id) || after.has(id) || overridesOf.has(id)) return changes(id, group_id)
    const known = alike.get(group_id) ?? changes(id, group_id)
    alike.set(group_id, known)
    return known
  })
}

/**
 * Compares the whole prompt of each agent that is changed itself, since these differ in profile, group and overrides.
 */
async function changedThemselves(
  ctx: PreviewContext,
  orgId: string,
  agents: { id: string }[],
  steps: Step[],
  agentChanges: readonly AgentChange[],
): Promise<Map<string, boolean>> {
  const changed = new Set(agentChanges.map(({ agent_id }) => agent_id))
  const differs = new Map<string, boolean>()
  for (const { id } of agents) {
    if (!changed.has(id)) continue
    const { before, after } = await promptsOf(ctx, orgId, id, steps, agentChanges)
    differs.set(id, before !== after)
  }
  return differs
}

const matching = (db: Database, orgId: string, hashes: string[], categories: Category[]) =>
  db
    .selectFrom('items')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb.or([eb('statement_hash', 'in', hashes), ...(categories.length > 0 ? [eb('category', 'in', categories)] : [])]),
    )

/** Joins the prompt's lines of the items into one text to compare. */
const linesOf = (items: IdentityItem[], overridden: ReadonlySet<string>) =>
  resolveIdentity(items, overridden)
    .flatMap(({ hidden, category, starred, statement }) => (hidden ? [] : `${category} ${starred} ${statement}`))
    .join('\n')
