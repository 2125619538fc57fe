import { useSyncExternalStore } from 'react'

/** The item that was hovered or focused last: its row and its line of the prompt are highlighted together. */

let activeId: string | undefined
const listeners = new Set<() => void>()

export function setActiveItem(id: string) {
  if (id === activeId) return
  activeId = id
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this item is the active one; renders again only when that changes. */
export const useIsActive = (id: string | undefined) =>
  useSyncExternalStore(subscribe, () => id !== undefined && activeId === id)

export const useActiveItem = () => useSyncExternalStore(subscribe, () => activeId)
