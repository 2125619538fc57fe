import type { ChangeState, ItemState, ProfileState } from '#core/domain/identity/change-requests.ts'
import type { ChangeRequest, ProposedChange } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { PlannedChange, previewChanges } from '../agents/change-preview.ts'
import type { AgentChange } from '../agents/prompt-preview.ts'
import { organizationOfAgent } from '../layers/owners.ts'
import { listComments } from './comments.ts'
import { type Conflict, conflictsOf, type Owned, type Proposal } from './conflicts.ts'
import { findChangeRequest, findChanges, headOf, namesOf, stateAfter } from './find.ts'
import { standingRequests, withProposed } from './proposed-already.ts'
import { findSubjects, isOfAgent, type Subjects } from './subjects.ts'

/**
 * Returns a change request with its changes and comments, and, while it is open, the conflict of each change, the
 * agents whose prompts change, and the prompt of one agent before and after: the requested agent's, or the first that
 * changes.
 *
 * @throws 404 when the request is missing or foreign, or the agent of another organization.
 */
export async function readChangeRequest(ctx: Ctx, id: string, agentId?: string) {
  const request = await findChangeRequest(ctx, id)
  const { org_id } = request
  if (agentId !== undefined) await organizationOfAgent(ctx, agentId, { org_id })
  const changes = await findChanges(ctx.db, request)
  const subjects = await findSubjects(ctx.db, org_id, changes)
  const isOpen = request.status === 'open'
  const [conflicts, effect] = await Promise.all([
    isOpen ? conflictsWithProposals(ctx, request, changes, subjects) : new Map<number, Conflict>(),
    isOpen ? effectOf(ctx, org_id, changes, subjects, agentId) : noEffect,
  ])
  return describe(ctx, request, changes, conflicts, effect)
}

/** Returns an open request as its creation does: with the conflict of each change, but not its effect on prompts. */
export async function readProposedRequest(ctx: Ctx, id: string) {
  const request = await findChangeRequest(ctx, id)
  const changes = await findChanges(ctx.db, request)
  const subjects = await findSubjects(ctx.db, request.org_id, changes)
  return describe(ctx, request, changes, await conflictsWithProposals(ctx, request, changes, subjects))
}

/**
 * Returns the conflicts of an open request's changes: with the current state, and with requests that were there before.
 */
async function conflictsWithProposals(ctx: Ctx, request: ChangeRequest, changes: ProposedChange[], subjects: Subjects) {
  const { org_id, number } = request
  const [conflicts, standing] = await Promise.all([
    conflictsOf(ctx, org_id, changes, subjects),
    standingRequests(ctx.db, { org_id, before: number }, changes),
  ])
  return withProposed(conflicts, standing)
}

/** A request in an answer. */
export async function describe(
  ctx: Ctx,
  request: ChangeRequest,
  changes: (Proposal & Pick<ProposedChange, 'merged'>)[],
  conflicts: ReadonlyMap<number, Conflict>,
  effect = noEffect,
) {
  const { org_id } = request
  const nameOf = await namesOf(ctx.db, [request.author_id, request.decided_by])
  const ownerNameOf = await ownerNames(ctx, org_id, [
    ...changes,
    ...[...conflicts.values()].flatMap(({ item }) => item ?? []),
    ...changes.flatMap(groupsOf),
  ])
  return {
    ...headOf(request, nameOf),
    changes: changes.map((change) => ({
      ...changeFields(change, ownerNameOf),
      owner: ownerOf(org_id, change),
      owner_name: ownerNameOf(change),
      ...conflictFields(org_id, conflicts.get(change.position), ownerNameOf),
    })),
    comments: await listComments(ctx, request),
    ...effect,
  }
}

/** Returns the old and the new group of a change of an agent's group. */
const groupsOf = ({ before, after }: Pick<Proposal, 'before' | 'after'>): Owned[] =>
  [before, after].flatMap((state) => (state?.group_id ? { agent_id: null, group_id: state.group_id } : []))

