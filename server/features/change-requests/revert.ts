import { conflict } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import type { ChangeState } from '#core/domain/identity/change-requests.ts'
import { overrideSourceOf } from '#core/domain/kinds.ts'
import type { ProposedChange } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { createChangeRequest } from './create.ts'
import { findChangeRequest, findChanges, requireOwnRequest } from './find.ts'
import type { NewChange } from './proposals.ts'
import { findSubjects, inherits, overrideKey, type Subjects } from './subjects.ts'

/**
 * Proposes one change request that takes back what a merged one changed, and returns it as `createChangeRequest` does.
 * Changes whose subject changed again since are left out, since taking them back would lose the later change.
 *
 * @throws 404; 401 for a key of one agent when the request also concerns others; 409 when it is not merged, or when
 * nothing of it is left; else as `createChangeRequest`.
 */
export async function revertChangeRequest(ctx: Ctx, id: string, client?: string) {
  const request = await findChangeRequest(ctx, id)
  await requireOwnRequest(ctx, request)
  const { org_id, number, status } = request
  if (status !== 'merged') throw conflict('Only a merged change request can be taken back')
  const merged = (await findChanges(ctx.db, request)).filter((change) => change.merged)
  const subjects = await findSubjects(ctx.db, org_id, merged)
  const groups = await groupsOf(ctx, org_id, merged)
  const changes = merged.flatMap((change) => inverseOf(change, subjects, groups) ?? [])
  if (changes.length === 0) throw conflict('Nothing is left to take back: what was merged has changed since')
  const left = merged.length - changes.length
  return createChangeRequest(ctx, {
    org_id,
    title: truncate(`Revert of ${number}: ${request.title}`, 200),
    ...(left > 0 && { description: `Left out, since they changed again: ${left} of its ${merged.length} changes.` }),
    changes,
    ...(client && { client }),
  })
}

/** Returns those of the agents' former groups that still exist. */
async function groupsOf({ db }: Ctx, orgId: string, changes: ProposedChange[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(changes.flatMap(({ op, before }) => (op === 'profile' ? (before?.group_id ?? []) : [])))]
  if (ids.length === 0) return new Set()
  const groups = await db.selectFrom('groups').select('id').where('org_id', '=', orgId).where('id', 'in', ids).execute()
  return new Set(groups.map((group) => group.id))
}

/** Whether a subject still has the values that a change set. */
const holds = (subject: object | undefined, after: ChangeState): boolean =>
  subject !== undefined &&
  Object.entries(after).every(([field, value]) => (subject as Record<string, unknown>)[field] === value)

function inverseOf(change: ProposedChange, subjects: Subjects, groups: ReadonlySet<string>): NewChange | undefined {
  const { op, after, before } = change
  const item = subjects.items.get(change.item_id ?? '')
  const agent = subjects.agents.get(change.agent_id ?? '')
  switch (op) {
    case 'add':
      return item && holds(item, after) ? { op: 'remove', id: item.id } : undefined
    case 'edit': {
      if (!item || !holds(item, after)) return undefined
      const fields = Object.keys(after).map((field) => [field, before![field as keyof ChangeState]])
      return { op, id: item.id, ...Object.fromEntries(fields) }
    }
    case 'remove':
      return returned(change, item)
    case 'profile': {
      const isJoinable = !before?.group_id || groups.has(before.group_id)
      return agent && isJoinable && holds(agent, after) ? { op, agent_id: agent.id, ...before } : undefined
    }
    default: {
      const source_type = item && overrideSourceOf(item)
      if (!item || !agent || !source_type) return undefined
      const isOverridden = subjects.overridden.has(overrideKey(agent.id, item.id))
      if (isOverridden !== (op === 'override') || (op === 'restore' && !inherits(agent, item))) return undefined
      return { op: isOverridden ? 'restore' : 'override', agent_id: agent.id, source_id: item.id }
    }
  }
}

/** An item that was removed comes back: shown again where removing hid it, else as a new one. */
function returned(change: ProposedChange, item: { id: string; hidden: boolean } | undefined): NewChange | undefined {
  const { org_id, group_id, agent_id, before } = change
  // It was in no prompt before either.
  if (before!.hidden) return undefined
  if (item) return item.hidden ? { op: 'edit', id: item.id, hidden: false } : undefined
  const owner = agent_id ? { agent_id } : group_id ? { group_id } : { org_id }
  const { category, statement, starred } = before!
  return { op: 'add', owner, kind: change.kind!, category: category!, statement: statement!, starred: starred! }
}
