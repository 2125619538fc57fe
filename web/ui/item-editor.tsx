import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Identity, itemsOf, type Owner } from '../api/identity.ts'
import { type Category, type CategoryWords, counted, kindNames, kinds, type ResolvedItem } from '../api/words.ts'
import { StatementForm } from '../forms/statement-form.tsx'
import { setActiveItem } from './active-item.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ItemRow, type RowContext } from './item-row.tsx'
import classes from './items.module.css'
import type { Draft } from './prompt-change.ts'
import { SourcesDrawer } from './sources-drawer.tsx'
import { useItemActions } from './use-item-actions.ts'

interface ItemEditorProps {
  owner: Owner
  identity: Identity
  /** Which items are listed; all when absent. */
  filter?: (item: ResolvedItem) => boolean
  /** Asked before a change is saved: false leaves it unsaved. */
  review?: (draft: Draft) => Promise<boolean>
}

/** Leaving the review is no failure: the form stays open with what was written. */
class Unsaved extends Error {
  override message = 'Not saved yet: change the statement, or save it again and confirm.'
}

/** The ten categories with their items. */
export function ItemEditor({ owner, identity, filter, review }: ItemEditorProps) {
  const actions = useItemActions(owner)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sourcesOf, setSourcesOf] = useState<ResolvedItem>()
  const last = useRef<string>(undefined)
  const all = kindNames.flatMap((kind) => itemsOf(identity, kind))
  const listed = filter ? all.filter(filter) : all
  useGoToLinkedItem()
  const latest = useRef({ actions, listed, review })
  latest.current = { actions, listed, review }

  // One object for the life of the page: it reads what is current when it is called.
  const context = useMemo((): RowContext => {
    const confirmed = async (draft: Draft) => (await latest.current.review?.(draft)) ?? true
    return {
      get actions() {
        return latest.current.actions
      },
      edit: async (item, changes) => {
        if (!(await confirmed({ before: item, after: changes }))) throw new Unsaved()
        return latest.current.actions.edit(item, changes)
      },
      remove: async (item) => {
        if (await confirmed({ before: item })) await latest.current.actions.remove(item)
      },
      select: (id, isSelected, range) => {
        const ids = latest.current.listed.map((item) => item.id)
        const ends = range && last.current ? [ids.indexOf(last.current), ids.indexOf(id)].sort((a, b) => a - b) : []
        const chosen = ends.length === 2 && ends[0]! >= 0 ? ids.slice(ends[0], ends[1]! + 1) : [id]
        last.current = id
        setSelected((before) => {
          const after = new Set(before)
          for (const each of chosen) isSelected ? after.add(each) : after.delete(each)
          return after
        })
      },
      showSources: setSourcesOf,
    }
  }, [])

  const create = async (category: Category, statement: string) => {
    if (review && !(await review({ after: { category, statement } }))) throw new Unsaved()
    return actions.create(category, statement)
  }
  const own = (item: ResolvedItem) => item.source === owner.layer
  return (
    <Stack gap="xl">
      {kindNames.map((kind) => {
        const { title, hint, categories, plural } = kinds[kind]
        const items = itemsOf(identity, kind).filter((item) => filter?.(item) ?? true)
        return (
          <Stack key={kind} gap="sm" component="section" aria-label={title}>
            <Group gap="xs" align="baseline">
              <Title order={2} size="h4">
                {title}
              </Title>
              <Text size="sm" c="dimmed">
                {hint} · {counted(items.length, kind, plural)}
              </Text>
            </Group>
            {categories.map((category) => (
              <CategoryList
                key={category.id}
                category={category}
                items={items.filter((item) => item.category === category.id)}
                own={own}
                selected={selected}
                context={context}
                onCreate={(statement) => create(category.id, statement)}
                onReorder={actions.reorder}
              />
            ))}
          </Stack>
        )
      })}
      <BulkBar
        items={all.filter((item) => selected.has(item.id) && own(item))}
        onClear={() => setSelected(new Set())}
        setMany={actions.setMany}
      />
      <SourcesDrawer item={sourcesOf} onClose={() => setSourcesOf(undefined)} />
    </Stack>
  )
}

/** An address may end in `#item-<id>`: search results do. */
function useGoToLinkedItem() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (!hash) return
    document.getElementById(hash)?.scrollIntoView({ block: 'center' })
    setActiveItem(hash.replace('item-', ''))
  }, [hash])
}

interface CategoryListProps {
  category: CategoryWords
  items: ResolvedItem[]
  own: (item: ResolvedItem) => boolean
  selected: ReadonlySet<string>
  context: RowContext
  onCreate: (statement: string) => Promise<unknown>
  onReorder: (ordered: ResolvedItem[]) => unknown
}

function CategoryList({ category, items, own, selected, context, onCreate, onReorder }: CategoryListProps) {
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const movable = items.filter(own)
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const from = movable.findIndex(({ id }) => id === active.id)
    const to = movable.findIndex(({ id }) => id === over?.id)
    if (from < 0 || to < 0 || from === to) return
    // Starred items stand first whatever their number.
    const moved = arrayMove(movable, from, to)
    onReorder([...moved.filter(({ starred }) => starred), ...moved.filter(({ starred }) => !starred)])
  }
  const close = () => {
    setAdding(false)
    requestAnimationFrame(() => addButton.current?.focus())
  }
  return (
    <Box className={classes.category} component="section" aria-label={category.title}>
      <div className={classes.categoryHead}>
        <h3>{category.title}</h3>
        <span className={classes.hint}>{category.hint}</span>
        <Button
          ref={addButton}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          aria-label={`Add to ${category.title}`}
          onClick={() => setAdding(true)}
        >
          Add
        </Button>
      </div>
      {items.length > 0 && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={onDragEnd}
          accessibility={{ announcements: announcementsFor(movable) }}
        >
          <SortableContext items={movable} strategy={verticalListSortingStrategy}>
            <ul className={classes.list}>
              {items.map((item) => (
                <ItemRow key={item.id} item={item} own={own(item)} selected={selected.has(item.id)} context={context} />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
      {items.length === 0 && !isAdding && <div className={classes.empty}>Nothing here yet.</div>}
      {isAdding && (
        <div className={classes.form}>
          <StatementForm
            label={`New in ${category.title}`}
            category={category.id}
            submitLabel="Add"
            onSubmit={onCreate}
            onClose={close}
            repeats
          />
        </div>
      )}
    </Box>
  )
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
