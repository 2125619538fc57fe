import { useCallback, useRef, useState } from 'react'

/** Selects or deselects a record, or with `range` all from the one that was selected or deselected last. */
export type Select = (id: string, isSelected: boolean, range: boolean) => void

/** Which records of a list are selected. `select` is the same function at each rendering, for rows that are kept. */
export function useSelection(listed: readonly { id: string }[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const latest = useRef(listed)
  latest.current = listed
  const select = useCallback<Select>((id, isSelected, range) => {
    const ids = latest.current.map((record) => record.id)
    const ends = range && last.current ? [ids.indexOf(last.current), ids.indexOf(id)].sort((a, b) => a - b) : []
    const chosen = ends.length === 2 && ends[0]! >= 0 ? ids.slice(ends[0], ends[1]! + 1) : [id]
    last.current = id
    setSelected((before) => {
      const after = new Set(before)
      for (const each of chosen) isSelected ? after.add(each) : after.delete(each)
      return after
    })
  }, [])
  const selectAll = () => setSelected(new Set(listed.map(({ id }) => id)))
  return { selected, select, selectAll, clear: () => setSelected(new Set()) }
}