function changeFields(change: Proposal & Pick<ProposedChange, 'merged'>, nameOf: (owned: Owned) => string | null) {
  const { position, op, kind, item_id, agent_id, source_type, quote, file, line, before, after, merged } = change
  const withNames = (state: ChangeState) =>
    state.group_id === undefined
      ? state
      : { ...state, group_name: state.group_id && nameOf({ agent_id: null, group_id: state.group_id }) }
  return {
    index: position,
    op,
    kind,
    ...(isOfAgent(change) ? { id: null, agent_id } : { id: item_id }),
    ...(source_type && (op === 'add' ? { source_type, quote, file, line } : { source_type, source_id: item_id })),
    ...after,
    before: before && withNames(before),
    after: op === 'remove' ? null : withNames(stateAfter(change)),
    merged,
  }
}

function conflictFields(
  orgId: string,
  { conflict, item, number }: Partial<Conflict> = {},
  ownerNameOf: (owned: Owned) => string | null,
) {
  return {
    conflict: conflict ?? null,
    conflict_number: number ?? null,
    conflict_item: item
      ? {
          id: item.id,
          kind: item.kind,
          category: item.category,
          statement: item.statement,
          owner: ownerOf(orgId, item),
          owner_name: ownerNameOf(item),
        }
      : null,
  }
}

/** Identifies an owner in the form that a request uses. */
const ownerOf = (org_id: string, { agent_id, group_id }: Owned) =>
  agent_id ? { agent_id } : group_id ? { group_id } : { org_id }

/** Looks up the names of agents and groups; the organization's is null, since every client knows it. */
async function ownerNames({ db }: Ctx, orgId: string, owned: Owned[]): Promise<(owned: Owned) => string | null> {
  const names = new Map<string, string>()
  for (const [table, column] of [
    ['agents', 'agent_id'],
    ['groups', 'group_id'],
  ] as const) {
    const ids = [...new Set(owned.flatMap((each) => each[column] ?? []))]
    if (ids.length === 0) continue
    const rows = db.selectFrom(table).select(['id', 'name']).where('org_id', '=', orgId).where('id', 'in', ids)
    for (const { id, name } of await rows.execute()) names.set(id, name)
  }
  return ({ agent_id, group_id }) => names.get(agent_id ?? group_id ?? '') ?? null
}

type Preview = Awaited<ReturnType<typeof previewChanges>>
interface Effect {
  blast_radius: Omit<Preview, 'agent'> | null
  prompt: { agent_id: string; name: string; before: string; after: string } | null
}
const noEffect: Effect = { blast_radius: null, prompt: null }

/** Returns the effect of the changes on prompts; changes of deleted items or agents have none. */
async function effectOf(
  ctx: Ctx,
  orgId: string,
  changes: ProposedChange[],
  { items, agents }: Subjects,
  agentId: string | undefined,
): Promise<Effect> {
  const planned = changes.flatMap((change): PlannedChange[] => {
    if (isOfAgent(change)) return []
    const { op, item_id, group_id, agent_id } = change
    const after = change.after as Partial<ItemState>
    if (op === 'add') return [{ ...after, ...(group_id && { group_id }), ...(agent_id && { agent_id }) }]
    if (!items.has(item_id!)) return []
    return [op === 'remove' ? { id: item_id!, remove: true } : { id: item_id!, ...after }]
  })
  const agentChanges = changes.flatMap((change): AgentChange[] => {
    const { op, item_id, agent_id, after } = change
    if (!isOfAgent(change) || !agents.has(agent_id!)) return []
    if (op === 'profile') return [{ agent_id: agent_id!, profile: after as Partial<ProfileState> }]
    return [{ agent_id: agent_id!, item_id: item_id!, overridden: op === 'override' }]
  })
  if (planned.length === 0 && agentChanges.length === 0) return noEffect
  const input = { orgId, userId: ctx.caller.userId, changes: planned, agentChanges, agentId }
  const preview: Preview = JSON.parse((await ctx.heavyReads.run('preview', ctx, input)).toString())
  const { agent, ...blast_radius } = preview
  return {
    blast_radius,
    prompt: agent && { agent_id: agent.id, name: agent.name, before: agent.before, after: agent.after },
  }
}
