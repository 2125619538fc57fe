import { Anchor, Badge, Blockquote, Button, Group, Stack, Text } from '@mantine/core'
import type { Proposal, ProposalSource } from '../api/review-queries.ts'
import { layers, momentOf, titleOf } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from './links.tsx'
import type { Decision } from './use-decisions.ts'

interface ProposalCardProps {
  org: string
  item: Proposal
  /** Whose it is goes without saying on an agent's own page. */
  showsOwner: boolean
  decide: (how: Decision) => void
}

/** What somebody decides about, with what it rests on. */
export function ProposalCard({ org, item, showsOwner, decide }: ProposalCardProps) {
  const more = item.source_count - item.sources.length
  return (
    <Stack gap="xs" flex={1} miw={0}>
      <Group gap="xs">
        <Badge variant="light" color={layers[item.scope].color}>
          {layers[item.scope].title}
        </Badge>
        {showsOwner && <OwnerLink org={org} item={item} />}
        <Badge variant="light" color="gray">
          {titleOf(item.category)}
        </Badge>
        {item.n_count > 1 && (
          <Badge variant="light" color="gray">
            {`seen ${item.n_count} times`}
          </Badge>
        )}
        <Text size="xs" c="dimmed">
          {momentOf(item.created_at)}
        </Text>
      </Group>
      <Text fw={600}>{item.statement}</Text>
      {item.sources.length === 0 && (
        <Text size="sm" c="dimmed">
          Written by hand: there is no source.
        </Text>
      )}
      {item.sources.map((source) => (
        <Quote key={source.id} source={source} />
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          and {more} more
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => decide('approved')}>
          Approve
        </Button>
        <Button size="xs" variant="default" onClick={() => decide('rejected')}>
          Reject
        </Button>
        <Text size="xs" c="dimmed">
          {item.hidden ? 'Not in a prompt yet' : 'In prompts already: rejecting hides it'}
        </Text>
      </Group>
    </Stack>
  )
}

function OwnerLink({
  org,
  item: { id, agent_id, agent_name, group_id, group_name },
}: Pick<ProposalCardProps, 'org' | 'item'>) {
  const hash = `item-${id}`
  if (agent_id)
    return (
      <TextLink size="sm" to={paths.agent} params={{ org, agentId: agent_id }} hash={hash}>
        {agent_name}
      </TextLink>
    )
  if (group_id)
    return (
      <TextLink size="sm" to={paths.group} params={{ org, groupId: group_id }} hash={hash}>
        {group_name}
      </TextLink>
    )
  return (
    <TextLink size="sm" to={paths.layer} params={{ org }} hash={hash}>
      All agents
    </TextLink>
  )
}

function Quote({ source: { quote, title, url, source_type, published_at, created_at } }: { source: ProposalSource }) {
  const name = title ?? source_type.replaceAll('_', ' ')
  return (
    <Blockquote p="xs" my={0} fz="sm" radius="sm">
      {quote ?? 'No quote is recorded.'}
      <Text size="xs" c="dimmed" mt={4}>
        {url ? (
          <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
            {name}
          </Anchor>
        ) : (
          name
        )}{' '}
        · {momentOf(published_at ?? created_at)}
      </Text>
    </Blockquote>
  )
}
