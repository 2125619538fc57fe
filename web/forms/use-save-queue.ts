import { useEffect, useReducer, useRef } from 'react'
import { ApiError } from '../api/client.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'

/** An input that is not saved yet. Without an error it is being saved, or waits for its turn. */
interface UnsavedInput<Input> {
  id: number
  input: Input
  error: Error | null
}

export interface SaveQueue<Input> {
  unsaved: UnsavedInput<Input>[]
  /** The input that is being saved; undefined while a failure stops the queue. */
  savingId: number | undefined
  /** Saves an input after those that were added before it. */
  add: (input: Input) => void
  /** Saves a failed input again. */
  retry: (id: number) => void
  /** Removes a failed input; `instead` takes its place, and waits there until it is retried. */
  remove: (id: number, instead?: Input) => void
}

/** A failure that the next input would meet too: signed out, rate limited, offline, or an error of the service. */
const stopsQueue = (error: Error | null) =>
  error instanceof ApiError && ([0, 401, 429].includes(error.status) || error.status >= 500)

/**
 * Saves inputs one after the other, so that they are stored in the order in which they were typed and the field is free
 * at once. An input that fails stays in the queue with its error. The inputs behind it are saved, unless they would
 * fail for the same reason: then they wait, and the next `add` or `retry` continues with all of them in order.
 *
 * Asks before leaving the page while anything is unsaved; leaving discards the inputs that are still waiting.
 *
 * @param save gets the input to save now, and all that are waiting, including it
 */
export function useSaveQueue<Input>(save: (input: Input, waiting: Input[]) => Promise<unknown>): SaveQueue<Input> {
  const unsaved = useRef<UnsavedInput<Input>[]>([])
  const lastId = useRef(0)
  const savingId = useRef<number>(undefined)
  const isMounted = useRef(true)
  const latestSave = useRef(save)
  latestSave.current = save
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useUnsaved(() => unsaved.current.length > 0)

  const update = (next: UnsavedInput<Input>[]) => {
    unsaved.current = next
    render()
  }
  const setError = (id: number, error: Error | null) =>
    update(unsaved.current.map((each) => (each.id === id ? { ...each, error } : each)))
  const remove: SaveQueue<Input>['remove'] = (id, instead) =>
    update(
      unsaved.current.flatMap((each) => {
        if (each.id !== id) return each
        return instead === undefined ? [] : { ...each, input: instead, error: new Error('Not saved yet.') }
      }),
    )
  const run = async () => {
    if (savingId.current !== undefined) return
    update(unsaved.current.map((each) => (stopsQueue(each.error) ? { ...each, error: null } : each)))
    while (isMounted.current) {
      const waiting = unsaved.current.filter(({ error }) => error === null)
      const [next] = waiting
      if (!next) break
      savingId.current = next.id
      render()
      try {
        await latestSave.current(
          next.input,
          waiting.map(({ input }) => input),
        )
        remove(next.id)
      } catch (error) {
        setError(next.id, error as Error)
        if (stopsQueue(error as Error)) break
      }
    }
    savingId.current = undefined
    render()
  }
  return {
    unsaved: unsaved.current,
    savingId: savingId.current,
    add: (input) => {
      lastId.current += 1
      update([...unsaved.current, { id: lastId.current, input, error: null }])
      run()
    },
    retry: (id) => {
      setError(id, null)
      run()
    },
    remove,
  }
}
