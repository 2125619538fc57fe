import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { isNew, type Shared } from '../../api/consensus.ts'
import { titleOf } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import classes from './shared-statement.module.css'

interface SharedStatementProps {
  shared: Shared
  /** Of the organization or group. */
  agentCount: number
  /** How many of them have to share it. */
  needed: number
  org: string
  /** What is said of one that does not exist before. */
  newLabel: string
}

const named = 8

/** A statement that enough agents share, who they are, and whether it becomes an item. */
export function SharedStatement({ shared, agentCount, needed, org, newLabel }: SharedStatementProps) {
  const { statement, category, wordings, agents, agent_count, exists } = shared
  const words = wordings === 1 ? 'in the same words' : `in ${wordings} wordings`
  return (
    <Card withBorder padding="sm" component="article" aria-label={statement}>
      <Stack gap="xs">
        <Group gap="xs">
          <Badge variant="light" color={isNew(shared) ? 'green' : 'gray'}>
            {isNew(shared) ? newLabel : 'exists already'}
          </Badge>
          <Text size="sm" c="dimmed">
            {titleOf(category)}
          </Text>
        </Group>
        <Text fw={600}>{statement}</Text>
        {exists !== null && exists !== statement && <Text size="sm">It is said already as “{exists}”.</Text>}
        <div className={classes.share} aria-hidden="true">
          <div className={classes.held} style={{ width: `${(100 * agent_count) / agentCount}%` }} />
          <div className={classes.needed} style={{ left: `${(100 * needed) / agentCount}%` }} />
        </div>
        <Text size="sm">
          {agent_count} of {agentCount} agents ({Math.round((100 * agent_count) / agentCount)} %), {words}; {needed} are
          enough.{' '}
          {agents.slice(0, named).map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <TextLink to={paths.agent} params={{ org, agentId: id }} underline="always">
                {name}
              </TextLink>
            </Fragment>
          ))}
          {agent_count > named && ` and ${agent_count - named} more`}
        </Text>
      </Stack>
    </Card>
  )
}
