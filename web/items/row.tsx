import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { layers, type ResolvedItem } from '../api/words.ts'
import type { Select } from '../ui/use-selection.ts'
import { setActiveItem, useIsActive } from './active-item.ts'
import type { Reaches } from './blast-radius.tsx'
import classes from './items.module.css'
import { RowActions } from './row-actions.tsx'
import { focusRow, focusRowSoon } from './row-focus.ts'
import { StatementForm } from './statement-form.tsx'
import type { ItemActions } from './use-actions.ts'

/** Id of the text that explains how to use a handle. */
export const sortingHelpId = 'sorting-help'

/** Actions on rows; the same object for all rows of an editor, so that a row renders only when its item changes. */
export interface RowContext {
  actions: ItemActions
  reaches: Reaches
  select: Select
  showSources: (item: ResolvedItem) => void
  /** Keeps the row in the list while its item is edited. */
  hold: (item: ResolvedItem) => void
  release: (id: string) => void
}

interface ItemRowProps {
  item: ResolvedItem
  /** Whether it belongs to the layer being edited; inherited items can only be overridden here. */
  own: boolean
  selected: boolean
  /** Far from the screen, a row is only text: its actions are most of what a row costs. */
  isNear: boolean
  context: RowContext
  /** Receives the events of the handle. */
  onGrab: (id: string, event: PointerEvent | KeyboardEvent) => void
}

export const ItemRow = memo(function ItemRow({ item, own, selected, isNear, context, onGrab }: ItemRowProps) {
  // The item as it was when editing started.
  const [edited, setEdited] = useState<ResolvedItem>()
  const isActive = useIsActive(item.id)
  const edit = () => {
    // The menu, which offers it too, closes first.
    if (edited) return focusRowSoon(item.id)
    setEdited(item)
    context.hold(item)
  }
  const { actions } = context
  const out = item.hidden || item.overridden
  return (
    <li
      className={classes.row}
      id={`item-${item.id}`}
      tabIndex={-1}
      data-layer={item.source}
      data-active={isActive || undefined}
      data-out={out || undefined}
      data-proposed={(item.status === 'pending' && !item.overridden) || undefined}
      data-starred={item.starred || undefined}
      onPointerEnter={() => setActiveItem(item.id)}
      onFocus={() => setActiveItem(item.id)}
    >
      {isNear ? (
        <Grip item={item} own={own} selected={selected} context={context} onGrab={onGrab} />
      ) : (
        <span className={own ? classes.gripSpace : classes.noHandle} />
      )}
      <div className={classes.body}>
        {edited ? (
          <StatementForm
            item={edited}
            reaches={context.reaches}
            onSave={(seen, changes) => context.actions.edit(seen, changes)}
            onClose={() => {
              // Synchronously: a form that is removed after the row is focused would take the focus with it.
              flushSync(() => setEdited(undefined))
              context.release(item.id)
              focusRow(item.id)
            }}
          />
        ) : own && isNear ? (
          <button type="button" data-statement className={classes.statement} dir="auto" title="Edit" onClick={edit}>
            {item.statement}
          </button>
        ) : (
          <span className={classes.statement} dir="auto">
            {item.statement}
          </span>
        )}
        <div className={classes.marks}>
          <span className={classes.layer} data-layer={item.source}>
            {layers[item.source].title}
          </span>
          {item.status === 'pending' && <span className={classes.pending}>{pendingState(item)}</span>}
          {item.status === 'rejected' && <span className={classes.rejected}>Rejected</span>}
          {item.overridden && <span>Overridden</span>}
          {item.hidden && item.status === 'approved' && <span>Hidden</span>}
        </div>
      </div>
      {isNear && (
        <RowActions
          item={item}
          own={own}
          actions={actions}
          onEdit={edit}
          onShowSources={() => context.showSources(item)}
        />
      )}
    </li>
  )
})

/** A proposal of discovery, or something that a person wrote or imported and nobody has reviewed. */
function pendingState({ origin, hidden, overridden }: ResolvedItem): string {
  if (hidden) return origin === 'discovery' ? 'Proposed' : 'Pending, hidden'
  return overridden ? 'Unreviewed' : 'Live, unreviewed'
}

/** Moves and selects an item; only for items of the layer being edited. */
function Grip({ item, own, selected, context, onGrab }: Omit<ItemRowProps, 'isNear'>) {
  if (!own) return <span className={classes.noHandle} />
  return (
    <>
      <button
        type="button"
        className={classes.handle}
        data-handle
        aria-roledescription="sortable"
        aria-describedby={sortingHelpId}
        onPointerDown={(event) => onGrab(item.id, event)}
        onKeyDown={(event) => onGrab(item.id, event)}
        aria-label={`Move: ${item.statement}`}
      >
        <IconGripVertical size={16} />
      </button>
      <input
        type="checkbox"
        className={classes.check}
        aria-label={`Select: ${item.statement}`}
        checked={selected}
        onChange={() => undefined}
        onClick={(event) => context.select(item.id, !selected, event.shiftKey)}
      />
    </>
  )
}
