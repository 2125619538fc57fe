import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ChangedMeanwhile } from '../api/edit.ts'
import type { PlannedChange } from '../api/review-queries.ts'
import { type Category, kindOf, kinds, type ResolvedItem, titleOf } from '../api/words.ts'
import { FormError } from '../forms/form.tsx'
import { Conflict } from '../ui/conflict.tsx'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { BlastRadiusPanel, type Reaches, useBlastRadius } from './blast-radius.tsx'
import { NotConfirmed } from './not-confirmed.ts'
import { StatementField } from './statement-field.tsx'

type Draft = Pick<ResolvedItem, 'statement' | 'category'>
type Editable = Pick<ResolvedItem, 'id' | 'statement' | 'category'>

interface StatementFormProps<Item extends Editable> {
  /** The item as it was when editing started. */
  item: Item
  reaches: Reaches
  /** Set by saving, besides the words. */
  sets?: Pick<PlannedChange, 'status'>
  /** The label of the button that saves. */
  action?: string
  /** Saves the changes to the item that was seen, and returns what was saved; a failure is shown here. */
  onSave: (seen: Item, changes: Draft) => Promise<Partial<Item>>
  /** Takes the focus while it is saved, where the keys that follow Enter belong to a list. */
  onLeave?: () => void
  onClose: () => void
}

const isSame = (a: Draft, b: Draft) => a.statement.trim() === b.statement.trim() && a.category === b.category

/** Edits an item in place: Enter saves, Escape cancels. It stays open if the text was edited after Enter. */
export function StatementForm<Item extends Editable>({
  item,
  reaches,
  sets,
  action = 'Save',
  onSave,
  onLeave,
  onClose,
}: StatementFormProps<Item>) {
  const [draft, setDraft] = useState<Draft>({ statement: item.statement, category: item.category })
  const [error, setError] = useState<Error | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { confirm, question } = useBlastRadius(reaches)
  const field = useRef<HTMLTextAreaElement>(null)
  const seen = useRef(item)
  const latest = useRef(draft)
  latest.current = draft
  const wasSubmittedAgain = useRef(false)

  const save = (over = seen.current) => {
    if (draft.statement.trim() === '') return
    wasSubmittedAgain.current = isSaving
    if (isSaving) return
    setSaving(true)
    setError(null)
    send(over)
    onLeave?.()
  }
  const send = async (over: Item) => {
    try {
      seen.current = over
      do {
        wasSubmittedAgain.current = false
        const sent = latest.current
        if (!(await confirm([{ id: item.id, ...sent, ...sets }]))) throw new NotConfirmed()
        seen.current = { ...seen.current, ...(await onSave(seen.current, sent)) }
        if (isSame(latest.current, sent)) {
          onClose()
          return
        }
      } while (wasSubmittedAgain.current)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setSaving(false)
    }
  }
  useUnsaved(() => !isSame(draft, seen.current))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <StatementField
          ref={field}
          label="Statement"
          value={draft.statement}
          onChange={(statement) => setDraft({ ...draft, statement })}
          onSubmit={save}
          onCancel={onClose}
          isUnsaved={!isSame(draft, seen.current)}
        />
        <NativeSelect
          aria-label="Category"
          size="xs"
          value={draft.category}
          data={kinds[kindOf(item.category)].categories.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(event) => setDraft({ ...draft, category: event.currentTarget.value as Category })}
        />
        <BlastRadiusPanel
          question={question}
          reaches={reaches}
          onAnswered={(isConfirmed) => (isConfirmed && onLeave ? onLeave() : field.current?.focus())}
        />
        {error instanceof ChangedMeanwhile ? (
          <Conflict
            error={error}
            theirs={[error.theirs.statement, error.theirs.category !== item.category && titleOf(error.theirs.category)]}
            onKeepTheirs={onClose}
            onSaveMine={() => save(error.theirs)}
          />
        ) : (
          <FormError error={error} />
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isSaving} disabled={draft.statement.trim() === ''}>
            {action}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
