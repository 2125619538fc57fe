import type { ProposedChange } from '../../api/change-request-queries.ts'

/** How change requests are put into words. */

export const statusColors = { open: 'blue', merged: 'green', closed: 'gray' } as const

type State = ProposedChange['before']

/**
 * The fields of a profile, in the order of its form; `textOf` is null for an empty one and undefined where it stays.
 */
export const profileFields: { label: string; textOf: (state: State) => string | null | undefined }[] = [
  { label: 'Name', textOf: (state) => state?.name },
  { label: 'Description', textOf: (state) => state?.description },
  { label: 'Job title', textOf: (state) => state?.job_title },
  { label: 'Location', textOf: (state) => state?.location },
  { label: 'Time zone', textOf: (state) => state?.timezone },
  { label: 'Group', textOf: (state) => state?.group_id && (state.group_name ?? 'a group that was deleted') },
]

/** The target of a change, and its action. */
export function headlineOf({ op, owner_name }: ProposedChange): string {
  const owner = owner_name ?? 'the organization'
  switch (op) {
    case 'override':
      return `Hide this inherited item from ${owner}`
    case 'restore':
      return `Show this inherited item to ${owner} again`
    case 'profile':
      return `Change the profile of ${owner}`
    default:
      return `${verbs[op]} for ${owner}`
  }
}

const verbs = { add: 'Add', edit: 'Edit', remove: 'Remove' } as const

/** Summarizes a change in a few words, as its label for screen readers. */
export const wordingOf = ({ op, owner_name, before, after }: ProposedChange): string =>
  op === 'profile' ? `Profile of ${owner_name}` : ((after ?? before)?.statement ?? '')

function whyStale(op: ProposedChange['op']): string {
  switch (op) {
    case 'override':
      return 'the item was changed, is hidden already, or is no longer inherited'
    case 'restore':
      return 'the item was changed, or is shown already'
    case 'profile':
      return 'the profile was changed after this was proposed'
    default:
      return 'the item was changed or deleted after this was proposed'
  }
}

/** The conflict of a change as a sentence; undefined if there is none. */
export function objectionTo({ op, conflict, conflict_item, conflict_number }: ProposedChange): string | undefined {
  const said = conflict_item && `“${conflict_item.statement}” (${conflict_item.owner_name ?? 'organization'})`
  if (conflict === 'stale') return `Stale: ${whyStale(op)}. It cannot be merged.`
  if (conflict === 'proposed') return `Proposed in change request #${conflict_number} already`
  if (conflict === 'duplicate') return `Duplicate of ${said}`
  if (conflict === 'contradicts') return `Contradicts ${said}`
  return undefined
}
