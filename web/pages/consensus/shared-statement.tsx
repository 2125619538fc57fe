import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { isNew, type Shared } from '../../api/consensus.ts'
import { titleOf } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import classes from './shared-statement.module.css'

interface SharedStatementProps {
  shared: Shared
  /** Number of agents in the organization or group. */
  agentCount: number
  /** How many of them must share it. */
  needed: number
  org: string
  /** The badge of a statement that is not an item yet. */
  newLabel: string
}

const maxNames = 8

/** A statement that enough agents share, with their names and a checkbox to create it as an item. */
export function SharedStatement({ shared, agentCount, needed, org, newLabel }: SharedStatementProps) {
  const { statement, category, wordings, other_wordings, agents, agent_count, exists } = shared
  const words = wordings === 1 ? 'same wording' : `${wordings} wordings`
  return (
    <Card withBorder padding="sm" component="article" aria-label={statement}>
      <Stack gap="xs">
        <Group gap="xs">
          <Badge variant="light" color={isNew(shared) ? 'green' : 'gray'}>
            {isNew(shared) ? newLabel : 'Already exists'}
          </Badge>
          <Text size="sm" c="dimmed">
            {titleOf(category)}
          </Text>
        </Group>
        <Text fw={600}>{statement}</Text>
        {exists !== null && exists !== statement && <Text size="sm">Already exists as “{exists}”</Text>}
        {other_wordings.map((other) => (
          <Text key={other.statement} size="sm" c="dimmed">
            “{other.statement}” ({Math.round(100 * other.similarity)}% similar)
          </Text>
        ))}
        <div className={classes.share} aria-hidden="true">
          <div className={classes.held} style={{ width: `${(100 * agent_count) / agentCount}%` }} />
          <div className={classes.needed} style={{ left: `${(100 * needed) / agentCount}%` }} />
        </div>
        <Text size="sm">
          {agent_count} of {agentCount} agents ({Math.round((100 * agent_count) / agentCount)}%), {words}; {needed}{' '}
          required.{' '}
          {agents.slice(0, maxNames).map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <TextLink to={paths.agent} params={{ org, agentId: id }} underline="always">
                {name}
              </TextLink>
            </Fragment>
          ))}
          {agent_count > maxNames && ` and ${agent_count - maxNames} more`}
        </Text>
      </Stack>
    </Card>
  )
}
