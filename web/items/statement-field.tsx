import { Textarea } from '@mantine/core'
import type { KeyboardEvent, Ref } from 'react'

interface StatementFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  onCancel: () => void
  ref: Ref<HTMLTextAreaElement>
}

/** Where a statement is typed: Enter submits, Shift+Enter starts a new line, Escape cancels. */
export function StatementField({ label, value, onChange, onSubmit, onCancel, ref }: StatementFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
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
