import { useCallback, useState } from 'react'

/**
 * The rows of a list as they are now, and those that somebody is editing: a row that others delete meanwhile stays,
 * with the draft in it, until its form closes.
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
