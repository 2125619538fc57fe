import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { saidAgainQuery } from '../api/discovery-queries.ts'
import { formatDate, pluralize } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'

/** The items of an agent that people had to repeat in sessions; nothing while there are none. */
export function RepeatedItems({ agentId }: { agentId: string }) {
  const { slug: org } = useOrganization()
  const { data = [] } = useQuery(saidAgainQuery(agentId))
  if (data.length === 0) return null
  return (
    <Stack component="section" gap="xs" maw={820} aria-label="Said again">
      <Title order={2} size="h4">
        Said again
      </Title>
      <Text size="sm" c="dimmed">
        People repeated these in sessions, although the prompt says them. A clearer wording, or a star, may help.
      </Text>
      <Stack component="ul" gap={6} m={0} pl="md">
        {data.map((item) => (
          <li key={item.id}>
            <TextLink size="sm" to={paths.agent} params={{ org, agentId }} hash={`item-${item.id}`}>
              {item.statement}
            </TextLink>
            <Text size="xs" c="dimmed">
              In the prompt since {formatDate(item.approved_at)}, said again in{' '}
              {pluralize(item.said_again.sessions, 'session')}, last on {formatDate(item.said_again.last_at)}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
