import { Affix, Button, Group, Menu, Paper, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { kindOf, kinds, pluralize, type ResolvedItem } from '../api/words.ts'
import { keepFocus } from './row-focus.ts'
import type { ItemActions } from './use-actions.ts'

/** Passes its height to the style sheet, which keeps notifications and the end of the page above it. */
function publishHeight(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--selection-bar', `${bar.offsetHeight + 12}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--selection-bar')
  }
}

interface SelectionBarProps {
  count: number
  /** The selected records; items by default. */
  noun?: string
  onClear: () => void
  /** The available actions. */
  children: ReactNode
}

/** Shown at the bottom of the screen while records are selected. */
export function SelectionBar({ count, noun = 'item', onClear, children }: SelectionBarProps) {
  return (
    <Affix position={{ bottom: 12, left: 12, right: 12 }} zIndex={150}>
      <Paper
        ref={publishHeight}
        withBorder
        shadow="lg"
        p="xs"
        maw={760}
        mx="auto"
        component="section"
        aria-label={`Selected ${noun}s`}
      >
        <Group gap="xs" justify="center">
          <Text size="sm" fw={600} aria-live="polite">
            {pluralize(count, noun)} selected
          </Text>
          {children}
          <Button size="compact-sm" variant="default" onClick={onClear}>
            Clear
          </Button>
        </Group>
      </Paper>
    </Affix>
  )
}

interface BulkBarProps {
  items: ResolvedItem[]
  onClear: () => void
  actions: ItemActions
}

const flags = [
  { label: 'Approve', set: { status: 'approved' }, message: 'approved' },
  { label: 'Reject', set: { status: 'rejected' }, message: 'rejected' },
  { label: 'Hide', set: { hidden: true }, message: 'hidden' },
  { label: 'Show', set: { hidden: false }, message: 'shown' },
] as const
const stars = [
  { label: 'Star', set: { starred: true }, message: 'starred' },
  { label: 'Unstar', set: { starred: false }, message: 'unstarred' },
] as const

/** Actions on all selected items. */
export function BulkBar({ items, onClear, actions }: BulkBarProps) {
  if (items.length === 0) return null
  const ids = items.map(({ id }) => id)
  const run = (act: () => Promise<unknown>) => {
    keepFocus(ids, act)
    onClear()
  }
  const kind = kindOf(items[0]!.category)
  const isOneKind = items.every(({ category }) => kindOf(category) === kind)
  return (
    <SelectionBar count={items.length} onClear={() => run(async () => undefined)}>
      {flags.map(({ label, set, message }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="light"
          onClick={() => run(() => actions.setMany(items, set, message))}
        >
          {label}
        </Button>
      ))}
      <Menu position="top" returnFocus={false}>
        <Menu.Target>
          <Button size="compact-sm" variant="light" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {stars.map(({ label, set, message }) => (
            <Menu.Item key={label} onClick={() => run(() => actions.setMany(items, set, message))}>
              {label}
            </Menu.Item>
          ))}
          {isOneKind && <Menu.Label>Move to</Menu.Label>}
          {isOneKind &&
            kinds[kind].categories.map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => run(() => actions.moveMany(items, id))}>
                {title}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-sm" variant="light" color="red" onClick={() => run(() => actions.removeMany(items))}>
        Delete
      </Button>
    </SelectionBar>
  )
}
