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
  /** The form keeps to how it was when the form was opened. */
  record: Record
  write: (changes: CamelKeys<Partial<Record>>, header: StateHeader) => Promise<Partial<Record>>
  read: () => Promise<Record>
  /** What the fields of the form make of the record. */
  editedOf: (texts: { [name: string]: string }) => Partial<Record>
  /** What the fields of the record are called, and how one reads where that is not its value. */
  labels: { [Field in keyof Record]?: string | [label: string, read: (record: Record) => string] }
  /** What is read again afterwards. */
  changes: QueryKey[]
  submitLabel: string
  onSaved: () => void
  children: (seen: Record) => ReactNode
}

/**
 * Changes a record: sends only what somebody changed, and asks before that replaces what another person wrote
 * meanwhile. Its fields are uncontrolled, or have a name.
 */
export function EditForm<Record extends object>(props: EditFormProps<Record>) {
  const { write, read, editedOf, labels, changes, submitLabel, onSaved, children } = props
  const [seen, setSeen] = useState(props.record)
  /** Grows when the fields have to show another record. */
  const [version, setVersion] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const opened = useRef<Partial<Record>>({})
  const client = useQueryClient()
  const written = () => editedOf(textsOf(form.current!))
  const unsaved = () => {
    const edited = written()
    return Object.fromEntries(changedFields(opened.current, edited).map((field) => [field, edited[field]]))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that shows another record starts again
  useLayoutEffect(() => {
    opened.current = written()
  }, [version])
  useUnsaved(() => form.current !== null && Object.keys(unsaved()).length > 0)

  const save = useSave(
    async (over: Record) => {
      const before = written()
      const changed = unsaved() as Partial<Record>
      const saved = await saveEdit(over, changed, (changes, header) => write(camelKeys(changes), header), read)
      return { saved, before }
    },
    {
      changes,
      silent: true,
      onSuccess: ({ saved, before }) => {
        setSeen((now) => ({ ...now, ...saved }))
        opened.current = before
        onSaved()
      },
    },
  )
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
        <Fragment key={version}>{children(seen)}</Fragment>
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
          <FormError error={error} />
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

/** A value as people read it. */
function formatValue(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key.replaceAll('_', ' ')}: ${formatValue(each)}`)
    .join('; ')
}
