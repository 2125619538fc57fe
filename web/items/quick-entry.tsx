import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { agentsQuery } from '../api/queries.ts'
import type { CategoryWords } from '../api/words.ts'
import { UnsavedList } from '../forms/unsaved-list.tsx'
import { useSaveQueue } from '../forms/use-save-queue.ts'
import { confirmedDiscard } from '../ui/question.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { BlastRadiusPanel, type Reaches, useBlastRadius } from './blast-radius.tsx'
import classes from './items.module.css'
import { NotConfirmed } from './not-confirmed.ts'
import { StatementField } from './statement-field.tsx'
import type { ItemActions } from './use-actions.ts'

interface QuickEntryProps {
  category: CategoryWords
  actions: ItemActions
  reaches: Reaches
  /** Whether the field is shown; unsaved input is always shown. */
  isOpen: boolean
  /** Where the statement is typed. */
  field: RefObject<HTMLTextAreaElement | null>
  onOpen: () => void
  onClose: () => void
}

/** A new item; an object, so that the same text can be typed twice. */
interface Entry {
  statement: string
}

/** Adds items to a category one after the other: Enter clears the field at once, and the items are saved behind it. */
export function QuickEntry({ category, actions, reaches, isOpen, field, onOpen, onClose }: QuickEntryProps) {
  const [text, setText] = useState('')
  const { confirm, question } = useBlastRadius(reaches)
  const { id: orgId } = useOrganization()
  const { data: agents } = useQuery({ ...agentsQuery(orgId), enabled: reaches !== undefined })
  const confirmations = useRef(new WeakMap<Entry, boolean>())
  const queue = useSaveQueue<Entry>(async (entry, waiting) => {
    const answers = confirmations.current
    if (!answers.has(entry)) {
      // One question for everything that was typed meanwhile.
      const isConfirmed = await confirm(waiting.map(({ statement }) => actions.planned(category.id, statement)))
      for (const each of waiting) answers.set(each, isConfirmed)
    }
    if (answers.get(entry))
      return actions.create(category.id, entry.statement, reaches && agents?.filter(reaches).length)
    answers.delete(entry)
    if (waiting.length > 1 || field.current?.value !== '') throw new NotConfirmed()
    // The person has just canceled, so nothing is being typed.
    setText(entry.statement)
  })
  useUnsaved(() => text.trim() !== '')

  const add = () => {
    if (text.trim() === '') return
    queue.add({ statement: text })
    setText('')
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add()
  }
  const close = () => {
    setText('')
    onClose()
  }
  const done = async () => {
    if (text.trim() === '' || (await confirmedDiscard())) close()
    else field.current?.focus()
  }
  const edit = (id: number, { statement }: Entry) => {
    queue.remove(id, text.trim() === '' ? undefined : { statement: text })
    setText(statement)
    onOpen()
    field.current?.focus()
  }
  if (!isOpen && queue.unsaved.length === 0) return null
  return (
    <form className={classes.form} onSubmit={submit}>
      <Stack gap="xs">
        <UnsavedList
          queue={queue}
          isAsking={question !== undefined}
          textOf={({ statement }) => statement}
          onEdit={edit}
        />
        {isOpen && (
          <>
            <StatementField
              ref={field}
              label={`New in ${category.title}`}
              value={text}
              onChange={setText}
              onSubmit={add}
              onCancel={close}
              isUnsaved={text.trim() !== ''}
            />
            <Group gap="xs">
              <Button type="submit" size="xs" disabled={text.trim() === ''}>
                Add
              </Button>
              <Button size="xs" variant="default" onClick={done}>
                Done
              </Button>
            </Group>
          </>
        )}
        <BlastRadiusPanel question={question} reaches={reaches} onAnswered={() => field.current?.focus()} />
      </Stack>
    </form>
  )
}
