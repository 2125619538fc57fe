import { showNotification } from '@mantine/notifications'
import { showLine } from './undo.ts'

const errorMs = 10_000

export const notifyError = (error: Error, title = "Couldn't save") =>
  showNotification({ color: 'red', title, message: error.message, autoClose: errorMs })

/** Says what was done, in the line that offers Undo for other actions. */
export const notify = (message: string) => showLine(message)

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
