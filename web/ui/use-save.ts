import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { notifyError } from './notify.tsx'

interface Options<Input, Result> {
  /** Queries to refetch afterwards, whether it succeeded or not. */
  changes: QueryKey[]
  onSuccess?: (result: Result, input: Input) => unknown
  /** Title of the notification when it fails. */
  failureTitle?: string
  /** For forms, which show a failure next to their fields instead of in a notification. */
  silent?: boolean
  /** Names the writes for `useMutationState`. */
  mutationKey?: QueryKey
}

/**
 * A write: reports its failure, and refetches everything that it may have changed. A second one waits for the first, so
 * that the last choice of a user who toggles back and forth is the one that is stored.
 */
export function useSave<Input, Result>(
  write: (input: Input) => Promise<Result>,
  { changes, onSuccess, failureTitle, silent = false, mutationKey }: Options<Input, Result>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    ...(mutationKey && { mutationKey }),
    scope: { id: useId() },
    onSuccess: (result, input) => {
      // A page that opens next must not show stale data.
      for (const queryKey of changes) client.invalidateQueries({ queryKey, refetchType: 'none' })
      return onSuccess?.(result, input)
    },
    onError: (error) => {
      if (!silent) notifyError(error, failureTitle)
    },
    // Stays pending until the changed data is refetched, so that nothing flips back in between.
    onSettled: () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
