import { Button, Group, Stack, Text } from '@mantine/core'
import { FormError } from './form.tsx'
import type { SaveQueue } from './use-save-queue.ts'

interface UnsavedListProps<Input> {
  queue: SaveQueue<Input>
  /** The queue waits for an answer from the user. */
  isAsking?: boolean
  textOf: (input: Input) => string
  /** Takes a failed input out of the queue, back into the field. */
  onEdit: (id: number, input: Input) => void
}

/** The unsaved entries of a queue: the one being saved, and failed ones with the reason and the ways out. */
export function UnsavedList<Input>({ queue, isAsking = false, textOf, onEdit }: UnsavedListProps<Input>) {
  const { unsaved } = queue
  if (unsaved.length === 0) return null
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Not saved yet">
      {unsaved.map(({ id, input, error }) => {
        const text = textOf(input)
        return (
          <li key={id}>
            <Stack gap={4}>
              <Group gap="xs" wrap="nowrap" align="baseline" justify="space-between">
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
                {!error && (
                  <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
                    {id === queue.savingId && !isAsking ? 'Saving…' : 'Waiting'}
                  </Text>
                )}
              </Group>
              <FormError error={error} padding="xs" />
              {error && (
                <Group gap="xs">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Try again: ${text}`}
                    onClick={() => queue.retry(id)}
                  >
                    Try again
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Edit: ${text}`}
                    onClick={() => onEdit(id, input)}
                  >
                    Edit
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Discard: ${text}`}
                    onClick={() => queue.remove(id)}
                  >
                    Discard
                  </Button>
                </Group>
              )}
            </Stack>
          </li>
        )
      })}
    </Stack>
  )
}
