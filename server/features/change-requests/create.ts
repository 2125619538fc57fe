import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { oneAtATime } from '../../db/locks.ts'
import type { ChangeRequest, Item, Tables } from '../../db/tables.ts'
import { chunks, json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { maxOpen, type ProposedState } from '../../domain/change-requests.ts'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { requireOwnLayer } from '../../domain/key-access.ts'
import { type Category, type Kind, kindOf } from '../../domain/kinds.ts'
import { type OrganizationReference, resolveBodyOrganization } from '../accounts/organizations.ts'
import { storedStatement } from '../items/columns.ts'
import { type Owner, ownerOf } from '../layers/owners.ts'
import { conflictsOf, type Proposal } from './conflicts.ts'
import { findItems } from './find.ts'
import { describe } from './read.ts'

/** A change as it is proposed. */
export type NewChange =
  | {
      op: 'add'
      /** Exactly one of the three. */
      owner: { agent_id?: string; group_id?: string; org_id?: string }
      kind: Kind
      category: Category
      statement: string
      starred?: boolean
    }
  | {
      op: 'edit'
      id: string
      statement?: string
      category?: Category
      starred?: boolean
      hidden?: boolean
      /** The `updated_at` of the item that the change was made from; what it is now when absent. */
      base_updated_at?: string
    }
  | { op: 'remove'; id: string; base_updated_at?: string }

export interface NewChangeRequest extends OrganizationReference {
  title: string
  description?: string
  /** 1 to 500. */
  changes: NewChange[]
  base_version?: string
  /** The program that proposes, such as `cli/web-shop`. */
  client?: string
}

/**
 * Proposes changes of items, which someone else then merges; writes nothing else. Returns the request, with what speaks
 * against each change.
 *
 * @throws 404 when an owner or item is missing, foreign or of another organization; 400 for a change that says nothing
 * or repeats another one; 409 while too many requests wait for a decision.
 */
export async function createChangeRequest(ctx: Ctx, input: NewChangeRequest) {
  const orgId = await resolveBodyOrganization(ctx, input)
  const items = await findItems(
    ctx.db,
    orgId,
    input.changes.flatMap((change) => (change.op === 'add' ? [] : change.id)),
  )
  const proposals = await proposalsOf(ctx, orgId, input.changes, items)
  requireDistinct(proposals)
  for (const proposal of proposals) requireOwnLayer(ctx.caller, proposal)
  // Before anything is written: a client that is told to try again must not find its request there twice.
  const conflicts = await conflictsOf(ctx, orgId, proposals, items)
  const request = await ctx.db.transaction().execute((trx) => insertRequest(ctx, trx, orgId, input, proposals))
  const changes = proposals.map((proposal) => ({ ...proposal, merged: false }))
  return describe(ctx, request, changes, conflicts)
}

async function insertRequest(
  ctx: Ctx,
  trx: Transaction<Tables>,
  org_id: string,
  input: NewChangeRequest,
  proposals: Proposal[],
): Promise<ChangeRequest> {
  const { caller } = ctx
  await oneAtATime(trx, `change requests of ${org_id}`)
  // Of all requests, whichever the caller sees.
  const whole = trx.withoutPlugins()
  await requireRoom(ctx, whole, org_id)
  const last = await whole
    .selectFrom('change_requests')
    .select('number')
    .where('org_id', '=', org_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const created_at = ctx.now().toISOString()
  const request = await trx
    .insertInto('change_requests')
    .values({
      org_id,
      id: newId(),
      number: (last?.number ?? 0) + 1,
      title: input.title,
      description: input.description ?? null,
      base_version: input.base_version ?? null,
      status: 'open',
      author_id: caller.userId,
      author_key_id: caller.keyId ?? null,
      author_key_hint: caller.keyHint ?? null,
      author_client: input.client ?? null,
      created_at,
      updated_at: created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = proposals.map((proposal) => ({
    ...proposal,
    after: json(proposal.after),
    before: proposal.before && json(proposal.before),
    org_id,
    id: newId(),
    change_request_id: request.id,
    created_at,
  }))
  for (const chunk of chunks(changes)) await trx.insertInto('proposed_changes').values(chunk).execute()
  return request
}

/** @throws 409 while the organization or the author has as many open requests as there may be. */
async function requireRoom({ caller }: Ctx, trx: Transaction<Tables>, orgId: string): Promise<void> {
  const open = trx.selectFrom('change_requests').select('id').where('org_id', '=', orgId).where('status', '=', 'open')
  const ofAuthor = caller.keyId
    ? open.where('author_key_id', '=', caller.keyId)
    : open.where('author_id', '=', caller.userId).where('author_key_id', 'is', null)
  const isFull = async (query: typeof open, most: number) =>
    (await query
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()) !== undefined
  if (await isFull(open, maxOpen.organization))
    throw conflict(`This organization has ${maxOpen.organization} open change requests; merge or close some first`)
  if (await isFull(ofAuthor, maxOpen.author))
    throw conflict(`You have ${maxOpen.author} open change requests; wait until some are merged or closed`)
}

async function proposalsOf(
  ctx: Ctx,
  orgId: string,
  changes: NewChange[],
  items: ReadonlyMap<string, Item>,
): Promise<Proposal[]> {
  const owners = await ownersOf(ctx, orgId, changes)
  return changes.map((change, position) => {
    if (change.op === 'add') return additionOf(change, owners[position]!, position)
    const item = items.get(change.id)
    if (!item) throw notFound('Item')
    const { kind, group_id, agent_id, updated_at, category, statement, starred, hidden } = item
    return {
      position,
      op: change.op,
      kind,
      group_id,
      agent_id,
      item_id: change.id,
      after: change.op === 'edit' ? editOf(change, kind, position) : {},
      before: { category, statement, starred, hidden },
      base_updated_at: change.base_updated_at ?? updated_at,
    }
  })
}

function additionOf(change: NewChange & { op: 'add' }, { group_id, agent_id }: Owner, position: number): Proposal {
  const { op, kind, category, starred = false } = change
  requireCategory(kind, category, position)
  const { statement } = storedStatement(change.statement)
  const after = { category, statement, starred, hidden: false }
  return { position, op, kind, group_id, agent_id, item_id: null, after, before: null, base_updated_at: null }
}

function editOf(change: NewChange & { op: 'edit' }, kind: Kind, index: number): ProposedState {
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

/** The owners of what is added, by the place of the change. @throws 404 when one is not of the organization. */
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

/** @throws 400 for two changes of one item, or one statement that is added twice: what merging made of them is a guess. */
function requireDistinct(proposals: Proposal[]): void {
  const first = new Map<string, number>()
  for (const [index, { op, item_id, group_id, agent_id, after }] of proposals.entries()) {
    const key = op === 'add' ? [group_id, agent_id, after.category, after.statement].join(' ') : item_id!
    if (first.has(key)) throw badRequest(`changes[${index}] is about the same item as changes[${first.get(key)}]`)
    first.set(key, index)
  }
}
