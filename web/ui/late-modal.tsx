import { Modal, type ModalProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

const isTyping = () => document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea') ?? false

/**
 * A dialog that opens when an answer arrives. It leaves the focus with a person who is typing, whose next keys would
 * otherwise be lost or press its buttons, until they press Tab or click into it.
 */
export function LateModal({
  takesFocus: asksNow = false,
  ...props
}: Omit<ModalProps, 'opened' | 'trapFocus'> & { takesFocus?: boolean | undefined }) {
  const [takesFocus, setTakesFocus] = useState(() => asksNow || !isTyping())
  useWindowEvent('keydown', (event) => {
    if (takesFocus || event.key !== 'Tab') return
    event.preventDefault()
    setTakesFocus(true)
  })
  return <Modal opened trapFocus={takesFocus} {...props} />
}
