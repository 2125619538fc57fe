import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyError } from './notify.tsx'

interface Options<Input, Result> {
  /** What is read again afterwards, whether it worked or not. */
  changes: QueryKey[]
  onSuccess?: (result: Result, input: Input) => unknown
  /** Forms show a failure where it belongs; everything else in a notification. */
  silent?: boolean
}

/** A write: says when it failed, and has everything read again that it may have changed. */
export function useSave<Input, Result>(
  write: (input: Input) => Promise<Result>,
  { changes, onSuccess, silent = false }: Options<Input, Result>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (result, input) => {
      // Whatever opens next must not show what it was before.
      for (const queryKey of changes) client.invalidateQueries({ queryKey, refetchType: 'none' })
      return onSuccess?.(result, input)
    },
    onError: (error) => {
      if (!silent) notifyError(error)
    },
    // Pending until what it changed was read again, so that nothing falls back to its old state in between.
    onSettled: () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
