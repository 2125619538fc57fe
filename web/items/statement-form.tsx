import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { ChangedMeanwhile } from '../api/edit.ts'
import { type Category, kindOf, kinds, type ResolvedItem, titleOf } from '../api/words.ts'
import { FormError } from '../forms/form.tsx'
import { Conflict } from '../ui/conflict.tsx'
import { useUnsaved } from '../ui/use-unsaved.ts'

interface StatementFormProps {
  label: string
  category: Category
  statement?: string
  /** Whether the category can be changed too, within its kind. */
  movable?: boolean
  submitLabel: string
  /** Resolves when saved; a failure is shown here. `over` is the version of someone else that may be replaced. */
  onSubmit: (statement: string, category: Category, over?: ResolvedItem) => Promise<unknown>
  onClose: () => void
  /** Stay open for the next one. */
  repeats?: boolean
}

/** Edits a statement in place: Enter saves, Escape cancels. */
export function StatementForm({
  label,
  category,
  statement = '',
  movable = false,
  submitLabel,
  onSubmit,
  onClose,
  repeats = false,
}: StatementFormProps) {
  const [text, setText] = useState(statement)
  const [chosen, setChosen] = useState(category)
  const [error, setError] = useState<Error | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  const save = async (over?: ResolvedItem) => {
    if (text.trim() === '' || isSaving) return
    setSaving(true)
    setError(null)
    try {
      await onSubmit(text, chosen, over)
      if (!repeats) return onClose()
      setText('')
      field.current?.focus()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setSaving(false)
    }
  }
  // It is listed before everything that it changes has been read again.
  useUnsaved(() => !isSaving && (text.trim() !== statement || chosen !== category))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          ref={field}
          aria-label={label}
          placeholder="One statement, in plain words"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autosize
          maxRows={8}
          maxLength={20_000}
          autoFocus
        />
        {movable && (
          <NativeSelect
            aria-label="Category"
            size="xs"
            value={chosen}
            data={kinds[kindOf(category)].categories.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(event) => setChosen(event.currentTarget.value as Category)}
          />
        )}
        {error instanceof ChangedMeanwhile ? (
          <Conflict
            error={error}
            theirs={[error.theirs.statement, error.theirs.category !== category && titleOf(error.theirs.category)]}
            onKeepTheirs={onClose}
            onSaveMine={() => save(error.theirs)}
          />
        ) : (
          <FormError error={error} />
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isSaving} disabled={text.trim() === ''}>
            {submitLabel}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {repeats ? 'Done' : 'Cancel'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
