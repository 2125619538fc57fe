import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { conflict } from '#core/base/errors.ts'
import { maxOpen } from '#core/domain/identity/change-requests.ts'
import { requireOwnLayer } from '#core/domain/requests/key-access.ts'
import { oneAtATime } from '../../db/locks.ts'
import type { ChangeRequest, Tables } from '../../db/tables.ts'
import { chunks, json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveBodyOrganization } from '../accounts/organizations.ts'
import { conflictsOf, type Proposal } from './conflicts.ts'
import { type NewChange, proposalsOf, subjectsOf } from './proposals.ts'
import { standingRequests, withProposed } from './proposed-already.ts'
import { describe, readProposedRequest } from './read.ts'
import { findSubjects } from './subjects.ts'

export interface NewChangeRequest extends OrganizationReference {
  title: string
  description?: string
  /** 1 to 500. */
  changes: NewChange[]
  base_version?: string
  /** The proposing program, such as `cli/web-shop`. */
  client?: string
}

/**
 * Proposes changes of items, overrides and profiles, which someone else then merges; writes nothing else. Returns the
 * request with the conflict of each change. If all changes stand in one open request already, writes
 * nothing and returns that one with `_existing`.
 *
 * @throws as `proposalsOf`; 409 while too many requests wait for a decision.
 */
export async function createChangeRequest(ctx: Ctx, input: NewChangeRequest) {
  const orgId = await resolveBodyOrganization(ctx, input)
  const subjects = await findSubjects(ctx.db, orgId, subjectsOf(input.changes))
  const proposals = await proposalsOf(ctx, orgId, input.changes, subjects)
  for (const proposal of proposals) requireOwnLayer(ctx.caller, proposal)
  // Checked before anything is written: a client that must retry must not find its request stored twice.
  const conflicts = await conflictsOf(ctx, orgId, proposals, subjects)
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    await oneAtATime(trx, `change requests of ${orgId}`)
    const standing = await standingRequests(trx, { org_id: orgId }, proposals)
    const existing = standing.find(({ positions }) => positions.size === proposals.length)
    return existing ? { existing } : { request: await insertRequest(ctx, trx, orgId, input, proposals), standing }
  })
  if (outcome.existing) return { ...(await readProposedRequest(ctx, outcome.existing.id)), _existing: true }
  const { request, standing } = outcome
  const changes = proposals.map((proposal) => ({ ...proposal, merged: false }))
  return describe(ctx, request, changes, withProposed(conflicts, standing))
}

/** A statement with more changes takes longer than requests beside it should wait. */
const changesPerInsert = 25

async function insertRequest(
  ctx: Ctx,
  trx: Transaction<Tables>,
  org_id: string,
  input: NewChangeRequest,
  proposals: Proposal[],
): Promise<ChangeRequest> {
  const { caller } = ctx
  // Numbers and limits count all requests, including those hidden from the caller.
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
  for (const chunk of chunks(changes, changesPerInsert))
    await trx.insertInto('proposed_changes').values(chunk).execute()
  const owners = new Set(proposals.map(({ agent_id, group_id }) => agent_id ?? group_id ?? org_id))
  const rows = [...owners].map((owner_id) => ({ org_id, change_request_id: request.id, owner_id }))
  for (const chunk of chunks(rows)) await trx.insertInto('change_request_owners').values(chunk).execute()
  return request
}

/** @throws 409 while the organization or the author has the maximum number of open requests. */
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
    throw conflict(
      `This organization has ${maxOpen.organization} open change requests; merge or close some first`,
      'limit_reached',
    )
  if (await isFull(ofAuthor, maxOpen.author))
    throw conflict(
      `You have ${maxOpen.author} open change requests; wait until some are merged or closed`,
      'limit_reached',
    )
}
