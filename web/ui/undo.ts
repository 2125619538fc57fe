import { useSyncExternalStore } from 'react'

/**
 * The actions of this visit that can be undone, the last one first to go. One line shows the last (`UndoLine`); `u` and
 * Ctrl Z undo it, then the one before it.
 */

interface Action {
  /** Says what was done, such as "Approved: Be direct". */
  message: string
  undo: () => Promise<unknown>
  /** The past tense that a run of equal actions is counted by, such as "decided". */
  counted?: { verb: string; count: number }
}

/** The text of the line, and whether it offers Undo. */
interface Line {
  text: string
  canUndo: boolean
}

/** How long the line stays; the keys work without it. */
const shownMs = 60_000

let actions: Action[] = []
let line: Line | undefined
let hiding: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: Line | undefined) {
  line = next
  clearTimeout(hiding)
  if (next) hiding = setTimeout(() => show(undefined), shownMs)
  for (const listener of listeners) listener()
}

/** Shows a message that offers no Undo. */
export const showLine = (text: string): void => show({ text, canUndo: false })

/** Counts the last actions of one kind, such as "20 decided". A single one is shown by its own message. */
function textOfLast(): string {
  const last = actions.at(-1)!
  const from = actions.findLastIndex(({ counted }) => counted?.verb !== last.counted?.verb) + 1
  const run = actions.slice(from)
  if (!last.counted || run.length === 1) return last.message
  const count = run.reduce((sum, { counted }) => sum + counted!.count, 0)
  return `${count.toLocaleString('en')} ${last.counted.verb}`
}

function offer(action: Action) {
  actions = [...actions, action]
  show({ text: textOfLast(), canUndo: true })
}

/**
 * Reports what was done and offers to undo it, in a line that stays for a minute and by a key until the page is left.
 *
 * @returns withdraws the offer, for an action that fails after it was reported.
 */
export function notifyUndo(message: string, undo: Action['undo'], counted?: Action['counted']): () => void {
  const action = { message, undo, ...(counted && { counted }) }
  offer(action)
  return () => {
    if (!actions.includes(action)) return
    actions = actions.filter((other) => other !== action)
    show(undefined)
  }
}

/**
 * Undoes the last action. A failure is passed to `onFailure`, and the action can be undone again.
 *
 * @returns whether there was one.
 */
export function undoLast(onFailure: (error: Error) => void): boolean {
  const last = actions.at(-1)
  if (!last) return false
  actions = actions.slice(0, -1)
  const isSameRun = last.counted && actions.at(-1)?.counted?.verb === last.counted.verb
  show(isSameRun ? { text: textOfLast(), canUndo: true } : { text: `Undone: ${last.message}`, canUndo: false })
  last.undo().catch((error: Error) => {
    onFailure(error)
    offer(last)
  })
  return true
}

export const useUndoLine = (): Line | undefined => useSyncExternalStore(subscribe, () => line)
