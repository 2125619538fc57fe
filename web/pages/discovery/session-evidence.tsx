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
      {data.data.map((observation) => (
        <OneObservation key={observation.id} observation={observation} />
      ))}
      {data.count > data.data.length && (
        <Text size="sm" c="dimmed">
          Showing the first {data.data.length} of {data.count.toLocaleString('en')}.
        </Text>
      )}
    </Stack>
  )
}

function OneObservation({ observation }: { observation: SessionObservation }) {
  const { statement, category, confidence, held_back, source, agent_id } = observation
  return (
    <Stack gap={4}>
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
      {held_back && <Text size="sm">Held back, because “{held_back.statement}” was rejected</Text>}
      <Quotes
        evidence={[{ ...observation, session: source, published_at: observation.observed_at }]}
        agentId={agent_id}
      />
    </Stack>
  )
}
