import { Box, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Identity, itemsOf, type Owner } from '../api/identity.ts'
import { type CategoryWords, kindNames, kindOf, kinds, pluralize, type ResolvedItem } from '../api/words.ts'
import { useHeld } from '../ui/use-held.ts'
import { useIsNear } from '../ui/use-is-near.ts'
import { useMayEdit } from '../ui/use-organization.ts'
import { useSelection } from '../ui/use-selection.ts'
import { setActiveItem } from './active-item.ts'
import { BlastRadiusDialog, type Reaches, useBlastRadius } from './blast-radius.tsx'
import { BulkBar } from './bulk-bar.tsx'
import classes from './items.module.css'
import { QuickEntry } from './quick-entry.tsx'
import { ItemRow, type RowContext, sortingHelpId } from './row.tsx'
import { type Grips, Sorting } from './sorting.tsx'
import { SourcesDrawer } from './sources-drawer.tsx'
import { type ItemActions, useItemActions } from './use-actions.ts'

interface ItemEditorProps {
  owner: Owner
  identity: Identity
  /** Which items are listed; all by default. */
  filter?: (item: ResolvedItem) => boolean
  /** Shown in a category that lists no items. */
  emptyText?: string | undefined
  reaches?: Reaches
}

/** More rows than fit on a large screen. */
const firstRows = 40

/** The ten categories with their items. */
export function ItemEditor({ owner, identity, filter, emptyText = 'No items yet', reaches }: ItemEditorProps) {
  const { confirm, question } = useBlastRadius(reaches)
  const actions = useItemActions(owner, confirm)
  const [sourcesOf, setSourcesOf] = useState<ResolvedItem>()
  const { rows, held, hold, release } = useHeld(kindNames.flatMap((kind) => itemsOf(identity, kind)))
  // An item that is being edited stays in place, even if someone else moves it.
  const all = rows.map((item) => {
    const category = held.get(item.id)?.category ?? item.category
    return category === item.category ? item : ({ ...item, category } as ResolvedItem)
  })
  const isListed = (item: ResolvedItem) => held.has(item.id) || (filter?.(item) ?? true)
  const { selected, select, clear } = useSelection(all.filter(isListed))
  useGoToLinkedItem()
  const latest = useRef({ actions, select })
  latest.current = { actions, select }

  // One object for the lifetime of the page, which reads the current values when called.
  const context = useMemo(
    (): RowContext => ({
      get actions() {
        return latest.current.actions
      },
      get select() {
        return latest.current.select
      },
      reaches,
      showSources: setSourcesOf,
      hold,
      release,
    }),
    [reaches, hold, release],
  )

  const mayEdit = useMayEdit()
  const own = (item: ResolvedItem) => mayEdit && item.source === owner.layer
  let rowsBefore = 0
  return (
    <Stack gap="xl" pb="var(--selection-bar, 0)">
      {kindNames.map((kind) => {
        const { title, hint, categories, plural } = kinds[kind]
        const ofKind = all.filter((item) => kindOf(item.category) === kind)
        const items = ofKind.filter(isListed)
        const shown = items.filter(({ hidden, overridden }) => !hidden && !overridden).length
        const waiting = items.filter(({ status, overridden }) => status === 'pending' && !overridden).length
        const out = items.filter(
          ({ status, hidden, overridden }) => overridden || (hidden && status !== 'pending'),
        ).length
        return (
          <Stack key={kind} gap="sm" component="section" aria-label={title}>
            <Group gap="xs" align="baseline">
              <Title order={2} size="h4">
                {title}
              </Title>
              <Text size="sm" c="dimmed">
                {hint} · {pluralize(shown, kind, plural)}
                {waiting > 0 && `, ${waiting} pending`}
                {out > 0 && `, ${out} hidden or overridden`}
              </Text>
            </Group>
            {categories.map((category) => {
              const ofCategory = ofKind.filter((item) => item.category === category.id)
              const listedHere = ofCategory.filter(isListed)
              const startsNear = rowsBefore < firstRows
              rowsBefore += listedHere.length
              return (
                <CategoryList
                  key={category.id}
                  category={category}
                  items={listedHere}
                  all={ofCategory}
                  isListed={isListed}
                  emptyText={emptyText}
                  startsNear={startsNear}
                  own={own}
                  selected={selected}
                  context={context}
                  actions={actions}
                />
              )
            })}
          </Stack>
        )
      })}
      <VisuallyHidden id={sortingHelpId}>
        Press Space to pick up the item, the arrow keys to move it, Space to drop it, or Escape to cancel.
      </VisuallyHidden>
      <BulkBar items={all.filter((item) => selected.has(item.id) && own(item))} onClear={clear} actions={actions} />
      <SourcesDrawer
        item={sourcesOf}
        agentId={owner.layer === 'agent' ? owner.id : undefined}
        onClose={() => setSourcesOf(undefined)}
      />
      <BlastRadiusDialog question={question} reaches={reaches} />
    </Stack>
  )
}

