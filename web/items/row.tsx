import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { layers, type ResolvedItem } from '../api/words.ts'
import { setActiveItem, useIsActive } from './active-item.ts'
import classes from './items.module.css'
import { RowActions } from './row-actions.tsx'
import { focusRow } from './row-focus.ts'
import { StatementForm } from './statement-form.tsx'
import type { ItemActions } from './use-actions.ts'

/** Names the text that tells how a handle is used. */
export const sortingHelpId = 'sorting-help'

/** What a row may do; the same object for all rows of an editor, so that a row renders only when its item changes. */
export interface RowContext {
  actions: ItemActions
  select: (id: string, selected: boolean, range: boolean) => void
  showSources: (item: ResolvedItem) => void
  /** Keeps the row in the list while its item is edited. */
  hold: (item: ResolvedItem) => void
  release: (id: string) => void
}

interface ItemRowProps {
  item: ResolvedItem
  /** Of the layer that is being edited; inherited ones can only be hidden here. */
  own: boolean
  selected: boolean
  /** What is far from the screen is words alone: what can be done to an item is most of what a row costs. */
  isNear: boolean
  context: RowContext
  /** Told of what happens at the handle. */
  onGrab: (id: string, event: PointerEvent | KeyboardEvent) => void
}

export const ItemRow = memo(function ItemRow({ item, own, selected, isNear, context, onGrab }: ItemRowProps) {
  // The item as it was when somebody began to edit it.
  const [edited, setEdited] = useState<ResolvedItem>()
  const isActive = useIsActive(item.id)
  const edit = () => {
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
            label="Statement"
            category={edited.category}
            statement={edited.statement}
            movable
            submitLabel="Save"
            onSubmit={(statement, category, over) => actions.edit(over ?? edited, { statement, category })}
            onClose={() => {
              // At once: a form that is still there when the row is focused takes the focus with it when it goes.
              flushSync(() => setEdited(undefined))
              context.release(item.id)
              focusRow(item.id)
            }}
          />
        ) : own && isNear ? (
          <button type="button" data-statement className={classes.statement} title="Edit" onClick={edit}>
            {item.statement}
          </button>
        ) : (
          <span className={classes.statement}>{item.statement}</span>
        )}
        <div className={classes.marks}>
          <span className={classes.layer} data-layer={item.source}>
            {layers[item.source].title}
          </span>
          {item.status === 'pending' && (
            <span className={classes.pending}>
              {item.hidden
                ? 'Proposed, not in the prompt'
                : item.overridden
                  ? 'Not reviewed'
                  : 'In the prompt, not reviewed'}
            </span>
          )}
          {item.status === 'rejected' && <span className={classes.rejected}>Rejected</span>}
          {item.overridden && <span>Hidden for this agent</span>}
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

/** What moves and selects an item of one's own. */
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
