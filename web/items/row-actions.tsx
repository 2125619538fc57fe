import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconQuote,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { ResolvedItem } from '../api/words.ts'
import { useMayEdit } from '../ui/use-organization.ts'
import classes from './items.module.css'
import { keepFocus } from './row-focus.ts'
import type { ItemActions } from './use-actions.ts'

interface RowActionsProps {
  item: ResolvedItem
  own: boolean
  actions: ItemActions
  onEdit: () => void
  onShowSources: () => void
}

/** Actions on an item: the common ones as buttons, all of them in a menu. */
export function RowActions(props: RowActionsProps) {
  const { item, own, actions } = props
  const mayEdit = useMayEdit()
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
            label={item.starred ? 'Unstar' : 'Star'}
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
      {!own && mayEdit && (
        <Action
          {...about}
          label={item.overridden ? 'Use inherited' : 'Override'}
          onClick={() => (item.overridden ? actions.restore(item) : actions.override(item))}
        >
          <VisibilityIcon isVisible={!item.overridden} />
        </Action>
      )}
      <ItemMenu {...props} />
    </div>
  )
}

/** The icon shows the current state; the label says what a click does. */
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

/** Rendered as a plain button until used: 200 menus at once would take longer than the rest of the page. */
function ItemMenu(props: RowActionsProps) {
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

function OpenItemMenu({ item, own, actions, onEdit, onShowSources, label }: RowActionsProps & { label: string }) {
  const opener = useRef<HTMLButtonElement>(null)
  // The library would take the focus away from what a menu item opened.
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
              {item.starred ? 'Unstar' : 'Star'}
            </Menu.Item>
            <Menu.Item leftSection={<VisibilityIcon isVisible={!item.hidden} />} onClick={() => actions.hide(item)}>
              {item.hidden ? 'Show' : 'Hide'}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconQuote size={16} />} onClick={onShowSources}>
          Sources
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
