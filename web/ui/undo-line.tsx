import { Button, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { notifyError } from './notify.tsx'
import { undoLast, useUndoLine } from './undo.ts'
import classes from './undo-line.module.css'

const undo = () => undoLast((error) => notifyError(error, "Couldn't undo"))

/** Where a key belongs to what is typed or asked. */
const typing =
  '[role=dialog], [role=menu], textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

/**
 * Shows the last action with Undo; `u` and Ctrl Z do the same. Mounted once for the whole page, where it covers nothing
 * that is pressed next: at the foot of the navigation, on a phone in the header.
 */
export function UndoLine() {
  const line = useUndoLine()
  useWindowEvent('keydown', (event) => {
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    const isLetter = event.key === 'u' && !event.ctrlKey && !event.metaKey
    if (event.altKey || !(isUndo || isLetter)) return
    if (event.target instanceof Element && event.target.closest(typing)) return
    if (undo()) event.preventDefault()
  })
  return (
    <div role="status" className={classes.dock}>
      {line && (
        <div className={classes.line}>
          <Text size="xs" flex={1} lineClamp={6} style={{ overflowWrap: 'anywhere' }}>
            {line.text}
          </Text>
          {line.canUndo && (
            <Button size="compact-xs" variant="light" flex="none" onClick={undo} title="Undo (u, Ctrl Z)">
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
