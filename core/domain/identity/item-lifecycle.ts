import type { ItemStatus } from '../kinds.ts'

/** The effects of creating an item, changing its status, and removing it (behavior: Status). */

/** Whether a person or client wrote the item, or discovery found it in content. */
export const itemOrigins = ['manual', 'discovery'] as const
export type ItemOrigin = (typeof itemOrigins)[number]

/** How an item came about (behavior: Blame). */
export const creationWays = [
  'person',
  'api',
  'import',
  'discovery',
  'consensus',
  'bootstrap',
  'change_request',
] as const
export type CreatedThrough = (typeof creationWays)[number]

/** The status of a new item: approved if the organization approves its kind automatically. */
export const initialStatus = (approvesAutomatically: boolean): ItemStatus =>
  approvesAutomatically ? 'approved' : 'pending'

/**
 * Discovered items stay out of prompts until they are approved; items written by people show at once, pending or not.
 */
export const startsHidden = (origin: ItemOrigin, status: ItemStatus): boolean =>
  origin === 'discovery' && status !== 'approved'

const hiddenByStatus: Record<ItemStatus, boolean | undefined> = { approved: false, rejected: true, pending: undefined }

/**
 * The effect of a change on the `hidden` flag: approving shows an item, rejecting hides it, setting it back to pending
 * leaves it; an explicit `hidden` in the same change wins. Undefined when the flag stays as it is.
 */
export const hiddenAfter = (change: { status?: ItemStatus; hidden?: boolean }): boolean | undefined =>
  change.hidden ?? (change.status && hiddenByStatus[change.status])

/** The approver of an item with this status: only an approved one has an approver. */
export const approverOf = (status: ItemStatus, approver: string | null): string | null =>
  status === 'approved' ? approver : null

/** Decisions of a person on a proposal. */
export const decisions = ['approved', 'rejected', 'edited'] as const
export type Decision = (typeof decisions)[number]

/** Decisions of a person on an observation that is not proposed; `waiting` takes a decision back. */
export const evidenceDecisions = ['accepted', 'rejected', 'waiting'] as const
export type EvidenceStatus = (typeof evidenceDecisions)[number]

type Decided = { status: ItemStatus; statement: string }

/** The decision in a change of a discovered item; undefined for other changes, and for items that nobody proposed. */
export function decisionOn(before: Decided & { origin: ItemOrigin }, after: Decided): Decision | undefined {
  if (before.origin !== 'discovery') return undefined
  if (after.status === 'rejected') return before.status === 'rejected' ? undefined : 'rejected'
  if (before.status === 'pending' && after.statement !== before.statement) return 'edited'
  return after.status === 'approved' && before.status !== 'approved' ? 'approved' : undefined
}

interface Approval {
  status: ItemStatus
  approved_by: string | null
}

/** The approval of a merged item: that of the first approved one, regardless of the wording that stays. */
export const mergedApproval = <T extends Approval>(items: readonly T[]): Approval | undefined => {
  const approved = items.find(({ status }) => status === 'approved')
  return approved && { status: approved.status, approved_by: approved.approved_by }
}

/**
 * Removing an item deletes it, but a discovered one is hidden, so that it is not proposed again (behavior: Deletion).
 */
export const removalOf = ({ origin }: { origin: ItemOrigin }): 'deleted' | 'hidden' =>
  origin === 'discovery' ? 'hidden' : 'deleted'
