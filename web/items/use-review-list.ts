import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { Undo } from '../ui/notify.tsx'
import type { Decision } from './use-decisions.ts'

interface ReviewList<Item> {
  items: readonly Item[]
  idOf: (item: Item) => string
  /** Decides on one item, or on the selection. Returns how to take that back; undefined if it was not done. */
  decideAbout: (items: Item[], how: Decision) => Promise<Undo | undefined>
  edit: (item: Item) => void
  /** Tells of an item that it is edited before it is approved. */
  needsEdit?: (item: Item) => boolean
}

/**
 * A list of cards to decide about, one by one or as a selection: its element is `list`, and its cards are `ReviewCard`.
 * Handles keys on the focused card, except while typing: `j` and `k` move, `a` approves, `r` rejects, `e` edits, `x`
 * selects; `z` takes back the last decision, then the one before it. The key for approving opens what needs an edit; a
 * selection keeps it.
 */
export function useReviewList<Item>({ items, idOf, decideAbout, edit, needsEdit = () => false }: ReviewList<Item>) {
  const list = useRef<HTMLDivElement>(null)
  const undos = useRef<Undo[]>([])
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter((item) => selectedIds.has(idOf(item)))
  const select = (chosen: readonly Item[]) => setSelectedIds(new Set(chosen.map(idOf)))

  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const focusCard = (index: number) => cards()[Math.max(0, Math.min(index, cards().length - 1))]?.focus()
  const remember = (undo: Undo | undefined) => {
    if (undo) undos.current.push(undo)
  }
  const undoLast = () => {
    // One that the notice took back already is passed over.
    while (undos.current.length > 0 && !undos.current.pop()!()) {}
  }
  const decide = (item: Item, index: number, how: Decision) => {
    // Focus the next one before this one leaves the list.
    focusCard(items.length > index + 1 ? index + 1 : index - 1)
    decideAbout([item], how).then(remember)
  }
  const decideSelected = (how: Decision) => {
    const left = how === 'approved' ? selected.filter(needsEdit) : []
    focusCard(items.findIndex((item) => !selectedIds.has(idOf(item)) || left.includes(item)))
    select(left)
    const decided = selected.filter((item) => !left.includes(item))
    if (decided.length > 0) decideAbout(decided, how).then(remember)
  }
  const toggle = (item: Item) => {
    const toggled = new Set(selectedIds)
    if (!toggled.delete(idOf(item))) toggled.add(idOf(item))
    setSelectedIds(toggled)
  }

  useWindowEvent('keydown', (event) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest('[role=dialog], form, textarea, select, input:not([type=checkbox])')) return
    const index = cards().findIndex((card) => card.contains(target))
    const item = items[index]
    const { key } = event
    const decideByKey = (how: Decision) => {
      if (selected.length > 0) decideSelected(how)
      else if (how === 'approved' && needsEdit(item!)) edit(item!)
      else decide(item!, index, how)
    }
    if (key === 'j' || (key === 'ArrowDown' && item)) focusCard(index + 1)
    else if (key === 'k' || (key === 'ArrowUp' && item)) focusCard(index - 1)
    else if (key === 'a' && item) decideByKey('approved')
    else if (key === 'r' && item) decideByKey('rejected')
    else if (key === 'e' && item) edit(item)
    else if (key === 'x' && item) toggle(item)
    else if (key === 'z') undoLast()
    else return
    event.preventDefault()
  })

  return { list, selected, select, toggle, focusCard, decide, decideSelected, remember }
}
