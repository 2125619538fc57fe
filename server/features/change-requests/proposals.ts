import { setImmediate } from 'node:timers/promises'
import { badRequest, conflict, notFound } from '#core/base/errors.ts'
import {
  type AdditionSource,
  additionSources,
  type ChangeState,
  type ProfileState,
  profileFields,
} from '#core/domain/identity/change-requests.ts'
import { type Category, type Kind, kindOf, type OverrideSource, overrideSourceOf } from '#core/domain/kinds.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import type { Database } from '../../db/connect.ts'
import type { Agent, Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { storedStatement } from '../items/columns.ts'
import { type Owner, ownerOf } from '../layers/owners.ts'
import type { Proposal } from './conflicts.ts'
import { inherits, overrideKey, type Subjects } from './subjects.ts'

/** Checks proposed changes against the current state (behavior: Change requests). */

/** A change as proposed. */
export type NewChange =
  | {
      op: 'add'
      /** Exactly one of the three. */
      owner: { agent_id?: string; group_id?: string; org_id?: string }
      kind: Kind
      category: Category
      statement: string
      starred?: boolean
      /** Another source type says nothing about an addition. */
      source_type?: OverrideSource | AdditionSource
      /** The words of that source. */
      quote?: string
      /** The imported file and its line, from 1. */
      file?: string
      line?: number
    }
  | {
      op: 'edit'
      id: string
      statement?: string
      category?: Category
      starred?: boolean
      hidden?: boolean
      /** The `updated_at` of the item on which the change is based; the current one if absent. */
      base_updated_at?: string
    }
  | { op: 'remove'; id: string; base_updated_at?: string }
  | { op: 'override' | 'restore'; agent_id: string; source_type?: OverrideSource; source_id: string }
  | ({ op: 'profile'; agent_id: string } & Partial<ProfileState>)

/** Lists the item and the agent of each change, for `findSubjects`. */
export const subjectsOf = (changes: NewChange[]) =>
  changes.map((change) => ({
    op: change.op,
    agent_id: 'agent_id' in change ? change.agent_id : null,
    item_id: 'id' in change ? change.id : 'source_id' in change ? change.source_id : null,
  }))

/**
 * Changes checked per turn: normalizing a statement and searching it for secrets takes up to milliseconds; other
 * requests run in between.
 */
const changesPerTurn = 10

/**
 * Returns the changes in their stored form.
 *
 * @throws 404 when an owner, agent, item or override is missing, foreign or of another organization; 400 for a change
 * without effect, or two changes of the same subject; 409 for an item that the agent already overrides.
 */
export async function proposalsOf(
  ctx: Ctx,
  orgId: string,
  changes: NewChange[],
  subjects: Subjects,
): Promise<Proposal[]> {
  const owners = await ownersOf(ctx, orgId, changes)
  const storedOf = (change: NewChange, position: number): Stored => {
    switch (change.op) {
      case 'add':
        return additionOf(change, owners[position]!, position)
      case 'edit':
      case 'remove':
        return changeOfItem(change, subjects, position)
      case 'profile':
        return changeOfProfile(change, subjects, position)
      default:
        return changeOfOverride(change, subjects)
    }
  }
  const proposals: Proposal[] = []
  for (const [position, change] of changes.entries()) {
    if (position % changesPerTurn === changesPerTurn - 1) await setImmediate()
    proposals.push({ ...nothing, ...storedOf(change, position), position })
  }
  await requireGroups(ctx.db, orgId, proposals)
  requireDistinct(proposals)
  return proposals
}

const nothing = {
  kind: null,
  group_id: null,
  agent_id: null,
  item_id: null,
  source_type: null,
  quote: null,
  file: null,
  line: null,
  before: null,
  base_updated_at: null,
}

type Stored = Pick<Proposal, 'op' | 'after'> & Partial<Proposal>

const stateOf = ({ category, statement, starred, hidden }: Item) => ({ category, statement, starred, hidden })

function changeOfItem(change: NewChange & { op: 'edit' | 'remove' }, { items }: Subjects, position: number): Stored {
  const item = items.get(change.id)
  if (!item) throw notFound('Item')
  const { kind, group_id, agent_id, updated_at } = item
  return {
    op: change.op,
    kind,
    group_id,
    agent_id,
    item_id: change.id,
    after: change.op === 'edit' ? editOf(change, kind, position) : {},
    before: stateOf(item),
    base_updated_at: change.base_updated_at ?? updated_at,
  }
}

function agentOf({ agents }: Subjects, id: string): Agent {
  const agent = agents.get(id)
  if (!agent) throw notFound('Agent')
  return agent
}

function changeOfOverride(
  { op, agent_id, source_id, ...change }: NewChange & { op: 'override' | 'restore' },
  subjects: Subjects,
): Stored {
  const agent = agentOf(subjects, agent_id)
  const item = subjects.items.get(source_id)
  const source_type = item && overrideSourceOf(item)
  const overridden = subjects.overridden.has(overrideKey(agent_id, source_id))
  if (
    !source_type ||
    (change.source_type ?? source_type) !== source_type ||
    (op === 'override' && !inherits(agent, item))
  )
    throw notFound(`Item to ${op} (sourceId)`)
  if (op === 'override' && overridden)
    throw conflict('This agent already overrides the item that sourceId names', 'already_exists')
  if (op === 'restore' && !overridden) throw notFound('Override')
  return {
    op,
    kind: item.kind,
    agent_id,
    item_id: source_id,
    source_type,
    before: { ...stateOf(item), overridden },
    after: { overridden: !overridden },
    base_updated_at: item.updated_at,
  }
}

function changeOfProfile(change: NewChange & { op: 'profile' }, subjects: Subjects, position: number): Stored {
  const agent = agentOf(subjects, change.agent_id)
  const named = profileFields.filter((field) => change[field] !== undefined)
  if (named.length === 0)
    throw badRequest(
      `changes[${position}] must have a name, description, jobTitle, location, timezone or groupId to change the profile`,
    )
  const fieldsOf = (state: Partial<ProfileState>): ChangeState =>
    Object.fromEntries(named.map((field) => [field, state[field]]))
  return { op: 'profile', agent_id: agent.id, before: fieldsOf(agent), after: fieldsOf(change) }
}

/**
 * @throws 400 for a group that an agent cannot join: one that is not in the organization, or that the agent manages.
 */
async function requireGroups(db: Database, orgId: string, proposals: Proposal[]): Promise<void> {
  const joining = proposals.filter(({ after }) => after.group_id)
  if (joining.length === 0) return
  const ids = [...new Set(joining.map(({ after }) => after.group_id!))]
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'manager_agent_id'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
  const managers = new Map(groups.map(({ id, manager_agent_id }) => [id, manager_agent_id]))
  for (const { position, agent_id, after } of joining) {
    if (!managers.has(after.group_id!))
      throw badRequest(`changes[${position}].groupId is not a group in this organization`)
    if (managers.get(after.group_id!) === agent_id)
      throw badRequest(
        `changes[${position}].groupId must not be the group that this agent manages; a manager belongs to another group`,
      )
  }
}

function additionOf(change: NewChange & { op: 'add' }, { group_id, agent_id }: Owner, position: number): Stored {
  const { op, kind, category, starred = false } = change
  requireCategory(kind, category, position)
  const { statement } = storedStatement(change.statement)
  const after = { category, statement, starred, hidden: false }
  const source_type = additionSources.find((type) => type === change.source_type) ?? null
  const quote = source_type && change.quote !== undefined ? redactSecrets(change.quote) : null
  const { file = null, line = null } = source_type === 'import' ? change : {}
  return { op, kind, group_id, agent_id, source_type, quote, file, line, after }
}

function editOf(change: NewChange & { op: 'edit' }, kind: Kind, index: number): ChangeState {
  const { category, starred, hidden } = change
  if (category) requireCategory(kind, category, index)
  const statement = change.statement === undefined ? undefined : storedStatement(change.statement).statement
  const set = Object.entries({ category, statement, starred, hidden }).filter(([, value]) => value !== undefined)
  if (set.length === 0) throw badRequest(`changes[${index}] must have a statement, category, starred or hidden`)
  return Object.fromEntries(set)
}

function requireCategory(kind: Kind, category: Category, index: number) {
  if (kindOf(category) !== kind) throw badRequest(`changes[${index}].category does not belong to this kind`)
}

/** Returns the owners of additions, by the position of the change. @throws 404 when one is not in the organization. */
async function ownersOf({ db }: Ctx, orgId: string, changes: NewChange[]): Promise<(Owner | undefined)[]> {
  const owners = changes.map((change, index) => {
    if (change.op !== 'add') return undefined
    const named = Object.entries(change.owner).filter(([, id]) => id !== undefined)
    const [[key, id] = []] = named
    if (named.length !== 1 || id === undefined)
      throw badRequest(`changes[${index}].owner must have one of agentId, groupId and orgId`)
    if (key === 'org_id') {
      if (id !== orgId) throw notFound('Organization')
      return ownerOf(orgId)
    }
    return ownerOf(orgId, key === 'group_id' ? 'group' : 'agent', id)
  })
  for (const [table, column, name] of [
    ['agents', 'agent_id', 'Agent'],
    ['groups', 'group_id', 'Group'],
  ] as const) {
    const ids = [...new Set(owners.flatMap((owner) => owner?.[column] ?? []))]
    if (ids.length === 0) continue
    const found = await db.selectFrom(table).select('id').where('org_id', '=', orgId).where('id', 'in', ids).execute()
    if (found.length < ids.length) throw notFound(name)
  }
  return owners
}

/**
 * @throws 400 for two changes of the same subject, or a statement that is added twice: their result would be ambiguous.
 */
function requireDistinct(proposals: Proposal[]): void {
  const first = new Map<string, number>()
  for (const [index, proposal] of proposals.entries()) {
    const key = keyOf(proposal)
    if (first.has(key)) throw badRequest(`changes[${index}] is about the same as changes[${first.get(key)}]`)
    first.set(key, index)
  }
}

function keyOf({ op, item_id, group_id, agent_id, after }: Proposal): string {
  if (op === 'add') return [group_id, agent_id, after.category, after.statement].join(' ')
  if (op === 'edit' || op === 'remove') return item_id!
  return op === 'profile' ? `profile ${agent_id}` : `override ${agent_id} ${item_id}`
}
