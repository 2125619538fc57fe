import { Button, Group, Stack } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ChangedMeanwhile, changedFields, type StateHeader, saveEdit } from '../api/edit.ts'
import { type CamelKeys, camelKeys } from '../api/key-case.ts'
import { Conflict } from '../ui/conflict.tsx'
import { useSave } from '../ui/use-save.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { FormError, textsOf } from './form.tsx'

interface EditFormProps<Record> {
  /** The record as it was when the form was opened. */
  record: Record
  write: (changes: CamelKeys<Partial<Record>>, header: StateHeader) => Promise<Partial<Record>>
  read: () => Promise<Record>
  /** The record as the form fields describe it. */
  editedOf: (texts: { [name: string]: string }) => Partial<Record>
  /** The labels of the fields, and how a value is shown if not as it is. */
  labels: { [Field in keyof Record]?: string | [label: string, read: (record: Record) => string] }
  /** Queries to refetch afterwards. */
  changes: QueryKey[]
  submitLabel: string
  /**
   * `isComplete` is false when something else was typed meanwhile, which is not saved yet. `undo` writes the old values,
   * and fails where somebody else has changed them since.
   */
  onSaved: (isComplete: boolean, saved: Partial<Record>, undo: () => Promise<void>) => void
  /** Whether one of the fields shows why it was not saved, instead of the end of the form. */
  isShown?: (error: Error) => boolean
  children: (seen: Record, error: Error | null) => ReactNode
}

/**
 * Edits a record: sends only the changed fields, and asks before it replaces what someone else wrote in the meantime.
 * Its fields are uncontrolled, or have a name.
 */
export function EditForm<Record extends object>(props: EditFormProps<Record>) {
  const { write, read, editedOf, labels, changes, submitLabel, onSaved, isShown, children } = props
  const [seen, setSeen] = useState(props.record)
  /** Incremented when the fields must show a different record. */
  const [version, setVersion] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const opened = useRef<Partial<Record>>({})
  const client = useQueryClient()
  const written = () => editedOf(textsOf(form.current!))
  const unsaved = () => {
    const edited = written()
    return Object.fromEntries(changedFields(opened.current, edited).map((field) => [field, edited[field]]))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that shows a different record starts over
  useLayoutEffect(() => {
    opened.current = written()
  }, [version])
  useUnsaved(() => form.current !== null && Object.keys(unsaved()).length > 0)

  const save = useSave(
    async (over: Record) => {
      const before = written()
      const changed = unsaved() as Partial<Record>
      const saved = await saveEdit(over, changed, (changes, header) => write(camelKeys(changes), header), read)
      return { over, changed, saved, before }
    },
    {
      changes,
      silent: true,
      onSuccess: ({ over, changed, saved, before }) => {
        setSeen((now) => ({ ...now, ...saved }))
        opened.current = before
        onSaved(Object.keys(unsaved()).length === 0, saved, () => takeBack(over, changed, saved))
      },
    },
  )
  const takeBack = async (over: Record, changed: Partial<Record>, saved: Partial<Record>) => {
    const now = { ...over, ...saved }
    const old = Object.fromEntries(Object.keys(changed).map((field) => [field, over[field as keyof Record]]))
    const restored = await saveEdit(
      now,
      old as Partial<Record>,
      (values, header) => write(camelKeys(values), header),
      read,
    )
    // A draft stays.
    const isDraft = form.current !== null && Object.keys(unsaved()).length > 0
    setSeen({ ...now, ...restored })
    if (!isDraft) setVersion((shown) => shown + 1)
    for (const queryKey of changes) client.invalidateQueries({ queryKey })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(seen)
  }
  const keep = (theirs: Record) => {
    save.reset()
    setSeen(theirs)
    setVersion(version + 1)
    for (const queryKey of changes) client.invalidateQueries({ queryKey })
  }
  const { error } = save
  return (
    <form ref={form} onSubmit={submit}>
      <Stack>
        <Fragment key={version}>{children(seen, error)}</Fragment>
        {error instanceof ChangedMeanwhile ? (
          <Conflict
            error={error}
            theirs={error.fields.map((field) => {
              const label = labels[field as keyof Record] ?? String(field)
              return typeof label === 'string'
                ? `${label}: ${formatValue(error.theirs[field])}`
                : `${label[0]}: ${label[1](error.theirs)}`
            })}
            onKeepTheirs={() => keep(error.theirs)}
            onSaveMine={() => save.mutate(error.theirs)}
          />
        ) : (
          <FormError error={error && isShown?.(error) ? null : error} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A value as text for people. */
function formatValue(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key.replaceAll('_', ' ')}: ${formatValue(each)}`)
    .join('; ')
}
