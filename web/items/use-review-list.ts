import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Decision } from './use-decisions.ts'

interface ReviewList<Item> {
  items: readonly Item[]
  idOf: (item: Item) => string
  /** Decides on one item, or on the selection, and offers to undo that. */
  decideAbout: (items: Item[], how: Decision) => Promise<void>
  edit: (item: Item) => void
  /** Tells of an entry that it is only looked at here: the keys move over it. */
  isOnlyShown?: (item: Item) => boolean
  /** Tells of an item that it is edited before it is approved. */
  needsEdit?: (item: Item) => boolean
  /** The item beside the list, which the keys are about while no card has the focus. */
  current?: Item | undefined
  /** Shows another item beside the list, before its card takes the focus. */
  show?: (item: Item) => void
}

/**
 * A list of cards to decide about, one by one or as a selection: its element is `list`, and its cards have `data-card`.
 * Handles keys on the focused card, except while typing: `j` and `k` move, `a` approves, `r` rejects, `e` edits, `x`
 * selects. The key for approving opens what needs an edit; a selection keeps it. `UndoLine` has the keys for undo.
 */
export function useReviewList<Item>({
  items,
  idOf,
  decideAbout,
  edit,
  isOnlyShown = () => false,
  needsEdit = () => false,
  current,
  show,
}: ReviewList<Item>) {
  const list = useRef<HTMLDivElement>(null)
  const deciding = useRef(new Set<string>())
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter((item) => selectedIds.has(idOf(item)))
  const select = (chosen: readonly Item[]) => setSelectedIds(new Set(chosen.map(idOf)))

  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const focusCard = (index: number) => {
    const item = items[Math.max(0, Math.min(index, items.length - 1))]
    if (!item) return
    // Synchronously: a card that is not drawn takes no focus. By its id, since drawing may remove others.
    if (show) flushSync(() => show(item))
    cards()
      .find((card) => card.dataset.card === idOf(item))
      ?.focus()
  }
  /** Closes the form of a card; the card takes the focus if the form had it, or a question about it. */
  const closeForm = (index: number, close: () => void) => {
    const card = cards()[index]
    const focused = document.activeElement
    const hadFocus = focused === document.body || card?.contains(focused) || focused?.closest('[role=dialog]')
    // Synchronously: a form that is removed after the card is focused would take the focus with it.
    flushSync(close)
    if (hadFocus) card?.focus()
  }
  // An item that comes back may be decided on again.
  useEffect(() => {
    const listed = new Set(items.map(idOf))
    for (const id of deciding.current) if (!listed.has(id)) deciding.current.delete(id)
  })
  const decide = (item: Item, index: number, how: Decision) => {
    const id = idOf(item)
    // A key that is pressed before it leaves the list must not decide again.
    if (deciding.current.has(id)) return
    deciding.current.add(id)
    // Focus the next one before this one leaves the list.
    const isLeft = (other: Item) => !isOnlyShown(other) && !deciding.current.has(idOf(other))
    const next = items.findIndex((other, at) => at > index && isLeft(other))
    focusCard(next === -1 ? items.findLastIndex(isLeft) : next)
    decideAbout([item], how).finally(() => deciding.current.delete(id))
  }
  const decideSelected = (how: Decision) => {
    const left = how === 'approved' ? selected.filter(needsEdit) : []
    focusCard(items.findIndex((item) => !selectedIds.has(idOf(item)) || left.includes(item)))
    select(left)
    const decided = selected.filter((item) => !left.includes(item))
    if (decided.length > 0) decideAbout(decided, how)
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
    const focused = cards().findIndex((card) => card.contains(target))
    const index = focused === -1 && current ? items.indexOf(current) : focused
    const item = items[index]
    const { key } = event
    const next = focused === -1 && current ? index : index + 1
    const isDecided = item && (selected.length > 0 || !isOnlyShown(item))
    const decideByKey = (how: Decision) => {
      if (selected.length > 0) decideSelected(how)
      else if (how === 'approved' && needsEdit(item!)) edit(item!)
      else decide(item!, index, how)
    }
    if (key === 'j' || (key === 'ArrowDown' && item)) focusCard(next)
    else if (key === 'k' || (key === 'ArrowUp' && item)) focusCard(index - 1)
    else if (key === 'a' && isDecided) decideByKey('approved')
    else if (key === 'r' && isDecided) decideByKey('rejected')
    else if (key === 'e' && item && !isOnlyShown(item)) edit(item)
    else if (key === 'x' && item && !isOnlyShown(item)) toggle(item)
    else return
    event.preventDefault()
  })

  return { list, selected, select, toggle, focusCard, closeForm, decide, decideSelected }
}
