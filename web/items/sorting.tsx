import {
  type CollisionDetection,
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
import { ordered } from './order.ts'

/** What a handle's events are passed on to, by item. */
export type Grips = Map<string, ReturnType<typeof useSortable>['listeners']>

interface SortingProps {
  /** All items of a category, in their order. */
  items: ResolvedItem[]
  /** Whether an item has a row here. */
  isListed: (item: ResolvedItem) => boolean
  /** Own items move; inherited ones are what they move around. */
  own: (item: ResolvedItem) => boolean
  grips: RefObject<Grips>
  onReorder: (before: ResolvedItem[], after: ResolvedItem[]) => unknown
}

/**
 * Lets the rows of a list be moved by pointer and keyboard. It renders nothing of them: it is mounted beside the list
 * when a handle is first used, since for each of 200 rows from the start it took a fifth of opening an agent.
 *
 * Starred items stand first whatever their number, so each of the two halves is a list of its own.
 */
export function Sorting({ items, ...props }: SortingProps) {
  return [true, false].map((isStarred) => (
    <SortingHalf key={String(isStarred)} items={items.filter(({ starred }) => starred === isStarred)} {...props} />
  ))
}

function SortingHalf({ items, isListed, own, grips, onReorder }: SortingProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: string | number) => items.findIndex((item) => item.id === id)
  const moved = (id: string | number, overId: string | number) =>
    ordered(arrayMove(items, indexOf(id), indexOf(overId)), String(id), own)
  // An item is shown only where it can stay.
  const collisionDetection: CollisionDetection = ({ droppableContainers, ...args }) =>
    closestCenter({ ...args, droppableContainers: droppableContainers.filter(({ id }) => moved(args.active.id, id)) })
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const after = moved(active.id, over.id)
    if (after) onReorder(items, after)
  }
  const listed = items.filter(isListed)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announcementsFor(listed) }}
    >
      <SortableContext items={listed} strategy={verticalListSortingStrategy}>
        {listed.map((item) => (
          <SortableRow key={item.id} id={item.id} isMovable={own(item)} grips={grips} />
        ))}
      </SortableContext>
    </DndContext>
  )
}

/** Ties a row of the page to the library: its handle's events go in, its place while it moves comes out. */
function SortableRow({ id, isMovable, grips }: { id: string; isMovable: boolean; grips: RefObject<Grips> }) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id,
    disabled: { draggable: !isMovable },
  })
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
