import { Select, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ChangedMeanwhile, type StateHeader, saveEdit } from '../api/edit.ts'
import { type CamelKeys, camelKeys } from '../api/key-case.ts'
import { Conflict } from '../ui/conflict.tsx'
import { notifyError } from '../ui/notify.tsx'
import { notifyUndo } from '../ui/undo.ts'
import { useSave } from '../ui/use-save.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import classes from './settings.module.css'

/** A record whose fields are settings: each is saved by itself, at once, and can be undone. */
export interface Settings<Record> {
  record: Record
  write: (changes: CamelKeys<Partial<Record>>, header: StateHeader) => Promise<Partial<Record>>
  read: () => Promise<Record>
  /** Queries to refetch after a change. */
  changes: QueryKey[]
  onSaved?: (saved: Partial<Record>) => void
}

interface SettingProps<Record, Field extends keyof Record> {
  of: Settings<Record>
  field: Field & string
  label: string
  help?: string | undefined
}

/** One setting: its label and help at the left, its control at the right, and the reason why it was not saved. */
function useSetting<Record extends object, Field extends keyof Record>({
  of,
  field,
  label,
  help,
}: SettingProps<Record, Field>) {
  type Value = Record[Field]
  const id = useId()
  const client = useQueryClient()
  const [draft, setDraft] = useState<{ value: Value }>()
  const value = draft ? draft.value : of.record[field]
  /** The record as it was when editing began, with what was saved since. */
  const seen = useRef(of.record)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const refetch = () => {
    for (const queryKey of of.changes) client.invalidateQueries({ queryKey })
  }
  const store = (seen: Record, value: Value) =>
    saveEdit(
      seen,
      { [field]: value } as unknown as Partial<Record>,
      (changes, header) => of.write(camelKeys(changes), header),
      of.read,
    )
  const saving = useSave(
    async ({ value }: { value: Value }) => {
      const before = seen.current
      const saved = await store(before, value)
      seen.current = { ...before, ...saved }
      return { before, saved }
    },
    {
      changes: of.changes,
      silent: true,
      onSuccess: ({ before, saved }) => {
        notifyUndo(`Saved: ${label}`, async () => {
          await store({ ...before, ...saved }, before[field])
          refetch()
        })
        of.onSaved?.(saved)
      },
    },
  )
  const begin = () => {
    if (!saving.isPending) seen.current = of.record
  }
  // Leaving asks nothing while the value is being saved: a failure is reported on the page that is open by then.
  useUnsaved(() => draft !== undefined && !saving.isPending)
  const save = (value: Value) => {
    const next = { value }
    setDraft(next)
    saving
      .mutateAsync(next)
      // The value stays until the changed record is there.
      .then(() => setDraft((now) => (now === next ? undefined : now)))
      .catch((error: Error) => {
        if (!isShown.current) notifyError(error)
      })
  }
  const { error } = saving
  const reset = () => {
    saving.reset()
    setDraft(undefined)
  }
  const row = (control: ReactNode) => (
    <div className={classes.row}>
      <div>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {help && (
          <Text size="xs" c="dimmed" id={`${id}-help`}>
            {help}
          </Text>
        )}
      </div>
      <div>
        {control}
        {error instanceof ChangedMeanwhile && (
          <Conflict
            error={error}
            theirs={[`${label}: ${textOf(error.theirs[field])}`]}
            onKeepTheirs={() => {
              reset()
              refetch()
            }}
            onSaveMine={() => {
              seen.current = error.theirs
              save(value)
            }}
          />
        )}
      </div>
    </div>
  )
  const message = error && !(error instanceof ChangedMeanwhile) ? error.message : undefined
  return {
    value,
    isDraft: draft !== undefined,
    /** Takes the record as it is shown for what the next save changes. */
    begin,
    save,
    /** Saves what was chosen rather than typed. */
    choose: (value: Value) => {
      begin()
      save(value)
    },
    reset,
    row,
    control: {
      id,
      'aria-describedby': help && `${id}-help`,
      error: message?.replace(new RegExp(`^${camelOf(field)}(?= )`), label),
      errorProps: { role: 'alert' },
    } as const,
  }
}

