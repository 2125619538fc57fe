import { ActionIcon, Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sourcesQuery } from '../api/identity.ts'
import type { Proposal } from '../api/review-queries.ts'
import { formatDate, layers, pluralize, titleOf, whereSaid } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { bestFirst, Quotes } from '../ui/quote.tsx'
import { useMayEdit } from '../ui/use-organization.ts'
import classes from './proposals.module.css'
import type { Decision } from './use-decisions.ts'

interface RowProps {
  item: Proposal
  isSelected: boolean
  toggle: () => void
}

/** A proposal in the list: its statement, and at most two chips. */
export function ProposalRow({ item, isSelected, toggle }: RowProps) {
  const { statement, also_for = [], conflicts, n_count } = item
  const contradicting = conflicts.filter(({ relation }) => relation === 'contradicts').length
  const repeated = conflicts.length - contradicting
  return (
    <div className={classes.row}>
      {useMayEdit() && (
        <Checkbox size="xs" aria-label={`Select: ${statement}`} checked={isSelected} onChange={toggle} />
      )}
      <span className={classes.statement} dir="auto" aria-hidden title={statement}>
        {statement}
      </span>
      {contradicting > 0 && <Chip color="red">contradicts {contradicting}</Chip>}
      {contradicting === 0 && repeated > 0 && <Chip color="yellow">repeats {repeated}</Chip>}
      {also_for.length > 0 && <Chip color="indigo">{pluralize(1 + also_for.length, 'agent')}</Chip>}
      {also_for.length === 0 && n_count > 1 && <Chip color="gray">×{n_count.toLocaleString('en')}</Chip>}
    </div>
  )
}

const Chip = ({ color, children }: { color: string; children: ReactNode }) => (
  <Badge size="sm" variant="light" color={color} flex="none" aria-hidden>
    {children}
  </Badge>
)

interface DetailProps {
  org: string
  item: Proposal
  /** Where it stands in the list, for a phone. */
  position: string
  move: (by: 1 | -1) => void
  decide: (how: Decision) => void
  edit: () => void
  /** The form that replaces the statement and the buttons while it is edited. */
  form: ReactNode
}

/** Where a row stands in the list, with the ways to the others: for a phone. */
export const Position = ({ position, move }: Pick<DetailProps, 'position' | 'move'>) => (
  <Group gap={4} className={classes.position}>
    <ActionIcon variant="subtle" color="gray" aria-label="Previous proposal" onClick={() => move(-1)}>
      <IconChevronLeft size={16} />
    </ActionIcon>
    <Text size="sm" c="dimmed">
      {position}
    </Text>
    <ActionIcon variant="subtle" color="gray" aria-label="Next proposal" onClick={() => move(1)}>
      <IconChevronRight size={16} />
    </ActionIcon>
  </Group>
)

/** The proposal beside the list, with everything that it rests on and the buttons to decide on it. */
export function ProposalDetail({ org, item, position, move, decide, edit, form }: DetailProps) {
  const mayEdit = useMayEdit()
  return (
    <div className={classes.detail}>
      <div className={classes.reasons}>
        <Group gap="xs">
          <Badge variant="light" color={layers[item.scope].color}>
            {layers[item.scope].title}
          </Badge>
          <Badge variant="light" color="gray">
            {titleOf(item.category)}
          </Badge>
          <Text size="sm" c="dimmed">
            for <Owners org={org} item={item} />
          </Text>
          <Text size="sm" c="dimmed">
            {item.said
              ? `${Math.round(100 * (item.certainty ?? 0))}% sure · ${whereSaid(item.said)}`
              : `${item.origin === 'discovery' ? 'found' : 'added'} on ${formatDate(item.created_at)}`}
          </Text>
        </Group>
        {form || (
          <Text className={classes.words} dir="auto">
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
        <Sources item={item} />
      </div>
      {!form && (
        <div className={classes.foot}>
          <Position position={position} move={move} />
          {mayEdit && (
            <div className={classes.buttons}>
              <Button
                variant={item.needs_wording ? 'default' : 'filled'}
                aria-label={`Approve: ${item.statement}`}
                aria-keyshortcuts="a"
                onClick={() => decide('approved')}
              >
                Approve
              </Button>
              <Button
                variant={item.needs_wording ? 'filled' : 'default'}
                aria-label={`Edit: ${item.statement}`}
                aria-keyshortcuts="e"
                onClick={edit}
              >
                Edit
              </Button>
              <Button
                variant="default"
                aria-label={`Reject: ${item.statement}`}
                aria-keyshortcuts="r"
                onClick={() => decide('rejected')}
              >
                Reject
              </Button>
            </div>
          )}
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {item.hidden ? 'Not in the prompt yet' : 'Already in prompts; rejecting hides it'}
          </Text>
        </div>
      )}
    </div>
  )
}

/** All quotes of a proposal: the first with the list, the others when it is shown. */
function Sources({ item }: { item: Proposal }) {
  const { sources, source_count, origin } = item
  const { data } = useQuery({
    ...sourcesQuery(item),
    enabled: source_count > sources.length,
  })
  if (sources.length === 0)
    return origin === 'discovery' ? (
      <Text size="sm" c="dimmed">
        No source recorded
      </Text>
    ) : null
  return (
    <section aria-label="Evidence">
      <Text size="sm" c="dimmed" mb={6}>
        Evidence · {pluralize(source_count, 'source')}
      </Text>
      <Quotes evidence={bestFirst(item.statement, data?.data ?? sources)} agentId={item.agent_id} />
    </section>
  )
}

const namesShown = 3

/** The owner of a proposal, or the agents that it is made for. */
function Owners({ org, item }: { org: string; item: Proposal }) {
  const { id, agent_id, agent_name, group_id, group_name, also_for = [] } = item
  const link = { size: 'sm', hash: `item-${id}` } as const
  if (group_id)
    return (
      <TextLink {...link} to={paths.group} params={{ org, groupId: group_id }}>
        {group_name}
      </TextLink>
    )
  if (!agent_id)
    return (
      <TextLink {...link} to={paths.layer} params={{ org }}>
        All agents
      </TextLink>
    )
  const others = also_for.slice(0, namesShown).map(({ agent_name }) => agent_name)
  const more = also_for.length - others.length
  return (
    <>
      <TextLink {...link} to={paths.agent} params={{ org, agentId: agent_id }}>
        {agent_name}
      </TextLink>
      {others.map((name) => `, ${name}`)}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}
    </>
  )
}
