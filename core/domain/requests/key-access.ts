import { conflict, unauthorized } from '#core/base/errors.ts'
import type { MemberRole } from '../kinds.ts'
import { type Caller, type KeyAccess, keyAccesses } from './caller.ts'

/** Whether a caller may perform an operation that needs this access; people and jobs may perform all. */
export const hasAccess = ({ access = 'full' }: Pick<Caller, 'access'>, needed: KeyAccess): boolean =>
  keyAccesses.indexOf(access) <= keyAccesses.indexOf(needed)

/** The most access that a key may have, by the role of the person who makes it (behavior: Membership). */
export const keyAccessOfRole: Record<MemberRole, KeyAccess> = { owner: 'full', member: 'write', viewer: 'read' }

const refusals: Record<KeyAccess, string> = {
  full: 'This key may not manage the account, connections or settings',
  write: 'This key may not change anything itself; propose it with POST /change-requests',
  propose: 'This key may not change or propose anything',
  read: 'This key may not read this',
}

/** @throws 401 when the key lacks this access (behavior: Access of keys). */
export function requireKeyAccess(caller: Pick<Caller, 'access'>, needed: KeyAccess): void {
  if (hasAccess(caller, needed)) return
  const isReader = needed === 'write' && caller.access === 'read'
  throw unauthorized(refusals[isReader ? 'propose' : needed])
}

/** The 401 for a person who may only read and comment in an organization. */
export const viewerRefusal = () =>
  unauthorized('Your role in this organization is viewer, which reads and comments; ask an owner for another role')

/**
 * Leaves a person the organizations in which they may change something; other callers stay as they are.
 *
 * @throws 401 for a person who is a viewer in all of them.
 */
export function withoutViewed(caller: Caller): Caller {
  const { roles, orgIds } = caller
  const changeable = roles ? orgIds.filter((orgId) => roles.get(orgId) !== 'viewer') : orgIds
  if (changeable.length === orgIds.length) return caller
  if (changeable.length === 0) throw viewerRefusal()
  return { ...caller, orgIds: changeable }
}

/** @throws 401 when the key is for a single agent. */
export function requireWholeOrganization({ agentId }: Pick<Caller, 'agentId'>): void {
  if (agentId !== undefined) throw unauthorized('This key may not reach beyond its agent')
}

/** @throws 401 when the key is for one agent and a change is in another layer: it may only read the layers above. */
export function requireOwnLayer(caller: Pick<Caller, 'agentId'>, { agent_id }: { agent_id: string | null }): void {
  if (agent_id !== caller.agentId) requireWholeOrganization(caller)
}

/**
 * The 409 for a key whose write would change a prompt where the organization requires a review
 * (behavior: Required review).
 */
export const reviewRequired = () =>
  conflict(
    'This organization requires a review of what keys change; propose it with POST /change-requests, or have a person change it',
    'review_required',
  )
