import { Alert } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { useUnsaved } from '../ui/use-unsaved.ts'

/** Why a form could not be sent, where the eyes are. */
export function FormError({ error }: { error: Error | null }) {
  return error ? (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  ) : null
}

/** The fields of a form as texts, trimmed. */
export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  )

/** A text field with one entry per line. */
export const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** A switch or checkbox. */
export const isOn = (text: string | undefined): boolean => text === 'on'

/** Asks before somebody leaves a form of a new thing in which something was written. */
export function useUnsavedForm(form: RefObject<HTMLFormElement | null>, isSaving = false): void {
  const opened = useRef('')
  useEffect(() => {
    opened.current = JSON.stringify(textsOf(form.current!))
  }, [form])
  useUnsaved(() => !isSaving && form.current !== null && JSON.stringify(textsOf(form.current)) !== opened.current)
}
