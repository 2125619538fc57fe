import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RepeatedItem, saidAgainQuery } from '../api/discovery-queries.ts'
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
            <RepetitionText {...item} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

/** How often people repeated one item of an agent in sessions; nothing if they did not. */
export function Repetition({ agentId, itemId }: { agentId: string; itemId: string }) {
  const { data } = useQuery(saidAgainQuery(agentId))
  const repeated = data?.find(({ id }) => id === itemId)
  return repeated ? <RepetitionText {...repeated} /> : null
}

const RepetitionText = ({ approved_at, said_again }: RepeatedItem) => (
  <Text size="xs" c="dimmed">
    In the prompt since {formatDate(approved_at)}, said again in {pluralize(said_again.sessions, 'session')}, last on{' '}
    {formatDate(said_again.last_at)}
  </Text>
)
