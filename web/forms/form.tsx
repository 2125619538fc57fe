import { Alert } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { capitalized } from '../api/words.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'

/** The reason why a form was not sent. Rendered within the form, so that it can name fields by their labels. */
export function FormError({ error, padding = 'md' }: { error: Error | null; padding?: 'md' | 'xs' }) {
  const alert = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')
  useLayoutEffect(() => {
    if (!error) return
    setMessage(withLabel(error.message, alert.current?.closest('form')))
    // The button that was pressed may be far from it.
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return error ? (
    <Alert color="red" role="alert" ref={alert} p={padding}>
      {message}
    </Alert>
  ) : null
}

/**
 * A message of the API that starts with a field, as the form calls it: `config.repoUrl must be …` → `Repository must
 * be …`. A field that the form does not show is spelled out.
 */
function withLabel(message: string, form: HTMLFormElement | null | undefined): string {
  const [path = '', field = ''] = /^[a-z]\w*(?:\[\d+\])?(?:\.(\w+)(?:\[\d+\])?)*(?= )/.exec(message) ?? []
  if (path === '') return message
  const name = field || path.replace(/\[\d+\]$/, '')
  return labelOf(name, form) + message.slice(path.length)
}

function labelOf(name: string, form: HTMLFormElement | null | undefined): string {
  const key = (text: string) => text.replaceAll('_', '').toLowerCase()
  const fields = [...(form?.elements ?? [])].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  )
  // The text of the label is followed by an asterisk where the field is required.
  const label = fields.find((field) => key(field.name) === key(name))?.labels?.[0]?.firstChild?.textContent
  if (label) return label
  return capitalized(name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

/** The values of a form as trimmed strings. */
export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  )

/**
 * Clears a form once its current input is saved, unless it was edited in the meantime. `andState` clears state that the
 * form keeps outside its fields.
 */
export function clearAfter(form: HTMLFormElement, andState?: () => void): () => void {
  const sent = JSON.stringify(textsOf(form))
  return () => {
    if (JSON.stringify(textsOf(form)) !== sent) return
    form.reset()
    andState?.()
  }
}

/**
 * The fields of a form that closes when it is saved. They are disabled while it is being sent,
 * because edits made in the meantime would be lost.
 */
export function LockedFields({ isSending, children }: { isSending: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // The browser took the focus away when it disabled the field.
    if (!isSending && document.activeElement === document.body) focused.current?.focus()
  }, [isSending])
  return (
    <fieldset
      disabled={isSending}
      style={{ display: 'contents' }}
      onFocus={(event) => {
        focused.current = event.target
      }}
    >
      {children}
    </fieldset>
  )
}

/** A text field with one entry per line. */
export const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** A switch or checkbox. */
export const isOn = (text: string | undefined): boolean => text === 'on'

/** Asks before leaving the form of a new record that has unsaved input. */
export function useUnsavedForm(form: RefObject<HTMLFormElement | null>, isSaving = false): void {
  const opened = useRef('')
  useEffect(() => {
    opened.current = JSON.stringify(textsOf(form.current!))
  }, [form])
  useUnsaved(() => !isSaving && form.current !== null && JSON.stringify(textsOf(form.current)) !== opened.current)
}
