import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type SessionObservation, sessionObservationsQuery } from '../../api/discovery-queries.ts'
import { pluralize, titleOf } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { Quotes } from '../../ui/quote.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

/** Evidence from sessions that is not proposed: implied in too few sessions, or rejected before. */
export function SessionEvidence({ agentId, minCount }: { agentId: string; minCount: number }) {
  const { org } = useAgentParams()
  const { data } = useSuspenseQuery(sessionObservationsQuery(agentId))
  if (data.count === 0) return null
  return (
    <Stack component="section" aria-label="Evidence from sessions">
      <Title order={2} size="h4">
        Evidence from sessions
      </Title>
      <Text size="sm" c="dimmed">
        Not proposed yet: a rule that nobody said explicitly is proposed from {pluralize(minCount, 'session')} on. The
        reader is most sure of the first ones. To have one now, add it on the page{' '}
        <TextLink to={paths.agent} params={{ org, agentId }} inherit underline="always">
          Identity
        </TextLink>
        .
      </Text>
      {byStatement(data.data).map((group) => (
        <Statement key={group[0]!.id} group={group} />
      ))}
      {data.count > data.data.length && (
        <Text size="sm" c="dimmed">
          From the first {data.data.length} of {data.count.toLocaleString('en')} observations.
        </Text>
      )}
    </Stack>
  )
}

/** Groups observations with one statement, in the order of the first of each. */
const byStatement = (observations: readonly SessionObservation[]): SessionObservation[][] => [
  ...Map.groupBy(observations, ({ category, statement }) => `${category} ${statement.toLowerCase()}`).values(),
]

/** A statement with all its quotes, by the observation of which the reader is most sure. */
function Statement({ group }: { group: SessionObservation[] }) {
  const { statement, category, confidence, held_back, agent_id } = group[0]!
  return (
    <Stack gap={4} component="article" aria-label={statement}>
      <Text size="sm" fw={600}>
        {statement}
      </Text>
      <Group gap="xs">
        <Badge size="sm" variant="light" color="gray">
          {titleOf(category)}
        </Badge>
        <Text size="xs" c="dimmed">
          {Math.round(100 * confidence)}% sure
        </Text>
      </Group>
      {held_back && (
        <Text size="sm">
          Held back, because {held_back.statement === statement ? 'it' : `“${held_back.statement}”`} was rejected
        </Text>
      )}
      <Quotes
        evidence={group.map((each) => ({ ...each, session: each.source, published_at: each.observed_at }))}
        agentId={agent_id}
      />
    </Stack>
  )
}
