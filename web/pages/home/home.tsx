import { Box, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { firstAgentsQuery } from '../../api/queries.ts'
import { itemCounts, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { AgentAvatar } from '../../ui/agent-avatar.tsx'
import { PlainLink, TextLink } from '../../ui/links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** The first page after signing in: the agents. */
export function HomePage() {
  const { id, slug } = useOrganization()
  const { data } = useSuspenseQuery(firstAgentsQuery(id))
  const params = { org: slug }
  return (
    <Stack gap="sm" component="section" aria-label="Agents">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {data.data.map((agent) => (
          <PlainLink key={agent.id} to={paths.agent} params={{ ...params, agentId: agent.id }}>
            <Card withBorder h="100%">
              <Group gap="sm" wrap="nowrap">
                <AgentAvatar agent={agent} />
                <Box miw={0}>
                  <Title order={2} size="h5" lineClamp={2}>
                    {agent.name}
                  </Title>
                  <Text size="sm" c="dimmed" lineClamp={1}>
                    {[agent.job_title, agent.agent_groups?.name].filter(Boolean).join(' · ') || 'No role yet'}
                  </Text>
                </Box>
              </Group>
              <Text size="sm" mt="xs">
                {itemCounts(agent)}
              </Text>
            </Card>
          </PlainLink>
        ))}
      </SimpleGrid>
      {data.count > data.data.length && (
        <TextLink to={paths.agents} params={params} size="sm">
          All {pluralize(data.count, 'agent')}
        </TextLink>
      )}
    </Stack>
  )
}
