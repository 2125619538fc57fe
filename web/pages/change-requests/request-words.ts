import type { ChangeRequest, ProposedChange } from '../../api/change-request-queries.ts'

/** How change requests are put into words. */

export const statusColors = { open: 'blue', merged: 'green', closed: 'gray' } as const

/** A person, or a key and the program that uses it. */
export function authorOf({ name, key_hint, client }: Partial<ChangeRequest['author']>): string {
  const person = name ?? 'a former member'
  if (!key_hint) return person
  return `${client ?? 'a key'} (…${key_hint} of ${person})`
}

/** What speaks against a change, as a sentence; undefined when nothing does. */
export function objectionTo({ conflict, conflict_item }: ProposedChange): string | undefined {
  const said = conflict_item && `“${conflict_item.statement}” (${conflict_item.owner_name ?? 'organization'})`
  if (conflict === 'stale')
    return 'Stale: the item was changed or deleted after this was proposed. It cannot be merged.'
  if (conflict === 'duplicate') return `Duplicate of ${said}`
  if (conflict === 'contradicts') return `Contradicts ${said}`
  return undefined
}
