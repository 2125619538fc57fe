import { Anchor, Badge, Blockquote, Button, Card, Group, Kbd, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { type ContentItem, contentQuery, pendingQuery } from '../api/discovery-queries.ts'
import { type ItemSource, sourcesQuery } from '../api/identity.ts'
import { counted, momentOf, type ResolvedItem, titleOf } from '../api/words.ts'
import { paths } from '../paths.ts'
import { EmptyBox } from '../ui/empty-box.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { type ItemActions, useItemActions } from '../ui/use-item-actions.ts'

/** Each card reads its own evidence, so only so many are shown at once. */
const shown = 20

/** What waits for a decision, with what it rests on: `a` approves, `r` rejects, arrow keys move. */
export function ReviewPage() {
  const { org = '', agentId = '' } = useParams({ strict: false })
  const { data: items } = useSuspenseQuery(pendingQuery(agentId))
  const { data: content } = useSuspenseQuery(contentQuery(agentId))
  const actions = useItemActions({ layer: 'agent', id: agentId })
  const list = useRef<HTMLDivElement>(null)
  if (items.length === 0) {
    return (
      <EmptyBox
        title="Nothing waits for review"
        action={
          <ButtonLink to={paths.discovery} params={{ org, agentId }}>
            Run discovery
          </ButtonLink>
        }
      >
        What is found in content, and what is written while the organization does not approve by itself, is decided
        here.
      </EmptyBox>
    )
  }
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const focusCard = (index: number) => cards()[Math.max(0, Math.min(index, cards().length - 1))]?.focus()
  const decide = (item: ResolvedItem, index: number, how: 'approve' | 'reject') => {
    // The next one, before this one leaves the list.
    focusCard(cards().length > index + 1 ? index + 1 : index - 1)
    actions[how](item)
  }
  const onKeyDown = (event: KeyboardEvent, item: ResolvedItem, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'a') decide(item, index, 'approve')
    else if (event.key === 'r') decide(item, index, 'reject')
    else if (event.key === 'ArrowDown') focusCard(index + 1)
    else if (event.key === 'ArrowUp') focusCard(index - 1)
    else return
    event.preventDefault()
  }
  return (
    <Stack maw={820}>
      <Text size="sm" c="dimmed">
        {counted(items.length, 'item')} to review
        {items.length > shown && `, the first ${shown} here`}. <Kbd>a</Kbd> approves, <Kbd>r</Kbd> rejects, <Kbd>↑</Kbd>{' '}
        <Kbd>↓</Kbd> move.
      </Text>
      <Stack component="ul" ref={list} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.slice(0, shown).map((item, index) => (
          <li key={item.id}>
            <Card
              withBorder
              data-card
              tabIndex={0}
              role="group"
              aria-label={item.statement}
              onKeyDown={(event) => onKeyDown(event, item, index)}
            >
              <Proposal item={item} content={content} decide={(how) => decide(item, index, how)} />
            </Card>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

interface ProposalProps {
  item: ResolvedItem & { n_count: number }
  content: ContentItem[]
  decide: (how: keyof Pick<ItemActions, 'approve' | 'reject'>) => void
}

function Proposal({ item, content, decide }: ProposalProps) {
  const { data: sources, error } = useQuery(sourcesQuery(item))
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="light">{titleOf(item.category)}</Badge>
        {item.n_count > 1 && <Badge variant="light" color="gray">{`seen ${item.n_count} times`}</Badge>}
        {item.hidden && (
          <Badge variant="light" color="gray">
            not in the prompt yet
          </Badge>
        )}
      </Group>
      <Text fw={600}>{item.statement}</Text>
      {error && <Text size="sm">{error.message}</Text>}
      {sources?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          Written by hand: there is no source.
        </Text>
      )}
      {sources?.data.slice(0, 5).map((source) => (
        <Quote key={source.id} source={source} content={content.find(({ id }) => id === source.content_item_id)} />
      ))}
      {sources && sources.data.length > 5 && (
        <Text size="sm" c="dimmed">
          and {sources.data.length - 5} more
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => decide('approve')}>
          Approve
        </Button>
        <Button size="xs" variant="default" onClick={() => decide('reject')}>
          Reject
        </Button>
      </Group>
    </Stack>
  )
}

function Quote({ source, content }: { source: ItemSource; content: ContentItem | undefined }) {
  const name = content?.title ?? source.source_type.replaceAll('_', ' ')
  return (
    <Blockquote p="xs" my={0} fz="sm" radius="sm">
      {source.quote ?? 'No quote is recorded.'}
      <Text size="xs" c="dimmed" mt={4}>
        {content?.url ? (
          <Anchor href={content.url} target="_blank" rel="noreferrer" size="xs">
            {name}
          </Anchor>
        ) : (
          name
        )}{' '}
        · {momentOf(content?.published_at ?? source.created_at)}
      </Text>
    </Blockquote>
  )
}