const camelOf = (field: string) => Object.keys(camelKeys({ [field]: null }))[0]

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ') || 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null || value === '' ? 'none' : String(value)
}

interface TextSettingProps<Record, Field extends keyof Record> extends SettingProps<Record, Field> {
  /** How a value is written, and read; texts as they are unless these are given. */
  format?: (value: Record[Field]) => string
  parse?: (text: string) => Record[Field]
  type?: 'text' | 'number'
  required?: boolean
  maxLength?: number
  min?: number
  max?: number
  step?: number
  /** The unit behind the field. */
  unit?: string
  /** Values to choose from. */
  suggestions?: readonly string[]
}

/** A setting that is typed: Enter or leaving the field saves it, Escape takes it back. */
export function TextSetting<Record extends object, Field extends keyof Record>({
  format = (value) => (value === null ? '' : String(value)),
  parse = (text) => (text === '' ? null : text) as Record[Field],
  unit,
  suggestions,
  ...props
}: TextSettingProps<Record, Field>) {
  const { of, field, label, help, ...limits } = props
  const setting = useSetting({ of, field, label, help })
  const [text, setText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const shown = text ?? format(setting.value)
  const commit = (event?: FormEvent) => {
    event?.preventDefault()
    if (text === undefined) return
    if (text.trim() === format(of.record[field]) && !setting.isDraft) return setText(undefined)
    if (!input.current?.reportValidity()) return
    setText(undefined)
    setting.save(parse(text.trim()))
  }
  useUnsaved(() => text !== undefined && text !== format(setting.value))
  return (
    <form onSubmit={commit}>
      {setting.row(
        <>
          <TextInput
            {...limits}
            {...setting.control}
            ref={input}
            name={field}
            value={shown}
            list={suggestions && `${setting.control.id}-list`}
            rightSection={unit}
            onChange={(event) => {
              if (text === undefined && !setting.isDraft) setting.begin()
              setText(event.currentTarget.value)
            }}
            onBlur={() => commit()}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              setText(undefined)
              setting.reset()
            }}
          />
          {suggestions && (
            <datalist id={`${setting.control.id}-list`}>
              {suggestions.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          )}
        </>,
      )}
    </form>
  )
}

/** The fields of a record that hold one kind of value. */
type FieldOf<Record, Value> = { [Field in keyof Record]: Record[Field] extends Value ? Field : never }[keyof Record]

export function SwitchSetting<Record extends object>(props: SettingProps<Record, FieldOf<Record, boolean>>) {
  const { value, choose, row, control } = useSetting(props)
  return row(
    <Switch
      {...control}
      checked={value as boolean}
      onChange={(event) => choose(event.currentTarget.checked as typeof value)}
    />,
  )
}

interface SelectSettingProps<Record, Field extends keyof Record> extends SettingProps<Record, Field> {
  placeholder: string
  data: { value: string; label: string }[]
}

export function SelectSetting<Record extends object, Field extends FieldOf<Record, string | null>>({
  placeholder,
  data,
  ...props
}: SelectSettingProps<Record, Field>) {
  const { value, choose, row, control } = useSetting(props)
  return row(
    <Select
      {...control}
      placeholder={placeholder}
      data={data}
      value={value as string | null}
      onChange={(chosen) => choose(chosen as typeof value)}
      clearable
      searchable
    />,
  )
}

export function TagsSetting<Record extends object>({
  maxTags,
  ...props
}: SettingProps<Record, FieldOf<Record, string[]>> & { maxTags: number }) {
  const { value, choose, row, control } = useSetting(props)
  return row(
    <TagsInput
      {...control}
      maxTags={maxTags}
      value={value as string[]}
      onChange={(tags) => choose(tags as typeof value)}
    />,
  )
}
