import { Affix, Button, Group, Paper, Text } from '@mantine/core'
import { counted, type ResolvedItem } from '../api/words.ts'
import type { ItemActions } from './use-item-actions.ts'

interface BulkBarProps {
  items: ResolvedItem[]
  onClear: () => void
  setMany: ItemActions['setMany']
}

/** What can be done to all selected items at once. */
export function BulkBar({ items, onClear, setMany }: BulkBarProps) {
  if (items.length === 0) return null
  const choices = [
    { label: 'Approve', set: { status: 'approved' }, message: 'approved' },
    { label: 'Reject', set: { status: 'rejected' }, message: 'rejected' },
    { label: 'Star', set: { starred: true }, message: 'starred' },
    { label: 'Remove star', set: { starred: false }, message: 'without star' },
    { label: 'Hide', set: { hidden: true }, message: 'hidden' },
    { label: 'Show', set: { hidden: false }, message: 'shown' },
  ] as const
  return (
    <Affix position={{ bottom: 12, left: 12, right: 12 }} zIndex={150}>
      <Paper
        withBorder
        shadow="lg"
        p="xs"
        maw={760}
        mx="auto"
        component="section"
        aria-label="Selected items"
        bg="var(--mantine-color-body)"
      >
        <Group gap="xs" justify="center">
          <Text size="sm" fw={600} aria-live="polite">
            {counted(items.length, 'item')} selected
          </Text>
          {choices.map(({ label, set, message }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="light"
              onClick={() => {
                setMany(items, set, message)
                onClear()
              }}
            >
              {label}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" onClick={onClear}>
            Clear
          </Button>
        </Group>
      </Paper>
    </Affix>
  )
}
