import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { agentQuery } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useGroup } from '../../ui/use-group.ts'
import { useOrganization } from '../../ui/use-organization.ts'

const tabs = [
  { to: paths.group, label: 'Items' },
  { to: paths.groupConsensus, label: 'Consensus' },
  { to: paths.groupSettings, label: 'Agents and settings' },
] as const

/** The heading and tabs that all pages of a group share. */
export function GroupLayout() {
  const { slug } = useOrganization()
  const { id, name, description, agent_count, manager_agent_id } = useGroup()
  const { data: manager } = useQuery({ ...agentQuery(manager_agent_id ?? ''), enabled: manager_agent_id !== null })
  return (
    <Page
      title={name}
      description={
        <>
          {description ?? pluralize(agent_count, 'agent')}
          {manager && (
            <>
              {' · managed by '}
              <TextLink to={paths.agent} params={{ org: slug, agentId: manager.id }} underline="always">
                {manager.name}
              </TextLink>
            </>
          )}
        </>
      }
    >
      <Stack gap="md">
        <TabLinks label="Pages of this group" pages={tabs} params={{ org: slug, groupId: id }} />
        {/* A draft is one group's. */}
        <Outlet key={id} />
      </Stack>
    </Page>
  )
}
