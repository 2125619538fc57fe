import { Modal, type ModalProps } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { confirmedDiscard } from '../ui/question.tsx'
import { textsOf } from './form.tsx'

/** A dialog with a form: Escape, a click beside it and its close button ask before they discard what was typed. */
export function FormModal({ onClose, children, ...props }: ModalProps) {
  const content = useRef<HTMLDivElement>(null)
  /** The fields before the first of them had the focus. */
  const opened = useRef<string>(undefined)
  const isAsking = useRef(false)
  // The same function on every render: React calls a new one again, and what was typed would count as the first state.
  const setContent = useCallback((element: HTMLDivElement | null) => {
    content.current = element
    if (!element) opened.current = undefined
  }, [])
  const read = () => JSON.stringify([...(content.current?.querySelectorAll('form') ?? [])].map(textsOf))
  const close = async () => {
    // The question closes by Escape too.
    if (isAsking.current) return
    isAsking.current = true
    const isUnchanged = opened.current === undefined || opened.current === read()
    if (isUnchanged || (await confirmedDiscard())) onClose()
    setTimeout(() => {
      isAsking.current = false
    })
  }
  return (
    <Modal onClose={close} {...props}>
      <div
        ref={setContent}
        onFocusCapture={() => {
          opened.current ??= read()
        }}
      >
        {children}
      </div>
    </Modal>
  )
}
