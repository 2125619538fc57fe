import { Anchor, Badge, Button, Card, Group, Spoiler, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type ContentItem, contentQuery } from '../../api/discovery-queries.ts'
import { sourceKeys } from '../../api/source-queries.ts'
import { formatDateTime, sessionTitle, sourceTypeTitle } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { useScrolledTo } from './use-scrolled-to.ts'

const pageSize = 25
/** Height of three lines of small text, in pixels. */
const threeLines = 64

/** The content of an agent, which discovery reads. */
export function ContentPage() {
  const { org, agentId } = useAgentParams()
  const { data: items } = useSuspenseQuery(contentQuery(agentId))
  const linked = useLocation({ select: ({ hash }) => hash.replace('content-', '') })
  const linkedIndex = items.findIndex(({ id }) => id === linked)
  const [more, setMore] = useState(0)
  const visible = Math.max(pageSize, linkedIndex + 1) + more
  return (
    <Stack component="section" aria-label="Content" maw={820}>
      {items.length === 0 && (
        <EmptyBox
          title="No content yet"
          action={
            <ButtonLink to={paths.sources} params={{ org, agentId }}>
              Add a source
            </ButtonLink>
          }
        >
          Sync a source, or publish a conversation of this agent. Discovery reads this content.
        </EmptyBox>
      )}
      {items.slice(0, visible).map((item) => (
        <ContentCard key={item.id} item={item} isLinked={item.id === linked} />
      ))}
      {items.length > visible && (
        <Button variant="default" onClick={() => setMore(more + pageSize)}>
          Show more
        </Button>
      )}
    </Stack>
  )
}

function ContentCard({ item, isLinked }: { item: ContentItem; isLinked: boolean }) {
  const card = useRef<HTMLDivElement>(null)
  const { slug } = useOrganization()
  useScrolledTo(card, isLinked)
  const next = item.status === 'hidden' ? 'imported' : 'hidden'
  const change = useSave(
    () => ask(api.PATCH('/content-items/{itemId}', { params: { path: { itemId: item.id } }, body: { status: next } })),
    { changes: sourceKeys },
  )
  const session = item.source_type === 'session' ? sessionTitle(item.metadata) : ''
  const title = item.title ?? (session || sourceTypeTitle(item.source_type))
  const isConversation = item.source_type === 'conversation' && !item.url
  return (
    <Card
      ref={card}
      withBorder
      padding="sm"
      component="article"
      aria-label={title}
      aria-current={isLinked || undefined}
      bg={isLinked ? 'var(--highlight)' : undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} size="sm">
            {item.url && (
              <Anchor href={item.url} target="_blank" rel="noreferrer">
                {title}
              </Anchor>
            )}
            {isConversation && (
              <TextLink to={paths.conversation} params={{ org: slug, sessionId: item.external_id }}>
                {title}
              </TextLink>
            )}
            {!item.url && !isConversation && title}
          </Text>
          <Text size="xs" c="dimmed">
            {sourceTypeTitle(item.source_type)} · {formatDateTime(item.published_at)}
            {item.author ? ` · ${item.author}` : ''} · {item.processed_at ? 'processed' : 'not processed yet'}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {item.status === 'hidden' && (
            <Badge variant="light" color="gray">
              Hidden
            </Badge>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${next === 'hidden' ? 'Hide' : 'Show'} ${title}`}
            onClick={() => change.mutate(undefined)}
            loading={change.isPending}
          >
            {next === 'hidden' ? 'Hide' : 'Show'}
          </Button>
        </Group>
      </Group>
      <Spoiler maxHeight={threeLines} showLabel="Show all" hideLabel="Show less" mt="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {item.content}
        </Text>
      </Spoiler>
    </Card>
  )
}
