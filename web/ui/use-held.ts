import { useCallback, useState } from 'react'

/**
 * The current rows of a list, plus those being edited: a row that someone else deletes stays in the list with its draft
 * until its form closes.
 */
export function useHeld<Row extends { id: string }>(rows: Row[]) {
  const [held, setHeld] = useState<ReadonlyMap<string, Row>>(new Map())
  const hold = useCallback((row: Row) => setHeld((before) => new Map(before).set(row.id, row)), [])
  const release = useCallback(
    (id: string) => setHeld((before) => new Map([...before].filter(([heldId]) => heldId !== id))),
    [],
  )
  const present = new Set(rows.map(({ id }) => id))
  const gone = [...held.values()].filter(({ id }) => !present.has(id))
  return { rows: gone.length > 0 ? [...rows, ...gone] : rows, held, hold, release }
}
