import { conflict, unauthorized } from '#core/base/errors.ts'
import { type Caller, type KeyAccess, keyAccesses } from './caller.ts'

/** Whether a caller may perform an operation that needs this access; people and jobs may perform all. */
export const hasAccess = ({ access = 'full' }: Pick<Caller, 'access'>, needed: KeyAccess): boolean =>
  keyAccesses.indexOf(access) <= keyAccesses.indexOf(needed)

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
