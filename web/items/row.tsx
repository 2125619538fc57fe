import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconPencil,
  IconQuote,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { layers, type ResolvedItem } from '../api/words.ts'
import { setActiveItem, useIsActive } from './active-item.ts'
import classes from './items.module.css'
import { focusRow, keepFocus } from './row-focus.ts'
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
      {isNear && <Actions item={item} own={own} context={context} onEdit={edit} />}
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

interface ActionsProps {
  item: ResolvedItem
  own: boolean
  context: RowContext
  onEdit: () => void
}

function Actions({ item, own, context, onEdit }: ActionsProps) {
  const { actions } = context
  const about = { statement: item.statement }
  return (
    <div className={classes.actions}>
      {own && item.status === 'pending' && (
        <>
          <Action {...about} label="Approve" onClick={() => keepFocus([item.id], () => actions.approve(item))} wideOnly>
            <IconCheck size={18} />
          </Action>
          <Action {...about} label="Reject" onClick={() => keepFocus([item.id], () => actions.reject(item))} wideOnly>
            <IconX size={18} />
          </Action>
        </>
      )}
      {own && (
        <>
          <Action
            {...about}
            label={item.starred ? 'Remove star' : 'Star'}
            onClick={() => actions.star(item)}
            isOn={item.starred}
            wideOnly
          >
            {item.starred ? <IconStarFilled size={18} /> : <IconStar size={18} />}
          </Action>
          <Action {...about} label={item.hidden ? 'Show' : 'Hide'} onClick={() => actions.hide(item)} wideOnly>
            <VisibilityIcon isVisible={!item.hidden} />
          </Action>
        </>
      )}
      {!own && (
        <Action
          {...about}
          label={item.overridden ? 'Inherit again' : 'Hide for this agent'}
          onClick={() => (item.overridden ? actions.restore(item) : actions.override(item))}
        >
          <VisibilityIcon isVisible={!item.overridden} />
        </Action>
      )}
      <ItemMenu item={item} own={own} context={context} onEdit={onEdit} />
    </div>
  )
}

/** The eye says how it is, never what a click makes of it: that is what the label says. */
const VisibilityIcon = ({ isVisible }: { isVisible: boolean }) =>
  isVisible ? <IconEye size={18} /> : <IconEyeOff size={18} />

interface ActionProps {
  label: string
  statement: string
  onClick: () => void
  children: ReactNode
  isOn?: boolean
  wideOnly?: boolean
}

function Action({ label, statement, onClick, children, isOn, wideOnly }: ActionProps) {
  return (
    <button
      type="button"
      className={`${classes.action} ${wideOnly ? classes.wideOnly : ''}`}
      aria-label={`${label}: ${statement}`}
      title={label}
      data-on={isOn || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Mounted with its row as a plain button: 200 menus at once would take longer than the rest of the page. */
function ItemMenu(props: ActionsProps) {
  const [isUsed, setUsed] = useState(false)
  const label = `More: ${props.item.statement}`
  if (isUsed) return <OpenItemMenu {...props} label={label} />
  return (
    <button
      type="button"
      className={classes.action}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    >
      <IconDotsVertical size={18} />
    </button>
  )
}

function OpenItemMenu({ item, own, context, onEdit, label }: ActionsProps & { label: string }) {
  const { actions } = context
  const opener = useRef<HTMLButtonElement>(null)
  // The library would take the focus from what an entry opened.
  const close = () => document.activeElement?.closest('[role=menu]') && opener.current?.focus()
  return (
    <Menu defaultOpened position="bottom-end" returnFocus={false} onClose={close}>
      <Menu.Target>
        <button ref={opener} type="button" className={classes.action} aria-label={label}>
          <IconDotsVertical size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {own && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
              Edit
            </Menu.Item>
            {item.status !== 'approved' && (
              <Menu.Item
                leftSection={<IconCheck size={16} />}
                onClick={() => keepFocus([item.id], () => actions.approve(item))}
              >
                Approve
              </Menu.Item>
            )}
            {item.status !== 'rejected' && (
              <Menu.Item
                leftSection={<IconX size={16} />}
                onClick={() => keepFocus([item.id], () => actions.reject(item))}
              >
                Reject
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconStar size={16} />} onClick={() => actions.star(item)}>
              {item.starred ? 'Remove star' : 'Star'}
            </Menu.Item>
            <Menu.Item leftSection={<VisibilityIcon isVisible={!item.hidden} />} onClick={() => actions.hide(item)}>
              {item.hidden ? 'Show' : 'Hide'}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconQuote size={16} />} onClick={() => context.showSources(item)}>
          Where it comes from
        </Menu.Item>
        {own && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} />}
            onClick={() => keepFocus([item.id], () => actions.remove(item))}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
