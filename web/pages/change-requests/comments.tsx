import { Button, Card, Stack, Text, Textarea, Title } from '@mantine/core'
import type { FormEvent } from 'react'
import type { ChangeRequest } from '../../api/change-request-queries.ts'
import { api, ask } from '../../api/client.ts'
import { formatDateTime } from '../../api/words.ts'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { useSave } from '../../ui/use-save.ts'
import { authorOf } from './request-words.ts'

/** What people and programs say about a request. */
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    save.mutate(textsOf(form).text ?? '', { onSuccess: clearAfter(form) })
  }
  return (
    <Stack gap="sm" component="section" aria-label="Comments">
      <Title order={2} size="h4">
        Comments
      </Title>
      {request.comments.map(({ id, author, text, created_at }) => (
        <Card key={id} withBorder padding="sm">
          <Text size="xs" c="dimmed">
            {authorOf(author)}, {formatDateTime(created_at)}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </Card>
      ))}
      <form onSubmit={submit}>
        <Stack gap="xs" align="flex-start">
          <Textarea label="Comment" name="text" required maxLength={10_000} autosize minRows={2} w="100%" />
          <FormError error={save.error} />
          <Button type="submit" variant="default" loading={save.isPending}>
            Comment
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
