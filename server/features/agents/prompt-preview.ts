import { notFound } from '#core/base/errors.ts'
import type { ProfileState } from '#core/domain/identity/change-requests.ts'
import { type IdentityItem, resolveIdentity } from '#core/domain/identity/identity.ts'
import { renderPrompt } from '#core/domain/identity/prompt.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Database } from '../../db/connect.ts'
import type { Agent, Item } from '../../db/tables.ts'
import type { Identities } from './identities.ts'
import { profileOf } from './renderings.ts'

/** Previews one agent's prompt before and after planned changes. */

/** The context of a preview, which a thread can provide too. */
export interface PreviewContext {
  db: Database
  now: () => Date
  caller: Pick<Caller, 'orgIds' | 'userId'>
  identities: Pick<Identities, 'stamps' | 'layers'>
}

/** The columns of an item that affect prompts. */
export type Row = IdentityItem & Pick<Item, 'owner_id' | 'group_id' | 'agent_id' | 'statement_hash'>

/** The effect of a change on one item: a new item has no `before`, a removed one no `after`. */
export interface Step {
  before?: Row
  after?: Row
}

/** A change of one agent: an override of an inherited item, or its profile. */
export type AgentChange = { agent_id: string } & (
  | { item_id: string; overridden: boolean }
  | { profile: Partial<ProfileState> }
)

export const rowColumns = [
  'id',
  'kind',
  'scope',
  'owner_id',
  'group_id',
  'agent_id',
  'category',
  'statement',
  'statement_hash',
  'starred',
  'hidden',
  'status',
  'display_order',
  'created_at',
] as const

/** Returns the items after the changes: the remaining ones of `items`, and new ones. */
export function applied<T extends IdentityItem>(items: T[], steps: Step[]): (T | Row)[] {
  const stepOf = new Map(steps.flatMap((step) => (step.before ? [[step.before.id, step]] : [])))
  return [
    ...items.flatMap((item) => {
      const step = stepOf.get(item.id)
      return step ? (step.after ?? []) : item
    }),
    ...steps.flatMap(({ before, after }) => (before || !after ? [] : after)),
  ]
}

/**
 * Returns an agent's prompts without and with the changes.
 *
 * @throws 404 when the agent is missing, foreign or of another organization.
 */
export async function promptsOf(
  ctx: PreviewContext,
  orgId: string,
  agentId: string,
  steps: Step[],
  agentChanges: readonly AgentChange[],
) {
  const { stamps, layers: cache } = ctx.identities
  const { agent, items, overridden } = await stamps.readAt(ctx.caller.orgIds, agentId, (stamp) =>
    cache.read(agentId, stamp),
  )
  if (agent.org_id !== orgId) throw notFound('Agent')
  const changed = changedAgent(agent, overridden, agentChanges)
  const layers = changed.agent.group_id === agent.group_id ? items : await movedLayers(ctx, changed.agent, items)
  const owners = [orgId, changed.agent.group_id, agentId]
  const theirs = steps.filter(({ before, after }) => owners.includes((before ?? after)!.owner_id))
  return {
    id: agent.id,
    name: agent.name,
    before: renderPrompt(profileOf(agent), resolveIdentity(items, overridden)),
    after: renderPrompt(profileOf(changed.agent), resolveIdentity(applied(layers, theirs), changed.overridden)),
  }
}

function changedAgent(agent: Agent, before: ReadonlySet<string>, changes: readonly AgentChange[]) {
  const overridden = new Set(before)
  let profile: Partial<ProfileState> = {}
  for (const change of changes) {
    if (change.agent_id !== agent.id) continue
    if ('profile' in change) profile = { ...profile, ...change.profile }
    else if (change.overridden) overridden.add(change.item_id)
    else overridden.delete(change.item_id)
  }
  return { agent: { ...agent, ...profile }, overridden }
}

/** Replaces the group's items of a moved agent by those of its new group. */
async function movedLayers(ctx: PreviewContext, { org_id, group_id }: Agent, items: readonly IdentityItem[]) {
  const kept = items.filter(({ scope }) => scope !== 'group')
  if (group_id === null) return kept
  const ofGroup = await ctx.db
    .selectFrom('items')
    .select(rowColumns)
    .where('org_id', '=', org_id)
    .where('owner_id', '=', group_id)
    .execute()
  return [...kept, ...ofGroup]
}
