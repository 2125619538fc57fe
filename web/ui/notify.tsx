import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'

const undoMs = 10_000

export const notifyError = (error: Error, title = "Couldn't save") =>
  showNotification({ color: 'red', title, message: error.message, autoClose: undoMs })

export const notify = (message: string) => showNotification({ message })

/** Takes an action back; false if that was done before. */
export type Undo = () => boolean

/**
 * Reports a completed action and offers Undo for ten seconds; an undo that fails is offered again. Returns the undo for
 * those who offer it longer, by a key.
 */
export function notifyUndo(message: string, undo: () => Promise<unknown>): Undo {
  const id = crypto.randomUUID()
  let isUndone = false
  const runUndo = () => {
    if (isUndone) return false
    isUndone = true
    hideNotification(id)
    undo().catch((error: Error) => {
      notifyError(error, "Couldn't undo")
      notifyUndo(message, undo)
    })
    return true
  }
  showNotification({
    id,
    autoClose: undoMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" flex="none" onClick={runUndo}>
          Undo
        </Button>
      </Group>
    ),
  })
  return runUndo
}

/** Lists what the service changed in texts before storing them; stays until dismissed. */
export function notifyWarnings(warnings: string[]) {
  // They start with the field of the request, such as `beliefs[2].statement`.
  const counts = new Map<string, number>()
  for (const warning of warnings) {
    const what = warning.replace(/^\S+ /, '')
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  showNotification({
    color: 'yellow',
    title: 'Some text was changed before saving',
    message: [...counts].map(([what, count]) => `${count === 1 ? 'One entry' : `${count} entries`} ${what}.`).join(' '),
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
