import { Textarea } from '@mantine/core'
import type { KeyboardEvent, Ref } from 'react'
import { confirmedDiscard } from '../ui/question.tsx'

interface StatementFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  onCancel: () => void
  /** Whether canceling would lose what was typed. */
  isUnsaved: boolean
  ref: Ref<HTMLTextAreaElement>
}

/** Where a statement is typed: Enter submits, Shift+Enter starts a new line, Escape cancels, and asks before it loses text. */
export function StatementField({ label, value, onChange, onSubmit, onCancel, isUnsaved, ref }: StatementFieldProps) {
  const cancel = async (field: HTMLTextAreaElement) => {
    if (!isUnsaved || (await confirmedDiscard())) onCancel()
    else field.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') cancel(event.currentTarget)
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <Textarea
      ref={ref}
      aria-label={label}
      placeholder="One statement, in plain words"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autosize
      maxRows={8}
      maxLength={20_000}
      autoFocus
    />
  )
}
