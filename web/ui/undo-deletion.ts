import type { QueryClient } from '@tanstack/react-query'
import type { Deletion } from '../api/deletions.ts'
import { identityKeys } from '../api/identity.ts'
import { notify } from './notify.tsx'
import { notifyUndo } from './undo.ts'

/** Fetches again what depends on the agents and groups of an organization. */
export const refetchOwners = (client: QueryClient) =>
  Promise.all([...identityKeys, ['groups']].map((queryKey) => client.invalidateQueries({ queryKey })))

/**
 * Reports deletions and offers to undo them, where the service kept the records.
 *
 * @param refresh fetches again what the records stood in.
 */
export function notifyDeleted(message: string, deletions: readonly Deletion[], refresh: () => Promise<unknown>): void {
  const left = deletions.filter(({ restorable_until }) => restorable_until !== null)
  if (left.length < deletions.length) notify(`${message}. Undo is not possible for so much data.`)
  if (left.length === 0) return
  notifyUndo(message, async () => {
    try {
      // One that fails is tried again, and none twice.
      for (; left[0]; left.shift()) await left[0].restore()
    } finally {
      await refresh()
    }
  })
}
