import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../api/client.ts'
import { agentQuery } from '../../api/queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { TranscriptForm } from '../../forms/transcript-form.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { PlainLink } from '../../ui/links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'

const conversationsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['conversations', agentId],
    queryFn: () => ask(api.GET('/conversations', { params: { query: { agentId } } })).then(({ data }) => data),
  })

/** The conversations of an agent. */
export function ConversationsPage() {
  const { org, agentId } = useAgentParams()
  const { id: orgId } = useOrganization()
  const { data: conversations } = useSuspenseQuery(conversationsQuery(agentId))
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const [isOpen, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const button = useMayEdit() && (
    <Button onClick={open} leftSection={<IconPlus size={16} />}>
      New conversation
    </Button>
  )
  return (
    <Stack maw={820}>
      {conversations.length === 0 ? (
        <EmptyBox title="No conversations yet" action={button}>
          Paste a transcript and publish it. Discovery then finds what the agent believes and does.
        </EmptyBox>
      ) : (
        <>
          <Group>{button}</Group>
          {conversations.map((conversation) => (
            <PlainLink key={conversation.id} to={paths.conversation} params={{ org, sessionId: conversation.id }}>
              <Card withBorder padding="sm">
                <Group justify="space-between">
                  <Text fw={600}>{conversation.title ?? 'Untitled'}</Text>
                  <Group gap="xs">
                    {conversation.published_at && (
                      <Badge color="green" variant="light">
                        Published
                      </Badge>
                    )}
                    <Badge color="gray" variant="light">
                      {conversation.status}
                    </Badge>
                  </Group>
                </Group>
                <Text size="sm" c="dimmed">
                  {formatDateTime(conversation.started_at)} · {pluralize(conversation.message_count, 'message')},{' '}
                  {pluralize(conversation.participant_count, 'participant')}
                </Text>
              </Card>
            </PlainLink>
          ))}
        </>
      )}
      <FormModal opened={isOpen} onClose={close} title="New conversation" size="lg">
        <TranscriptForm
          orgId={orgId}
          agent={agent}
          onCreated={(sessionId) => navigate({ to: paths.conversation, params: { org, sessionId } })}
        />
      </FormModal>
    </Stack>
  )
}
