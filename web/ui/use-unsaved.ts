import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmed } from './question.tsx'

/** For each form on the page, whether it has unsaved changes. */
const forms = new Set<() => boolean>()
const isAnyUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())

/** Asks before leaving the page while `isUnsaved`. */
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

/** Shows the confirmation; used once for the whole page, which may have several forms. */
export function useAskBeforeLeaving(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      isAnyUnsaved() &&
      !(await confirmed({
        title: 'Leave without saving?',
        text: 'You have unsaved changes on this page. If you leave, they will be lost.',
        yes: 'Leave',
        no: 'Stay',
      })),
    enableBeforeUnload: isAnyUnsaved,
  })
}
