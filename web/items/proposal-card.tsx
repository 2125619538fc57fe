import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Proposal } from '../api/review-queries.ts'
import { formatDate, layers, pluralize, titleOf, whereSaid } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { Quotes } from '../ui/quote.tsx'
import { SourcesDrawer } from './sources-drawer.tsx'
import type { Decision } from './use-decisions.ts'

interface ProposalCardProps {
  org: string
  item: Proposal
  /** False on an agent's own page, where the owner is clear. */
  showsOwner: boolean
  decide: (how: Decision) => void
  edit: () => void
  /** The form that replaces the statement and the buttons while it is edited. */
  form: ReactNode
}

/** An item that awaits a decision, with its sources and the buttons to decide on it. */
export function ProposalCard({ org, item, showsOwner, decide, edit, form }: ProposalCardProps) {
  const more = item.source_count - item.sources.length
  const [isOpen, { open, close }] = useDisclosure(false)
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
        {!item.said && item.n_count > 1 && (
          <Badge variant="light" color="gray">
            {pluralize(item.n_count, 'source')}
          </Badge>
        )}
        <Text size="xs" c="dimmed">
          {item.said
            ? `${Math.round(100 * (item.certainty ?? 0))}% sure · ${whereSaid(item.said)}`
            : `${item.origin === 'discovery' ? 'found' : 'added'} on ${formatDate(item.created_at)}`}
        </Text>
      </Group>
      {form || (
        <Text fw={600} dir="auto">
          {item.statement}
        </Text>
      )}
      {item.needs_wording && (
        <Text size="sm" c="dimmed">
          These words need an edit before they can stand as a rule
        </Text>
      )}
      {item.conflicts.map((conflict) => (
        <Text
          key={`${conflict.relation} ${conflict.id}`}
          size="sm"
          c={conflict.relation === 'contradicts' ? undefined : 'dimmed'}
        >
          {conflict.relation === 'contradicts' ? 'Contradicts' : 'Repeats'} “{conflict.statement}” (
          {conflict.owner.name})
        </Text>
      ))}
      {!item.conflicts_checked && (
        <Text size="sm" c="dimmed">
          Not yet compared with other items; reload to try again
        </Text>
      )}
      {item.sources.length === 0 && item.origin === 'discovery' && (
        <Text size="sm" c="dimmed">
          No source recorded
        </Text>
      )}
      <Quotes evidence={item.sources} agentId={item.agent_id} />
      {more > 0 && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={open}>
          Show {more} more
        </Anchor>
      )}
      {!form && (
        <Group gap="xs">
          <Button
            size="xs"
            variant={item.needs_wording ? 'default' : 'filled'}
            aria-label={`Approve: ${item.statement}`}
            onClick={() => decide('approved')}
          >
            Approve
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Reject: ${item.statement}`}
            onClick={() => decide('rejected')}
          >
            Reject
          </Button>
          <Button
            size="xs"
            variant={item.needs_wording ? 'filled' : 'default'}
            aria-label={`Edit: ${item.statement}`}
            onClick={edit}
          >
            Edit
          </Button>
          <Text size="xs" c="dimmed">
            {item.hidden ? 'Not in the prompt yet' : 'Already in prompts; rejecting hides it'}
          </Text>
        </Group>
      )}
      <SourcesDrawer
        item={isOpen ? { ...item, source: item.scope } : undefined}
        agentId={item.agent_id}
        onClose={close}
      />
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
