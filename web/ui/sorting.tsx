import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type RefObject, useLayoutEffect } from 'react'
import type { ResolvedItem } from '../api/words.ts'

/** What a handle's events are passed on to, by item. */
export type Grips = Map<string, ReturnType<typeof useSortable>['listeners']>

interface SortingProps {
  items: ResolvedItem[]
  grips: RefObject<Grips>
  onReorder: (before: ResolvedItem[], ordered: ResolvedItem[]) => unknown
}

/**
 * Lets the rows of a list be moved by pointer and keyboard. It renders nothing of them: it is mounted beside the list
 * when a handle is first used, since for each of 200 rows from the start it took a fifth of opening an agent.
 */
export function Sorting({ items, grips, onReorder }: SortingProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const from = items.findIndex(({ id }) => id === active.id)
    const to = items.findIndex(({ id }) => id === over?.id)
    if (from < 0 || to < 0 || from === to) return
    // Starred items stand first whatever their number.
    const moved = arrayMove(items, from, to)
    onReorder(items, [...moved.filter(({ starred }) => starred), ...moved.filter(({ starred }) => !starred)])
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announcementsFor(items) }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {items.map(({ id }) => (
          <SortableRow key={id} id={id} grips={grips} />
        ))}
      </SortableContext>
    </DndContext>
  )
}

/** Ties a row of the page to the library: its handle's events go in, its place while it moves comes out. */
function SortableRow({ id, grips }: { id: string; grips: RefObject<Grips> }) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id })
  useLayoutEffect(() => {
    const row = document.getElementById(`item-${id}`)
    setNodeRef(row)
    setActivatorNodeRef(row?.querySelector<HTMLElement>('[data-handle]') ?? null)
  }, [id, setNodeRef, setActivatorNodeRef])
  useLayoutEffect(() => {
    grips.current.set(id, listeners)
  }, [id, grips, listeners])
  useLayoutEffect(() => {
    const row = document.getElementById(`item-${id}`)
    if (!row) return
    row.style.transform = CSS.Translate.toString(transform) ?? ''
    row.style.transition = transition ?? ''
  }, [id, transform, transition])
  return null
}

/** What a screen reader hears while an item is moved: its words and places, not its id. */
function announcementsFor(items: ResolvedItem[]) {
  const place = (id: string | number | undefined) => items.findIndex((item) => item.id === id) + 1
  const words = (id: string | number) => items.find((item) => item.id === id)?.statement ?? 'the item'
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) =>
      `Picked up: ${words(active.id)}. Arrow keys move it, space puts it down, escape leaves it.`,
    onDragOver: ({ over }: { over: { id: string | number } | null }) =>
      over ? `Place ${place(over.id)} of ${items.length}` : 'Outside of the list',
    onDragEnd: ({ active, over }: { active: { id: string | number }; over: { id: string | number } | null }) =>
      over ? `${words(active.id)}: now at place ${place(over.id)}` : 'Left where it was',
    onDragCancel: () => 'Left where it was',
  }
}
