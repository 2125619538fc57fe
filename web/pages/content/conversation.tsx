import { Alert, Button, Group, NativeSelect, Pagination, Select, Stack, Text, Textarea } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { UnsavedList } from '../../forms/unsaved-list.tsx'
import { useSaveQueue } from '../../forms/use-save-queue.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { Messages } from '../../ui/messages.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { useUnsaved } from '../../ui/use-unsaved.ts'

type Conversation = Answer<'/conversations/{sessionId}', 'get'>

const pageSize = 200

const conversationQuery = (sessionId: string, page: number) =>
  queryOptions({
    queryKey: ['conversation', sessionId, page],
    queryFn: () => {
      const query = { limit: pageSize, offset: (page - 1) * pageSize }
      return ask(api.GET('/conversations/{sessionId}', { params: { path: { sessionId }, query } }))
    },
  })

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
  { value: 'archived', label: 'Archived' },
]

/** A conversation: read it, add messages, and publish it. */
export function ConversationPage() {
  const { sessionId } = useParams({ from: '/signed-in/o/$org/conversations/$sessionId' })
  const { slug } = useOrganization()
  const mayEdit = useMayEdit()
  const [page, setPage] = useState(1)
  const { data: conversation } = useSuspenseQuery(conversationQuery(sessionId, 1))
  const { participants } = conversation
  // A page that fails to load must not replace the message that is being written.
  const { data: { messages } = conversation, error } = useQuery({
    ...conversationQuery(sessionId, page),
    placeholderData: keepPreviousData,
  })
  const changes = [['conversation', sessionId], ['conversations'], ['content'], ['jobs']]
  const params = { path: { sessionId } }
  const setStatus = useSave(
    (status: Conversation['status']) => ask(api.PATCH('/conversations/{sessionId}', { params, body: { status } })),
    { changes },
  )
  const nameOf = new Map(participants.map((participant) => [participant.id, participant]))
  return (
    <Page
      title={conversation.title ?? 'Untitled conversation'}
      description={`${formatDateTime(conversation.started_at)} · ${pluralize(conversation.message_count, 'message')}`}
      actions={
        <NativeSelect
          aria-label="Status"
          disabled={!mayEdit}
          data={statuses}
          value={setStatus.isPending ? setStatus.variables : conversation.status}
          onChange={(event) => setStatus.mutate(event.currentTarget.value as Conversation['status'])}
        />
      }
    >
      <Stack maw={820}>
        <Group gap="xs">
          {participants.map((participant) =>
            participant.agent_id ? (
              <TextLink
                key={participant.id}
                to={paths.agent}
                params={{ org: slug, agentId: participant.agent_id }}
                size="sm"
              >
                {participant.display_name}
              </TextLink>
            ) : (
              <Text key={participant.id} size="sm" c="dimmed">
                {participant.display_name}
              </Text>
            ),
          )}
        </Group>
        {mayEdit && <Publishing conversation={conversation} changes={changes} />}
        {conversation.message_count === 0 && <Text>No messages yet. Write the first one below.</Text>}
        {error && <Alert color="red">{error.message}</Alert>}
        <Messages
          messages={messages.map(({ id, participant_id, content }) => {
            const participant = nameOf.get(participant_id)
            return {
              id,
              name: participant?.display_name ?? 'Unknown participant',
              isAgent: participant?.participant_type === 'agent',
              content,
            }
          })}
        />
        {conversation.message_count > pageSize && (
          <Pagination
            total={Math.ceil(conversation.message_count / pageSize)}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          />
        )}
        {mayEdit && <NewMessage conversation={conversation} changes={changes} />}
      </Stack>
    </Page>
  )
}

interface PartProps {
  conversation: Conversation
  changes: string[][]
}

/** Publishing makes a conversation content that discovery reads. */
function Publishing({ conversation, changes }: PartProps) {
  const agents = conversation.participants.filter(({ agent_id }) => agent_id !== null)
  const [agentId, setAgentId] = useState(agents[0]?.agent_id ?? null)
  const params = { path: { sessionId: conversation.id } }
  const publish = useSave(
    (id: string) => ask(api.POST('/conversations/{sessionId}/publish', { params, body: { agentId: id } })),
    { changes, onSuccess: () => notify('Published. Discovery is processing it.') },
  )
  const unpublish = useSave(
    (id: string) =>
      ask(api.DELETE('/conversations/{sessionId}/publish', { params: { ...params, query: { agentId: id } } })),
    { changes, onSuccess: () => notify('Unpublished') },
  )
  if (agentId === null || conversation.message_count === 0) return null
  return (
    <Group gap="xs" align={agents.length > 1 ? 'flex-end' : 'center'}>
      {agents.length > 1 && (
        <Select
          label="Publish for"
          data={agents.map(({ agent_id, display_name }) => ({ value: agent_id!, label: display_name }))}
          value={agentId}
          onChange={setAgentId}
          allowDeselect={false}
        />
      )}
      <Button onClick={() => publish.mutate(agentId)} loading={publish.isPending}>
        {conversation.published_at ? 'Publish again' : 'Publish'}
      </Button>
      {conversation.published_at && (
        <Button variant="default" onClick={() => unpublish.mutate(agentId)} loading={unpublish.isPending}>
          Unpublish
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {conversation.published_at
          ? `Published ${formatDateTime(conversation.published_at)}`
          : 'Discovery reads published conversations.'}
      </Text>
    </Group>
  )
}

interface NewMessageBody {
  participantId: string
  content: string
}

function NewMessage({ conversation, changes }: PartProps) {
  const [content, setContent] = useState('')
  const [participantId, setParticipantId] = useState(conversation.participants[0]?.id ?? '')
  const add = useSave(
    (body: NewMessageBody) =>
      ask(api.POST('/conversations/{sessionId}/messages', { params: { path: { sessionId: conversation.id } }, body })),
    { changes, silent: true },
  )
  const field = useRef<HTMLTextAreaElement>(null)
  const queue = useSaveQueue((message: NewMessageBody) => add.mutateAsync(message))
  useUnsaved(() => content.trim() !== '')
  if (participantId === '') return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (content.trim() === '') return
    queue.add({ participantId, content })
    setContent('')
    field.current?.focus()
  }
  const edit = (id: number, failed: NewMessageBody) => {
    queue.remove(id, content.trim() === '' ? undefined : { participantId, content })
    setContent(failed.content)
    setParticipantId(failed.participantId)
    field.current?.focus()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <UnsavedList queue={queue} textOf={(message) => message.content} onEdit={edit} />
        <Textarea
          ref={field}
          label="Message"
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={12}
          required
        />
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="From"
            data={conversation.participants.map(({ id, display_name }) => ({ value: id, label: display_name }))}
            value={participantId}
            onChange={(event) => setParticipantId(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Add message
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
