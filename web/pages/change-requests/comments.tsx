import { Button, Card, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { ChangeRequest } from '../../api/change-request-queries.ts'
import { api, ask } from '../../api/client.ts'
import { formatDateTime } from '../../api/words.ts'
import { UnsavedList } from '../../forms/unsaved-list.tsx'
import { useSaveQueue } from '../../forms/use-save-queue.ts'
import { useSave } from '../../ui/use-save.ts'
import { useUnsaved } from '../../ui/use-unsaved.ts'
import { Author } from './author.tsx'

/** Comments by people and programs on a request. */
export function Comments({ orgId, request }: { orgId: string; request: ChangeRequest }) {
  const save = useSave(
    (text: string) =>
      ask(
        api.POST('/change-requests/{changeRequestId}/comments', {
          params: { path: { changeRequestId: request.id } },
          body: { text },
        }),
      ),
    { changes: [['change-requests', orgId]], silent: true },
  )
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const queue = useSaveQueue((comment: string) => save.mutateAsync(comment))
  useUnsaved(() => text.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    queue.add(text.trim())
    setText('')
    field.current?.focus()
  }
  const edit = (id: number, failed: string) => {
    queue.remove(id, text.trim() || undefined)
    setText(failed)
    field.current?.focus()
  }
  return (
    <Stack gap="sm" component="section" aria-label="Comments">
      <Title order={2} size="h4">
        Comments
      </Title>
      {request.comments.map(({ id, author, text, created_at }) => (
        <Card key={id} withBorder padding="sm">
          <Text size="xs" c="dimmed">
            <Author of={author} />, {formatDateTime(created_at)}
          </Text>
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </Card>
      ))}
      <form onSubmit={submit}>
        <Stack gap="xs" align="stretch">
          <UnsavedList queue={queue} textOf={(comment) => comment} onEdit={edit} />
          <Textarea
            ref={field}
            label="Comment"
            name="text"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            required
            maxLength={10_000}
            autosize
            minRows={2}
          />
          <Button type="submit" variant="default" style={{ alignSelf: 'flex-start' }}>
            Comment
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
