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
  if (deletions.length === 0) return
  if (left.length === 0) {
    notify(`${message}. Undo is not possible for so much data.`)
    return
  }
  const lost = deletions.length - left.length
  notifyUndo(lost === 0 ? message : `${message}. Undo is not possible for ${lost} of them.`, async () => {
    try {
      // One that fails is tried again, and none twice.
      for (; left[0]; left.shift()) await left[0].restore()
    } finally {
      await refresh()
    }
  })
}