/** A URL may end in `#item-<id>`, as in search results. */
function useGoToLinkedItem() {
  // The key differs per visit, so that following the same link again scrolls there again.
  const { hash, state } = useLocation()
  const visit = state.__TSR_key
  useEffect(() => {
    const row = hash && document.getElementById(hash)
    if (!row || !visit) return
    row.scrollIntoView({ block: 'center' })
    setActiveItem(hash.replace('item-', ''))
  }, [hash, visit])
}

interface CategoryListProps {
  category: CategoryWords
  items: ResolvedItem[]
  /** Including those not listed: items are ordered among all of them. */
  all: ResolvedItem[]
  isListed: (item: ResolvedItem) => boolean
  emptyText: string
  startsNear: boolean
  own: (item: ResolvedItem) => boolean
  selected: ReadonlySet<string>
  context: RowContext
  actions: ItemActions
}

function CategoryList({
  category,
  items,
  all,
  isListed,
  emptyText,
  startsNear,
  own,
  selected,
  context,
  actions,
}: CategoryListProps) {
  const mayEdit = useMayEdit()
  const section = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(section, startsNear)
  const [isAdding, setAdding] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [isSorting, setSorting] = useState(false)
  const grips = useRef<Grips>(new Map())
  // Mounted synchronously within the event, so that the first drag already works.
  const grab = useCallback((id: string, event: PointerEvent | KeyboardEvent) => {
    if ('code' in event && event.code !== 'Space' && event.code !== 'Enter') return
    flushSync(() => setSorting(true))
    grips.current.get(id)?.[event.type === 'pointerdown' ? 'onPointerDown' : 'onKeyDown']?.(event)
  }, [])
  const close = () => {
    setAdding(false)
    requestAnimationFrame(() => addButton.current?.focus())
  }
  return (
    <Box ref={section} className={classes.category} component="section" aria-label={category.title}>
      <div className={classes.categoryHead}>
        <h3>{category.title}</h3>
        <span className={classes.hint}>{category.hint}</span>
        {mayEdit && (
          <Button
            ref={addButton}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            aria-label={`Add to ${category.title}`}
            // A field that is open already takes the keyboard.
            onClick={() => (field.current ? field.current.focus() : setAdding(true))}
          >
            Add
          </Button>
        )}
      </div>
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              own={own(item)}
              selected={selected.has(item.id)}
              isNear={isNear}
              context={context}
              onGrab={grab}
            />
          ))}
        </ul>
      )}
      {isSorting && <Sorting items={all} isListed={isListed} own={own} grips={grips} onReorder={actions.reorder} />}
      {items.length === 0 && !isAdding && <div className={classes.empty}>{emptyText}</div>}
      <QuickEntry
        category={category}
        actions={actions}
        reaches={context.reaches}
        isOpen={isAdding}
        field={field}
        onOpen={() => setAdding(true)}
        onClose={close}
      />
    </Box>
  )
}
