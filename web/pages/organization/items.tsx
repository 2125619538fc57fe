import { Grid, Group, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { noGroup } from '../../api/agent-list.ts'
import type { Owner } from '../../api/identity.ts'
import { agentsQuery } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { ImportButton } from '../../import/import-button.tsx'
import { LayerEditor } from '../../items/layer-editor.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** The items that every agent of the organization inherits, beside the agents by group. */
export function OrganizationItemsPage() {
  const { id } = useOrganization()
  const owner = useMemo((): Owner => ({ layer: 'org', id }), [id])
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 9 }}>
        <LayerEditor layer="org" id={id} actions={<ImportButton owner={owner} name="the organization" />} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 3 }}>
        <Heirs />
      </Grid.Col>
    </Grid>
  )
}

/** How many agents inherit, by group. */
function Heirs() {
  const { id, slug: org } = useOrganization()
  const { data: agents } = useSuspenseQuery(agentsQuery(id))
  const groups = [...Map.groupBy(agents, ({ group_id }) => group_id)].sort(
    ([, first], [, second]) => second.length - first.length,
  )
  return (
    <Stack component="section" aria-label="Who inherits" gap="xs">
      <Title order={2} size="h5">
        Who inherits
      </Title>
      <Text size="sm">{pluralize(agents.length, 'agent')}</Text>
      {groups.map(([groupId, members]) => (
        <Group key={groupId ?? noGroup} justify="space-between" wrap="nowrap" gap="xs">
          <TextLink to={paths.agents} params={{ org }} search={{ group: groupId ?? noGroup }} size="sm" dir="auto">
            {members[0]!.agent_groups?.name ?? 'No group'}
          </TextLink>
          <Text size="sm" c="dimmed">
            {members.length.toLocaleString('en')}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
