import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { firstAgentsQuery } from '../api/queries.ts'
import { counted } from '../api/words.ts'
import { paths } from '../paths.ts'
import { EmptyBox } from '../ui/empty-box.tsx'
import { ButtonLink, PlainLink, TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { useOrganization } from '../ui/use-organization.ts'

/** The first page after signing in: who is here, and what to do next. */
export function HomePage() {
  const { id, slug, name } = useOrganization()
  const { data } = useSuspenseQuery(firstAgentsQuery(id))
  const params = { org: slug }
  const newAgent = (
    <ButtonLink to={paths.start} params={params} leftSection={<IconPlus size={16} />}>
      New agent
    </ButtonLink>
  )
  if (data.count === 0) {
    return (
      <Page title={name}>
        <EmptyBox title="No agents yet" action={newAgent}>
          An agent is a name with beliefs and responsibilities. Start from nothing, or paste a rules file that you have,
          such as CLAUDE.md or AGENTS.md: its prompt is ready within a minute.
        </EmptyBox>
      </Page>
    )
  }
  return (
    <Page title={name} description={counted(data.count, 'agent')} actions={newAgent}>
      <Stack gap="sm" component="section" aria-label="Agents">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {data.data.map((agent) => (
            <PlainLink key={agent.id} to={paths.agent} params={{ ...params, agentId: agent.id }}>
              <Card withBorder h="100%">
                <Title order={2} size="h5" lineClamp={2}>
                  {agent.name}
                </Title>
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {[agent.job_title, agent.agent_groups?.name].filter(Boolean).join(' · ') || 'No role yet'}
                </Text>
                <Text size="sm" mt="xs">
                  {counted(agent.belief_count, 'belief')},{' '}
                  {counted(agent.responsibility_count, 'responsibility', 'responsibilities')}
                </Text>
              </Card>
            </PlainLink>
          ))}
        </SimpleGrid>
        {data.count > data.data.length && (
          <TextLink to={paths.agents} params={params} size="sm">
            All {counted(data.count, 'agent')}
          </TextLink>
        )}
      </Stack>
    </Page>
  )
}
