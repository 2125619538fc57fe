import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmed } from './question.tsx'

/** Whether each form on the screen holds what would be lost. */
const forms = new Set<() => boolean>()
const isAnyUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())

/** Asks before somebody leaves the page while `isUnsaved`. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    const isFormUnsaved = () => latest.current()
    forms.add(isFormUnsaved)
    return () => {
      forms.delete(isFormUnsaved)
    }
  }, [])
}

/** Does the asking: once for the whole page, which may hold several forms. */
export function useAskBeforeLeaving(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      isAnyUnsaved() &&
      !(await confirmed({
        title: 'Leave without saving?',
        text: 'What you have written on this page is not saved, and is lost when you leave.',
        yes: 'Leave',
        no: 'Stay here',
      })),
    enableBeforeUnload: isAnyUnsaved,
  })
}
